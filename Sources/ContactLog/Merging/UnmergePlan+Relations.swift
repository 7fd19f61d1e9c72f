internal import ContactModel
internal import LMDB

// Memberships and links: of each the state before the merge, after it, and now.

extension UnmergePlan {
  mutating func unmergeRelations(
    _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let (kept, absorbed) = (merge.kept, merge.absorbed)
    var thirds: Set<RecordID> = []
    for id in [kept, absorbed] {
      for key in try writer.relations(of: id, transaction).keys {
        thirds.insert(key.isMembership || key.owner != id ? key.owner : key.other)
      }
    }
    for third in thirds.subtracting([kept, absorbed]).sorted() {
      try unmerge(third, writer, transaction)
    }
    try putBack(.link(kept, absorbed), writer, transaction)
  }

  private static func key(_ id: RecordID, _ third: RecordID) -> RelationKey {
    third.kind == .group ? .member(id, of: third) : .link(id, third)
  }

  private mutating func unmerge(
    _ third: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let (mine, theirs) = (Self.key(merge.kept, third), Self.key(merge.absorbed, third))
    let header = merge.commit.header
    func past(_ key: RelationKey, _ end: Position) throws -> Relation {
      try writer.reader.relation(key, asOf: end, set: writer.head.liveSet, transaction)
    }
    let before = try past(mine, header.firstPosition - 1)
    let then = try past(mine, header.lastPosition)
    let had = try past(theirs, header.firstPosition - 1)
    let current = try book.relation(mine, writer, transaction)
    _ = try book.relation(theirs, writer, transaction)
    // What is between the kept one and those that went into it is no link of both.
    if others.contains(where: { $0.absorbed == third }) { return }
    var wanted = had.state
    // What ended because the third one was removed was not ended by anybody.
    let isChanged =
      try current.state != then.state && isEdit(current.writers.effective, writer, transaction)
      && book.record(third, writer, transaction).exists
    if isChanged {
      let side: UnmergeSide
      if had.state == .none, try before.state != .none || isClaimed(third, writer, transaction) {
        side = .keep
      } else if before.state == .none, had.state != .none {
        side = .other
      } else {
        side = ask(
          had.state == .none ? .new : .shared, mine.slot, of: mine.owner, then: then.content,
          now: current.content)
      }
      if side != .keep { wanted = current.state }
      if side == .other { try putBack(mine, writer, transaction) }
    } else if current.state == then.state, try !isClaimed(third, writer, transaction) {
      // What is left of a merge that was taken back goes with the last person who had it.
      let effect = current.writers.effective
      let isLeft =
        try had.state == current.state && ownEffect(effect, writer, transaction) != effect
      if merge.made(then.writers.effective) || isLeft { try putBack(mine, writer, transaction) }
    }
    guard wanted != .none else { return }
    guard try book.record(third, writer, transaction).exists else {
      obstacles.append(
        UndoObstacle(
          record: theirs.owner, slot: theirs.slot, reason: .gone,
          slotName: Record(id: theirs.owner).name(of: theirs.slot),
          undoing: merge.commit.number,
          then: had.content, now: .nothing,
          by: try goneBy(third, writer, transaction), isLeft: true))
      return
    }
    book.stage(
      DraftEvent(
        change: theirs.change(to: wanted),
        restores: wanted == had.state ? had.writers.effective : 0),
      of: theirs.owner, theirs.slot)
  }

  /// Whether somebody who stays merged was in a group, or linked with a person, as well.
  private func isClaimed(
    _ third: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    for other in others {
      let had = try writer.reader.relation(
        Self.key(other.absorbed, third), asOf: other.commit.header.firstPosition - 1,
        set: writer.head.liveSet, transaction)
      if had.state != .none { return true }
    }
    return false
  }

  /// Brings back what stood between the kept person and another one before the merge.
  private mutating func putBack(
    _ key: RelationKey, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    _ = try book.relation(key, writer, transaction)
    _ = try book.record(key.owner, writer, transaction)
    let end = merge.commit.header.firstPosition - 1
    let before = try writer.reader.relation(
      key, asOf: end, set: writer.head.liveSet, transaction)
    let effect = try ownEffect(before.writers.effective, writer, transaction)
    let own = try writer.reader.relation(writtenAt: effect, transaction)
    book.stage(
      DraftEvent(change: key.change(to: own.state), restores: effect), of: key.owner, key.slot)
  }

  private mutating func goneBy(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Commit? {
    let record = try book.record(id, writer, transaction)
    let event = try writer.reader.event(at: record.existence.last, transaction)
    return try event.flatMap { try writer.reader.commit($0.commit, transaction) }
  }
}
