internal import ContactModel
internal import LMDB

/// Works out which events set records back to how they were when the log ended earlier.
struct RestorePlan {
  /// The commit as of which it is.
  let number: UInt64
  /// The last position of that commit.
  let end: Position
  private(set) var book = Compensation()
  private(set) var obstacles: [UndoObstacle] = []

  init(
    asOf number: UInt64, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    self.number = number
    if number == 0 {
      end = 0
      return
    }
    guard let commit = try writer.reader.commit(number, transaction) else {
      throw StoreError(.notFound, "there is no commit \(number)")
    }
    end = commit.header.lastPosition
  }

  // MARK: The whole book

  /// Sets all back that was written since.
  mutating func restoreAll(
    _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let head = try writer.reader.head(transaction)
    let since = try LogStretch(after: end, through: head.position, writer.reader, transaction)
    // What is being saved beside this has no rows yet, but counts.
    let own = since.records.filter(\.value.isOwn).map(\.key)
    for id in Set(own + writer.touched.map(\.after.id)).sorted() {
      try restore(id, nil, writer, transaction)
    }
    let relations = Set(since.relations.keys).union(writer.relations.keys)
    for key in relations.sorted() { try restore(key, writer, transaction) }
  }

  // MARK: Parts

  /// Sets parts of records back.
  ///
  /// - Throws: ``StoreError`` with code `notFound` for a record that was not there then, and for an
  ///   entry or relation that never was; `removed` for a part of a record that is removed now.
  mutating func restore(
    _ parts: [RecordPart], _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let ids = Set(parts.map(\.record)).sorted()
    for id in ids {
      let ofRecord = parts.filter { $0.record == id }
      try check(id, ofRecord, writer, transaction)
      try restore(id, ofRecord.contains(.record(id)) ? nil : ofRecord, writer, transaction)
    }
    for id in ids {
      let owners = parts.filter { $0.record == id }
      for key in try writer.relations(of: id, transaction).keys.sorted()
      where owners.contains(where: { $0.contains(key.slot, of: Record(id: key.owner)) }) {
        try restore(key, writer, transaction)
      }
    }
  }

  private mutating func check(
    _ id: RecordID, _ parts: [RecordPart], _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let now = try book.record(id, writer, transaction)
    guard now.existence.last != 0 else {
      throw StoreError(.notFound, "there is no record \(id)")
    }
    if let target = try writer.reader.mergeTarget(of: now, transaction) {
      throw StoreError(id, merged: target)
    }
    guard let then = try past(id, writer, transaction) else {
      throw StoreError(.notFound, "\(id) did not exist as of commit \(number)")
    }
    guard then.exists else {
      throw StoreError(.notFound, "\(id) was removed as of commit \(number)")
    }
    for part in parts where part != .record(id) {
      guard now.exists else {
        throw StoreError(.removed, "\(id) is removed; restore all of it, or undelete it first")
      }
      var isKnown = true
      switch part {
      case .entry(_, let property, let identifier), .label(_, let property, let identifier):
        isKnown = now.list(property)?.entries.contains { $0.identifier == identifier } == true
      case .relation(let a, let b):
        let key = a.kind == .group ? RelationKey.member(b, of: a) : .link(a, b)
        isKnown = try book.relation(key, writer, transaction).writers.last != 0
      case .record, .property: break
      }
      if !isKnown { throw StoreError(.notFound, "there never was \(part)") }
    }
  }

  // MARK: One record, one relation

  private func past(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Record? {
    try writer.reader.record(id, asOf: end, set: writer.head.liveSet, transaction)?.record
  }

  /// Stages a record's own slots; `parts` limits it.
  private mutating func restore(
    _ id: RecordID, _ parts: [RecordPart]?, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let now = try book.record(id, writer, transaction)
    let then = try past(id, writer, transaction) ?? Record(id: id)
    for change in now.changes(backTo: then) {
      guard let slot = change.slot(at: 0) else { continue }
      if let parts, !parts.contains(where: { $0.contains(slot, of: now) }) { continue }
      let effect = then.writers(of: slot)?.effective ?? 0
      let whole = try withDocument(change, from: effect, writer, transaction)
      book.stage(DraftEvent(change: whole, restores: effect), of: id, slot)
    }
  }

  /// A record keeps only the hash of the card it was imported from; its bytes are with the event.
  private func withDocument(
    _ change: Change, from effect: Position, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Change {
    guard case .valueSet(let property, .blob) = change,
      case .valueSet(_, let value)? = try writer.reader.event(at: effect, transaction)?.event.change
    else { return change }
    return .valueSet(property, value)
  }

  private mutating func restore(
    _ key: RelationKey, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let now = try book.relation(key, writer, transaction)
    let set = writer.head.liveSet
    let then = try writer.reader.relation(key, asOf: end, set: set, transaction)
    if now.state == then.state { return }
    let ends = [
      try book.record(key.owner, writer, transaction),
      try book.record(key.other, writer, transaction),
    ]
    // Those who are one again stay linked, though one of them is gone.
    let isMerged = try ends.contains { end in
      try writer.reader.mergeTarget(of: end, transaction).map { key == .link(end.id, $0.person) }
        ?? false
    }
    if then.state != .none, !isMerged, let gone = ends.first(where: { !$0.exists }) {
      try report(key, then, gone, writer, transaction)
    } else {
      book.stage(
        DraftEvent(change: key.change(to: then.state), restores: then.writers.effective),
        of: key.owner, key.slot)
    }
  }

  private mutating func report(
    _ key: RelationKey, _ then: Relation, _ gone: Record, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let slotKey = SlotKey(record: key.owner, slot: key.slot)
    let removal = try writer.event(at: gone.existence.last, transaction)?.commit
    obstacles.append(
      UndoObstacle(
        record: key.owner, slot: key.slot, reason: .gone, slotName: book.name(of: slotKey),
        undoing: 0, then: then.content, now: book.storedContent(of: slotKey),
        by: try removal.flatMap { try writer.commit($0, transaction) }, isLeft: true))
  }
}
