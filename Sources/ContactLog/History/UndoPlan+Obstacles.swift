internal import ContactModel
internal import LMDB

// What stands in the way of taking events back.

extension UndoPlan {
  /// Before an entry is taken back it must be as it was added: a later value would go with it.
  ///
  /// - Returns: Whether nothing is in the way.
  mutating func clear(
    _ slot: Slot, _ record: Record, _ logged: LoggedEvent, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard case .entry(let property, let position) = slot,
      let entry = record.entry(property, at: position), !entry.isRemoved
    else { return true }
    let later = try [
      (slot: Slot.entryValue(property, position), writers: entry.valueWriters),
      (slot: Slot.entryLabel(property, position), writers: entry.labelWriters),
    ].filter { try isOther($0.writers, since: logged.position, writer, transaction) }
    for (slot, writers) in later {
      let key = SlotKey(record: record.id, slot: slot)
      try report(key, logged, .superseded, by: writers, writer, transaction)
    }
    return later.isEmpty
  }

  /// Before a creation or a restoration is taken back nothing may be left that later commits gave
  /// the record.
  ///
  /// - Parameter since: Only what was written after this position counts.
  /// - Returns: Whether nothing is in the way. By force memberships and links end.
  mutating func clear(
    _ record: Record, _ logged: LoggedEvent, since: Position, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var left = try record.slotsInUse(since: since).filter {
      try isOther($0.writers, since: since, writer, transaction)
    }
    // With an entry that counts itself, its parts do not.
    let entries = Set(left.map(\.slot))
    left.removeAll { part in
      guard let entry = part.slot.entry else { return false }
      let whole = Slot.entry(part.slot.property, entry)
      return part.slot != whole && entries.contains(whole)
    }
    for (slot, writers) in left {
      // What this undo leaves because of what is in it stands in the report by that.
      if writers.effective > since,
        let commit = try commit(at: writers.effective, writer, transaction),
        numbers.contains(commit.number)
      {
        continue
      }
      let key = SlotKey(record: record.id, slot: slot)
      try report(key, logged, .superseded, by: writers, writer, transaction)
    }
    var isJoined = false
    let between = try linkOfMerge(record, logged, writer, transaction)
    for relationKey in try writer.relations(of: record.id, transaction).keys.sorted()
    where relationKey != between {
      if try relation(relationKey, writer, transaction).state == .none { continue }
      isJoined = true
      let key = SlotKey(record: relationKey.owner, slot: relationKey.slot)
      let writers = try relation(relationKey, writer, transaction).writers
      _ = try self.record(key.record, writer, transaction)
      try report(key, logged, .superseded, by: writers, writer, transaction)
      if isForcing { end(relationKey) }
    }
    return left.isEmpty && !isJoined
  }

  /// Whether something else stands in a slot than when the log ended at a position.
  ///
  /// An effect of before may have been taken back by then, and stand again since.
  ///
  /// - Complexity: O(events of the slot since) where that may be so, one row of the log each.
  private func isOther(
    _ writers: Writers, since position: Position, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    if writers.effective > position { return true }
    if writers.last <= position || writers.last.isProvisional { return false }
    var at = writers.last
    while at > position, let event = try writer.event(at: at, transaction)?.event {
      guard event.previous < at else {
        throw StoreError(.damaged, "the event at position \(at) points forward; run verify")
      }
      at = event.previous
    }
    return try at == 0 || writer.effect(at: at, transaction) != writers.effective
  }

