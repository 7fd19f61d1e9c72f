internal import ContactModel
internal import LMDB

// Entries keep their identity: one that came with the other person is known as the other's entry.

extension UnmergePlan {
  mutating func unmergeList(
    _ property: Property, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    for entry in now.list(property)?.entries ?? [] {
      if merge.made(entry.position) {
        try unmergeAdded(entry, property, writer, transaction)
      } else if merge.isBefore(entry.position) {
        if !isOfOthers(entry.position) { try unmergeNew(entry, property, writer, transaction) }
      } else {
        try unmergeOwn(entry, property, writer, transaction)
      }
    }
    try reorder(property, writer, transaction)
  }

  /// Brings the other person's entries into the order that they were brought into since.
  private mutating func reorder(
    _ property: Property, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    func order(_ record: Record) -> [Position] {
      record.entries(property).filter { merge.made($0.position) }.compactMap {
        merge.theirs(property, $0.position).first
      }
    }
    let wanted = order(now)
    let moved = Set(wanted)
    guard order(merge.after).filter(moved.contains) != wanted else { return }
    let record = try book.record(merge.absorbed, writer, transaction)
    var target = record
    guard let list = target.lists.firstIndex(where: { $0.property == property }) else { return }
    var next = wanted.compactMap { record.entry(property, at: $0) }.makeIterator()
    target.lists[list].entries = target.lists[list].entries.map { entry in
      moved.contains(entry.position) ? next.next() ?? entry : entry
    }
    for change in record.changes(to: target) {
      guard let slot = change.slot(at: 0) else { continue }
      book.stage(DraftEvent(change: change), of: merge.absorbed, slot)
    }
  }

  /// Whether somebody who stays merged had an entry of this value as well.
  private func isClaimed(_ property: Property, _ position: Position) -> Bool {
    others.contains { !$0.theirs(property, position).isEmpty }
  }

