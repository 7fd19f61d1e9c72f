internal import ContactModel
internal import LMDB

/// Works out, in the write transaction, which events take a person out of another one again.
///
/// Three states of the kept person decide about each slot: before the merge, after it, and now. What
/// the merge wrote and nobody changed since is taken back. What was changed since goes to whoever the
/// slot came from, and is asked about where that is both or neither.
struct UnmergePlan {
  let answers: [UnmergeAnswer]
  let policy: UnmergePolicy
  var book = Compensation()
  private(set) var questions: [UnmergeQuestion] = []
  var obstacles: [UndoObstacle] = []
  /// The merge to take back.
  let merge: MergeCommit
  /// The other merges into the same person that stand.
  let others: [MergeCommit]
  /// The kept person as it is now.
  let now: Record

  /// - Throws: ``StoreError`` with code `notFound` for a person that was not merged, `removed` or
  ///   `merged` where the kept one is gone.
  init(
    _ absorbed: RecordID, _ answers: [UnmergeAnswer], _ policy: UnmergePolicy,
    _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    self.answers = answers
    self.policy = policy
    let other = try book.record(absorbed, writer, transaction)
    guard let target = try writer.reader.mergeTarget(of: other, transaction) else {
      throw StoreError(
        .notFound,
        other.existence.last == 0
          ? "there is no record \(absorbed)" : "\(absorbed) is not merged into anybody")
    }
    now = try book.record(target.person, writer, transaction)
    if now.isRemoved {
      if let further = try writer.reader.mergeTarget(of: now, transaction) {
        throw StoreError(now.id, merged: further)
      }
      throw StoreError(.removed, "\(now.id) was removed; bring it back first")
    }
    merge = try MergeCommit(of: other, target, writer, transaction)
    var others: [MergeCommit] = []
    for key in try writer.relations(of: now.id, transaction).keys.sorted() where !key.isMembership {
      let third = key.owner == now.id ? key.other : key.owner
      guard third != absorbed else { continue }
      let record = try book.record(third, writer, transaction)
      guard let target = try writer.reader.mergeTarget(of: record, transaction),
        target.person == now.id
      else { continue }
      others.append(try MergeCommit(of: record, target, writer, transaction))
    }
    self.others = others
  }

  /// Stages all.
  mutating func unmerge(_ writer: BatchWriter, _ transaction: borrowing ReadTransaction) throws {
    let id = merge.absorbed
    // Read again: the removal that stands may be that of a redo.
    let removal = try writer.reader.event(at: merge.other.existence.effective, transaction)
    let effect = try writer.effect(at: removal?.event.previous ?? 0, transaction)
    book.stage(DraftEvent(change: .restored, restores: effect), of: id, .existence)
    for property in properties(\.fields, \.property) where !MergePlan.own.contains(property) {
      try unmergeValue(property, writer, transaction)
    }
    for property in properties(\.lists, \.property) {
      try unmergeList(property, writer, transaction)
    }
    try unmergeRelations(writer, transaction)
  }

  private func properties<T>(
    _ list: KeyPath<Record, [T]>, _ property: KeyPath<T, Property>
  ) -> [Property] {
    let all = [merge.other, merge.before, merge.after, now].flatMap { $0[keyPath: list] }
    return Set(all.map { $0[keyPath: property] }).sorted()
  }

  /// Whether an event belongs to another merge that stands.
  func isOfOthers(_ position: Position) -> Bool { others.contains { $0.made(position) } }

  /// Whether somebody changed a slot since the merge, rather than another merge, or an undo or a
  /// restore, after which stands what was before.
  func isEdit(
    _ effect: Position, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try merge.isBefore(effect) && !isOfOthers(effect)
      && !isBroughtBack(effect, writer, transaction)
  }

  private func isBroughtBack(
    _ effect: Position, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let event = try writer.reader.event(at: effect, transaction),
      let kind = try writer.reader.commit(event.commit, transaction)?.header.kind
    else { return false }
    return [.undo, .redo, .restore].contains(kind)
  }

  /// Whose a change is that is nobody's by itself; notes the question.
  mutating func ask(
    _ reason: UnmergeQuestion.Reason, _ slot: Slot, of owner: RecordID? = nil,
    then: SlotContent, now content: SlotContent
  ) -> UnmergeSide {
    let record = owner ?? now.id
    let holder = record == now.id ? now : Record(id: record)
    let said = answers.last { $0.part.contains(slot, of: holder) }?.side
    let side = said ?? UnmergeSide(rawValue: policy.rawValue)
    questions.append(
      UnmergeQuestion(
        reason: reason, record: record, slot: slot, slotName: holder.name(of: slot), then: then,
        now: content, answer: side))
    return side ?? .keep
  }

  /// The event whose effect on a slot of the kept person is its own: of those of merges that were
  /// taken back since, what stood before.
  ///
  /// - Parameter position: The event whose effect stood.
  func ownEffect(
    _ position: Position, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Position {
    var position = position
    while position != 0, !merge.made(position), !isOfOthers(position),
      let found = try writer.reader.event(at: position, transaction),
      try writer.reader.commit(found.commit, transaction)?.header.kind == .merge
    {
      position = try writer.effect(at: found.event.previous, transaction)
    }
    return position
  }
}

// MARK: - Single values

extension UnmergePlan {
  private mutating func unmergeValue(
    _ property: Property, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let slot = Slot.value(property)
    let (mine, theirs) = (merge.before[property], merge.other[property])
    let (then, value) = (merge.after[property], now[property])
    let effect = now.field(property)?.writers.effective ?? 0
    if isOfOthers(effect), !merge.made(effect) { return }
    let isChanged = try value != then && isEdit(effect, writer, transaction)
    guard isChanged else {
      let written = merge.after.field(property)?.writers.effective ?? 0
      // What is left of a merge that was taken back goes with the last person who had it.
      let isLeft =
        try theirs != nil && theirs == value && ownEffect(effect, writer, transaction) != effect
      if value == then, merge.made(written) || isLeft,
        !others.contains(where: { value != nil && $0.other[property] == value })
      {
        try takeBack(property, writer, transaction)
      }
      return
    }
    let isClaimed = others.contains { $0.other[property] != nil }
    let side: UnmergeSide
    switch (mine, theirs) {
    case (_, nil) where mine != nil || isClaimed: side = .keep
    case (nil, _?) where !isClaimed: side = .other
    default:
      side = ask(
        theirs == nil ? .new : .shared, slot, then: now.held(then), now: now.held(value))
    }
    if side != .keep {
      let change = value.map { Change.valueSet(property, $0) } ?? .valueCleared(property)
      book.stage(DraftEvent(change: change), of: merge.absorbed, slot)
    }
    if side == .other { try takeBack(property, writer, transaction) }
  }

  /// Brings back what the kept person had of its own.
  private mutating func takeBack(
    _ property: Property, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let before = merge.before.field(property)?.writers.effective ?? 0
    let effect = try ownEffect(before, writer, transaction)
    let event = try writer.reader.event(at: effect, transaction)?.event
    var change = Change.valueCleared(property)
    if case .valueSet(_, let value)? = event?.change { change = .valueSet(property, value) }
    book.stage(DraftEvent(change: change, restores: effect), of: now.id, .value(property))
  }
}

extension Record {
  /// A single value as content.
  fileprivate func held(_ value: Value?) -> SlotContent { value.map { .value($0) } ?? .nothing }
}
