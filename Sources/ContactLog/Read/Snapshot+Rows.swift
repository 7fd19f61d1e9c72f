internal import ContactModel
internal import LMDB

// The one door to the projections' rows. Every query of a snapshot reads through it, so that a
// snapshot of the past answers the same queries as one of the present.

/// Names a projection's table, in whichever set or file it is read from.
typealias ProjectionName = KeyPath<Tables.Projections, Table>

extension Snapshot {
  /// The live table of a projection: for errors, which name it.
  func table(_ name: ProjectionName) -> Table {
    reader.tables.projections[head.liveSet][keyPath: name]
  }

  /// Walks the rows of an index, or of the records, in key order until `body` returns false.
  ///
  /// As `ReadTransaction.scan` does it; relations are read by ``forEachRelation(of:in:_:)``.
  ///
  /// - Complexity: O(log *n*) to start, then O(1) a row. The first one of a snapshot of the past
  ///   finds or makes its rows: see ``Store/read(asOf:_:)``.
  func scan(
    _ name: ProjectionName, from start: Span<UInt8>?, direction: ScanDirection = .forward,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
  ) throws {
    if let past {
      try past.scan(name, from: start, direction, indices, held.transaction, body)
    } else {
      try held.transaction.scan(table(name), from: start, direction: direction, body)
    }
  }

  /// Walks the rows of an index that begin with `prefix`, with the record that each leads to and its key,
  /// until `body` returns false; answers whether it did not.
  ///
  /// - Parameters:
  ///   - start: Where to begin within these; `nil` for the first.
  ///   - isMeant: Whether a row's text is looked for: its key without the zero and the record behind it.
  ///     Rows of other texts are passed over unchecked.
  /// - Complexity: O(log *n* + rows that begin so).
  @discardableResult
  func forEachIndexRow(
    in name: ProjectionName, under prefix: [UInt8], from start: [UInt8]? = nil,
    where isMeant: (Span<UInt8>) -> Bool = { _ in true },
    _ body: (RecordID, Span<UInt8>) throws -> Bool
  ) throws -> Bool {
    let table = table(name)
    let start = start ?? prefix
    var isWanted = true
    try scan(name, from: start.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      cost.rows += 1
      guard isMeant(key.extracting(..<max(0, key.count - 6))) else { return true }
      try Seal.check(key, stored, table)
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      isWanted = try body(id, key)
      return isWanted
    }
    return isWanted
  }

  /// A record's row, removed records included.
  ///
  /// - Complexity: One row; in the past O(the record's own events).
  func row(_ id: RecordID) throws -> (record: Record, newestRun: Position)? {
    if let past { return try past.row(id, held.transaction) }
    return try reader.record(id, set: head.liveSet, held.transaction)
  }

  /// The first position of a record's newest run; `nil` when there never was such a record.
  func newestRun(of id: RecordID) throws -> Position? {
    let newest = try reader.newestRun(
      of: id, set: past?.present.liveSet ?? head.liveSet, held.transaction)
    guard let newest, past != nil else { return newest }
    let run = try reader.run(from: newest, asOf: head.position, held.transaction)
    return run == 0 ? nil : run
  }

  /// Hands every relation of a record that ever was to `body`, in order of the other record, until
  /// it returns false.
  ///
  /// - Parameter name: `members`, `memberships` or `links`.
  /// - Complexity: O(relations); in the past O(their own events).
  func forEachRelation(
    of record: RecordID, in name: ProjectionName, _ body: (RecordID, Relation) throws -> Bool
  ) throws {
    try reader.relations(of: record, in: table(name), held.transaction) { other, relation in
      if past == nil { return try body(other, relation) }
      let then = try reader.relation(relation, asOf: head.position, held.transaction)
      return then.writers.last == 0 ? true : try body(other, then)
    }
  }
}