  /// The link with the person whom a record goes into again when its un-merge is taken back.
  private func linkOfMerge(
    _ record: Record, _ logged: LoggedEvent, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> RelationKey? {
    guard case .restored = logged.event.change else { return nil }
    let effect = try writer.effect(at: logged.event.previous, transaction)
    let kept = try writer.event(at: effect, transaction)?.event.change.kept
    return kept.map { .link(record.id, $0) }
  }

  /// Notes a slot that is not clean, once.
  ///
  /// - Parameters:
  ///   - reason: Turns into undone where that is what it is.
  ///   - writers: Of the slot, or of the record or entry that is gone, as the plan has them.
  ///   - owner: Whose writers these are; `nil`: the slot's own.
  ///   - isLeft: Whether the slot stays as it is even by force.
  mutating func report(
    _ key: SlotKey, _ logged: LoggedEvent, _ reason: UndoObstacle.Reason, by writers: Writers,
    of owner: SlotKey? = nil, isLeft: Bool = false, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    if isForcing {
      if isLeft, let place = reported[key] { obstacles[place].isLeft = true }
      return
    }
    guard reported[key] == nil else { return }
    reported[key] = obstacles.count
    let (commit, isUndone) = try inTheWay(
      of: logged, owner ?? key, writers, writer, transaction)
    obstacles.append(
      UndoObstacle(
        record: key.record, slot: key.slot, reason: isUndone ? .undone : reason,
        slotName: book.name(of: key), undoing: logged.commit,
        then: try self.record(key.record, writer, transaction).content(left: logged, in: key.slot),
        now: book.storedContent(of: key), by: commit, isLeft: true))
  }

  /// The commit whose effect stands, and whether it took the one at hand back.
  ///
  /// Where the effect is from before, who brought it back is in the way. What the plan itself staged is
  /// not in the log: then the last one counts who wrote there.
  private mutating func inTheWay(
    of logged: LoggedEvent, _ key: SlotKey, _ writers: Writers, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> (commit: Commit?, isUndone: Bool) {
    let isStaged = writers.last.isProvisional
    for position in isStaged ? [writers.effective] : [writers.last, writers.effective] {
      if let commit = try commit(at: position, writer, transaction),
        commit.header.undoes.contains(logged.commit)
      {
        return (commit, true)
      }
    }
    let last = isStaged ? book.storedWriters(of: key).last : writers.last
    let isEffect = !writers.effective.isProvisional && writers.effective > logged.position
    return (try commit(at: isEffect ? writers.effective : last, writer, transaction), false)
  }
}

extension Record {
  /// Slots that hold something that would be lost with the record.
  ///
  /// - Parameter since: Values and labels of entries that were there by then count on their own: they
  ///   may have been edited since.
  fileprivate func slotsInUse(since: Position) -> [(slot: Slot, writers: Writers)] {
    var slots: [(slot: Slot, writers: Writers)] = []
    for field in fields where field.value != nil {
      slots.append((.value(field.property), field.writers))
    }
    for list in lists {
      for entry in list.entries where !entry.isRemoved {
        let (property, position) = (list.property, entry.position)
        slots.append((.entry(property, position), entry.existence))
        if since == 0 || entry.existence.effective > since { continue }
        slots.append((.entryValue(property, position), entry.valueWriters))
        slots.append((.entryLabel(property, position), entry.labelWriters))
      }
    }
    return slots
  }

  /// What an event left in a slot; nothing where it did not write it.
  fileprivate func content(left logged: LoggedEvent, in slot: Slot) -> SlotContent {
    let change = logged.event.change
    guard change.slot(at: logged.position) == slot else {
      // An entry comes with its value and label.
      guard case .entryAdded(_, _, _, let label, let value) = change,
        logged.position == slot.entry
      else { return .nothing }
      if case .entryLabel = slot { return .label(label) }
      return .value(value.kept)
    }
    switch change {
    case .created, .restored: return .exists
    case .valueSet(_, let value), .entryValueSet(_, _, let value): return .value(value.kept)
    case .entryAdded(_, let identifier, _, let label, let value):
      return .entry(identifier: identifier, label: label, value: value.kept)
    case .entryLabelSet(_, _, let label): return .label(label)
    case .entryMoved(let property, _, let after):
      return .place(after: entry(property, at: after)?.identifier)
    case .entryRestored(let property, let position):
      return entry(property, at: position).map {
        .entry(identifier: $0.identifier, label: $0.label, value: $0.value)
      } ?? .nothing
    case .memberAdded, .linked: return .joined
    case .keptApart: return .apart
    case .removed, .mergedInto, .valueCleared, .entryRemoved, .memberRemoved, .unlinked,
      .unknown:
      return .nothing
    }
  }
}
