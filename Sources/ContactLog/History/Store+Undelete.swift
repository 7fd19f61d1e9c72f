public import ContactModel
internal import LMDB

extension Store {
  /// Brings removed records back as they were, whenever that was: with the same number, uid, entry
  /// identifiers and photo, and with the memberships and links that left with them.
  ///
  /// All come back in one commit of the kind restore, which can be undone. Memberships in groups and
  /// links with people that are removed themselves stay away, and are reported as obstacles; bring
  /// them back together, or the other one first.
  ///
  /// - Throws: ``StoreError`` with code `notFound` where there never was such a record, `notRemoved`
  ///   for one that is there, `merged` for one that went into another one, `invalid` where a group would contain itself, `busy`, `full`, `io`.
  ///   Nothing is written then.
  /// - Complexity: O(the records' memberships and links, former ones included), one row of the log
  ///   each; independent of how long ago it was.
  @discardableResult
  public func undelete(
    _ records: [RecordID], author: String, program: String, note: String? = nil,
    dryRun: Bool = false
  ) throws -> UndoReport {
    let ids = Set(records).sorted()
    guard !ids.isEmpty else { throw StoreError(.invalid, "name the records to bring back") }
    let draft = Draft(batch: [], author: author, program: program, kind: .restore, note: note)
    return try compensate(draft, dryRun: dryRun) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> CompensationPlan in
      var plan = UndeletePlan()
      for id in ids { try plan.bringBack(id, writer, transaction) }
      for id in ids { try plan.rejoin(id, writer, transaction) }
      return CompensationPlan(
        book: plan.book, obstacles: plan.obstacles, kind: .restore, undoes: plan.removals.sorted())
    }
  }
}

/// Works out which events bring removed records back.
struct UndeletePlan {
  private(set) var book = Compensation()
  private(set) var obstacles: [UndoObstacle] = []
  private var commits: [RecordID: Commit] = [:]
  private var seen: Set<RelationKey> = []

  /// The commits that removed them.
  var removals: Set<UInt64> { Set(commits.values.map(\.number)) }

  /// Undoes the removal itself.
  mutating func bringBack(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let record = try book.record(id, writer, transaction)
    guard record.existence.last != 0 else {
      throw StoreError(.notFound, "there is no record \(id)")
    }
    guard record.isRemoved else {
      throw StoreError(.notRemoved, "\(id) is not removed; there is nothing to bring back")
    }
    if let target = try writer.reader.mergeTarget(of: record, transaction) {
      throw StoreError(id, merged: target)
    }
    guard let (removal, commit) = try event(at: record.existence.last, writer, transaction) else {
      throw StoreError(.notFound, "nothing is known of the removal of \(id); run verify")
    }
    commits[id] = commit
    let effect = try writer.effect(at: removal.previous, transaction)
    book.stage(DraftEvent(change: .restored, restores: effect), of: id, .existence)
    // The undo of a creation takes the card along.
    let range = commit.header.firstPosition...commit.header.lastPosition
    if let card = record.field(.card), range.contains(card.writers.last),
      let (clearing, _) = try event(at: card.writers.last, writer, transaction),
      let before = try writer.event(at: clearing.previous, transaction)?.event
    {
      let effect = before.restores == 0 ? clearing.previous : before.restores
      book.stage(DraftEvent(change: before.change, restores: effect), of: id, .value(.card))
    }
  }

  /// Undoes the ends of memberships and links that the removal brought about.
  mutating func rejoin(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    guard let header = commits[id]?.header else { return }
    let range = header.firstPosition...header.lastPosition
    for key in try writer.relations(of: id, transaction).keys.sorted() {
      let relation = try book.relation(key, writer, transaction)
      guard relation.state == .none, range.contains(relation.writers.last),
        seen.insert(key).inserted,
        let (end, _) = try event(at: relation.writers.last, writer, transaction),
        let before = try writer.event(at: end.previous, transaction)?.event
      else { continue }
      var former = Relation.none
      former.apply(before, at: end.previous)
      if former.state == .none { continue }
      if let gone = try goneEnd(of: key, writer, transaction) {
        try report(key, former, header.number, gone, writer, transaction)
      } else {
        book.stage(
          DraftEvent(change: key.change(to: former.state), restores: former.writers.effective),
          of: key.owner, key.slot)
      }
    }
  }

  /// The one of two records that is removed.
  private mutating func goneEnd(
    of key: RelationKey, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Record? {
    for id in [key.owner, key.other] {
      let record = try book.record(id, writer, transaction)
      if !record.exists { return record }
    }
    return nil
  }

  private mutating func report(
    _ key: RelationKey, _ former: Relation, _ commit: UInt64, _ gone: Record,
    _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let slotKey = SlotKey(record: key.owner, slot: key.slot)
    obstacles.append(
      UndoObstacle(
        record: key.owner, slot: key.slot, reason: .gone, slotName: book.name(of: slotKey),
        undoing: commit, then: former.content, now: .nothing,
        by: try event(at: gone.existence.last, writer, transaction)?.commit, isLeft: true))
  }

  private func event(
    at position: Position, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> (event: Event, commit: Commit)? {
    guard !position.isProvisional,
      let found = try writer.event(at: position, transaction),
      let commit = try writer.commit(found.commit, transaction)
    else { return nil }
    return (found.event, commit)
  }
}

extension BatchWriter {
  /// The position whose effect the event at a position brought about; 0: there is no event.
  func effect(
    at position: Position, _ transaction: borrowing ReadTransaction
  ) throws -> Position {
    guard let event = try event(at: position, transaction)?.event else { return 0 }
    return event.restores == 0 ? position : event.restores
  }
}
