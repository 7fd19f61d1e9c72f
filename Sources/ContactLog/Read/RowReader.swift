internal import ContactModel
internal import LMDB

/// Reads single rows of a store within a transaction, checking each.
///
/// The only place that knows how rows are keyed and sealed. Snapshots and the write path share it.
struct RowReader: Sendable {
  let tables: Tables

  /// Hands the checked value under `key` to `body`; `nil` where there is no row.
  func value<R>(
    _ key: borrowing KeyBuffer, in table: Table, _ transaction: borrowing ReadTransaction,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    guard let stored = try transaction.value(for: key.span, in: table) else { return nil }
    return try body(try Seal.open(key.span, stored, table))
  }

  /// Where the log ends.
  func head(_ transaction: borrowing ReadTransaction) throws -> Head {
    let head = try value(Head.key, in: tables.meta, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try Head(&decoder)
    }
    guard let head else { throw StoreError(.damaged, "the store has no head row; run verify") }
    return head
  }

  /// Who the store is.
  func identity(_ transaction: borrowing ReadTransaction) throws -> Identity {
    let identity = try value(Identity.key, in: tables.meta, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try Identity(&decoder)
    }
    guard let identity else {
      throw StoreError(.notAStore, "the database is not a ContactLog store")
    }
    return identity
  }

  /// A record's row, removed records included.
  func record(
    _ id: RecordID, set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> (record: Record, newestRun: Position)? {
    try value(KeyBuffer(id), in: tables.projections[set].records, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try decoder.record(id)
    }
  }

  /// The first position of a record's newest run; `nil` when there never was such a record.
  func newestRun(
    of id: RecordID, set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> Position? {
    try value(KeyBuffer(id), in: tables.projections[set].records, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try decoder.newestRun()
    }
  }

  /// What stands between two records.
  func relation(
    _ key: RelationKey, set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    let table =
      key.isMembership ? tables.projections[set].members : tables.projections[set].links
    return try value(KeyBuffer(key.owner, key.other), in: table, transaction) {
      try Relation(row: $0)
    } ?? .none
  }

  /// Hands every row of a table of relations that begins with `record` to `body`.
  func relations(
    of record: RecordID, in table: Table, _ transaction: borrowing ReadTransaction,
    _ body: (RecordID, Relation) throws -> Bool
  ) throws {
    let prefix = KeyBuffer(record)
    try transaction.scan(table, from: prefix.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      guard let other = key.record(at: 5) else { throw Seal.damage(key, table) }
      return try body(other, try Relation(row: try Seal.open(key, stored, table)))
    }
  }

  /// The run that holds the event at `position`.
  func run(at position: Position, _ transaction: borrowing ReadTransaction) throws -> Run? {
    let table = tables.events
    let key = KeyBuffer(position)
    let run = try transaction.last(in: table, atOrBefore: key.span) { key, stored in
      guard let first = key.bigEndianUInt64(at: 0) else { throw Seal.damage(key, table) }
      return try Run(try Seal.open(key, stored, table), first: first)
    }
    guard let run, run.last >= position else { return nil }
    return run
  }

  /// The event at `position`, and its commit; `nil` for a position of none, or of one not saved yet.
  ///
  /// Only that event of its run is decoded.
  func event(
    at position: Position, _ transaction: borrowing ReadTransaction
  ) throws -> (event: Event, commit: UInt64)? {
    guard position > 0, !position.isProvisional else { return nil }
    let table = tables.events
    let key = KeyBuffer(position)
    let found = try transaction.last(in: table, atOrBefore: key.span) {
      key, stored throws -> (event: Event, commit: UInt64)? in
      guard let first = key.bigEndianUInt64(at: 0) else { throw Seal.damage(key, table) }
      return try Run.event(try Seal.open(key, stored, table), Int(position - first))
    }
    return found ?? nil
  }

  /// A commit's row.
  func commitRow(
    _ number: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> CommitRow? {
    try value(KeyBuffer(number), in: tables.commits, transaction) { try CommitRow($0) }
  }

  /// A commit.
  func commit(_ number: UInt64, _ transaction: borrowing ReadTransaction) throws -> Commit? {
    guard let row = try commitRow(number, transaction) else { return nil }
    return Commit(
      header: try row.decodedHeader(), hash: row.leafHash(), note: row.note?.text)
  }

  /// The commit that a batch became; `nil`: it was never saved.
  func commit(
    batch: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> UInt64? {
    var key = KeyBuffer(capacity: 16)
    key.append(contentsOf: batch)
    return try value(key, in: tables.batches, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try decoder.unsigned()
    }
  }
}

extension RowReader {
  /// What a clock leads to; `nil`: there is no commit of it.
  func timeRow(_ clock: UInt64, _ transaction: borrowing ReadTransaction) throws -> TimeRow? {
    try value(KeyBuffer(clock), in: tables.times, transaction) { try TimeRow($0) }
  }
}

/// Names a membership or a link, in one direction.
struct RelationKey: Hashable, Sendable {
  /// The group, or the person with the smaller number.
  let owner: RecordID
  /// The member, or the other person.
  let other: RecordID

  /// Whether it is a membership; else it is a link.
  var isMembership: Bool { owner.kind == .group }

  /// The membership of `member` in `group`.
  static func member(_ member: RecordID, of group: RecordID) -> RelationKey {
    RelationKey(owner: group, other: member)
  }

  /// The link between two people, in either order.
  ///
  /// New people get the numbers after all saved ones, in the order they were created: -1, -2, ...
  /// So whoever owns the link in a session owns it in the log as well.
  static func link(_ a: RecordID, _ b: RecordID) -> RelationKey {
    let isInOrder = a.isUnsaved == b.isUnsaved ? a.isUnsaved == (a > b) : b.isUnsaved
    return isInOrder ? RelationKey(owner: a, other: b) : RelationKey(owner: b, other: a)
  }
}

extension Relation {
  /// Writes a relation's row.
  func encode(to encoder: inout CBOREncoder) {
    encoder.array(3)
    encoder.unsigned(state.rawValue)
    encoder.unsigned(writers.last)
    encoder.unsigned(writers.effective)
  }

  init(row: Span<UInt8>) throws {
    var decoder = CBORDecoder(row)
    guard try decoder.array() == 3, let state = State(rawValue: try decoder.unsigned()) else {
      throw CBORError(code: .wrongFields, offset: 0)
    }
    let last = try decoder.unsigned()
    self.init(state: state, writers: Writers(last: last, effective: try decoder.unsigned()))
    try decoder.finish()
  }
}