  /// An entry as it would be if nothing but edits had happened to it since the merge.
  private func edited(
    _ entry: Record.Entry, since then: Record.Entry, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Record.Entry {
    var edited = then
    if try isEdit(entry.existence.effective, writer, transaction) {
      edited.isRemoved = entry.isRemoved
    }
    if try isEdit(entry.valueWriters.effective, writer, transaction) { edited.value = entry.value }
    if try isEdit(entry.labelWriters.effective, writer, transaction) { edited.label = entry.label }
    return edited
  }

  /// An entry that came with the other person.
  private mutating func unmergeAdded(
    _ entry: Record.Entry, _ property: Property, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let slot = Slot.entry(property, entry.position)
    guard let then = merge.after.entry(property, at: entry.position) else { return }
    let edited = try edited(entry, since: then, writer, transaction)
    let isChanged = edited.isChanged(since: then)
    if isClaimed(property, entry.position) {
      guard isChanged else { return }
      let side = ask(.shared, slot, then: then.content, now: edited.content)
      if side != .keep { carry(edited, since: then, property) }
      if side == .other { put(then, back: entry, property) }
      return
    }
    if isChanged { carry(edited, since: then, property) }
    if !entry.isRemoved {
      book.stage(
        DraftEvent(change: .entryRemoved(property, entry: entry.position)), of: now.id, slot)
    }
  }

  /// An entry that the kept person had before, alone or as the other one did.
  private mutating func unmergeOwn(
    _ entry: Record.Entry, _ property: Property, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let position = entry.position
    let slot = Slot.entry(property, position)
    guard let before = merge.before.entry(property, at: position),
      let then = merge.after.entry(property, at: position)
    else { return }
    if entry.isRemoved, merge.made(then.existence.effective) {
      // The merge was told to leave it out.
      book.stage(
        DraftEvent(
          change: .entryRestored(property, entry: position), restores: before.existence.effective),
        of: now.id, slot)
      return
    }
    let isShared = !then.isRemoved && !merge.theirs(property, position).isEmpty
    var side = UnmergeSide.keep
    let edited = try edited(entry, since: then, writer, transaction)
    let isChanged = isShared && edited.isChanged(since: then)
    if isChanged { side = ask(.shared, slot, then: then.content, now: edited.content) }
    if isChanged, side != .keep { carry(edited, since: then, property) }
    if side == .other { put(before, back: entry, property) }
    if side != .other, merge.made(then.labelWriters.effective), entry.label == then.label,
      !entry.isRemoved
    {
      book.stage(
        DraftEvent(
          change: .entryLabelSet(property, entry: position, before.label),
          restores: before.labelWriters.effective), of: now.id, .entryLabel(property, position))
    }
    // What is left of a merge that was taken back goes with the last person who had it.
    if isShared, !isChanged, !entry.isRemoved, !isClaimed(property, position),
      try ownEffect(position, writer, transaction) != position
    {
      book.stage(DraftEvent(change: .entryRemoved(property, entry: position)), of: now.id, slot)
    }
  }

  /// An entry that is new since.
  private mutating func unmergeNew(
    _ entry: Record.Entry, _ property: Property, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    if entry.isRemoved { return }
    let slot = Slot.entry(property, entry.position)
    // What came with a merge that was taken back was left here because somebody said so.
    let side = ask(.new, slot, then: .nothing, now: entry.content)
    if side == .keep { return }
    let list = try book.record(merge.absorbed, writer, transaction).list(property)
    let identifier = list?.nextIdentifier ?? 0
    guard identifier < .max else {
      throw StoreError(.invalid, "\(merge.absorbed)/\(property) has used up its identifiers")
    }
    book.stage(
      DraftEvent(
        change: .entryAdded(
          property, identifier: identifier, after: list?.entries.last?.position ?? 0,
          label: entry.label, value: entry.value)),
      of: merge.absorbed, .entry(property, .provisional(property, identifier)))
    if side == .other {
      book.stage(
        DraftEvent(change: .entryRemoved(property, entry: entry.position)), of: now.id, slot)
    }
  }

  /// Does to the other person's entry what was done to this one since.
  private mutating func carry(
    _ entry: Record.Entry, since then: Record.Entry, _ property: Property
  ) {
    for position in merge.theirs(property, entry.position) {
      if entry.isRemoved {
        book.stage(
          DraftEvent(change: .entryRemoved(property, entry: position)), of: merge.absorbed,
          .entry(property, position))
        continue
      }
      if entry.value != then.value {
        book.stage(
          DraftEvent(change: .entryValueSet(property, entry: position, entry.value)),
          of: merge.absorbed, .entryValue(property, position))
      }
      if entry.label != then.label {
        book.stage(
          DraftEvent(change: .entryLabelSet(property, entry: position, entry.label)),
          of: merge.absorbed, .entryLabel(property, position))
      }
    }
  }

  /// Makes an entry of the kept person what it was.
  private mutating func put(
    _ then: Record.Entry, back entry: Record.Entry, _ property: Property
  ) {
    let position = entry.position
    if entry.isRemoved, !then.isRemoved {
      book.stage(
        DraftEvent(
          change: .entryRestored(property, entry: position), restores: then.existence.effective),
        of: now.id, .entry(property, position))
    }
    if entry.value != then.value {
      book.stage(
        DraftEvent(
          change: .entryValueSet(property, entry: position, then.value),
          restores: then.valueWriters.effective), of: now.id, .entryValue(property, position))
    }
    if entry.label != then.label {
      book.stage(
        DraftEvent(
          change: .entryLabelSet(property, entry: position, then.label),
          restores: then.labelWriters.effective), of: now.id, .entryLabel(property, position))
    }
  }
}

extension Record.Entry {
  /// Whether value, label or existence are other ones; its place is no part of it.
  fileprivate func isChanged(since then: Record.Entry) -> Bool {
    isRemoved != then.isRemoved || !isRemoved && (value != then.value || label != then.label)
  }

  fileprivate var content: SlotContent {
    isRemoved ? .nothing : .entry(identifier: identifier, label: label, value: value)
  }
}
