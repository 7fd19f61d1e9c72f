internal import ContactModel
internal import LMDB

/// Brings the projections of records from one state to another.
///
/// Rows are collected, sorted and put in order: neighbours share pages. Saves and rebuilds use it
/// alike; only the state before differs.
struct ProjectionWriter: ~Copyable {
  private let indices: [any RecordIndex]
  private let set: Tables.Projections
  private let putsRecords: Bool
  private var records = RowBuffer()
  private var inserts: [RowBuffer.Box] = []
  private var deletes: [RowBuffer.Box] = []
  private var before = KeyList()
  private var after = KeyList()

  /// - Parameter putsRecords: Whether the records' own rows are put too; else only the indices.
  init(indices: [any RecordIndex], set: Tables.Projections, putsRecords: Bool = true) {
    self.indices = indices
    self.set = set
    self.putsRecords = putsRecords
    inserts = indices.map { _ in RowBuffer.Box() }
    deletes = indices.map { _ in RowBuffer.Box() }
  }

  /// Bytes collected so far.
  var byteCount: Int { inserts.reduce(records.byteCount) { $0 + $1.rows.byteCount } }

  /// Collects the rows of one record.
  ///
  /// - Parameters:
  ///   - before: The record as the projections have it; `nil` when they have none.
  ///   - changed: The properties that differ; `nil`: any may.
  mutating func update(
    before old: Record?, after new: Record, newestRun: Position, changed: PropertySet?
  ) throws {
    if putsRecords {
      let key = KeyBuffer(new.id)
      var encoder = CBOREncoder()
      encoder.bytes.reserveCapacity(512)
      encoder.record(new, newestRun: newestRun)
      Seal.append(key.span, &encoder.bytes)
      records.append(key: key.span, value: encoder.bytes.span)
    }
    for (place, index) in indices.enumerated() {
      if let changed, !changed.intersects(index.reads) { continue }
      after.removeAll()
      index.appendKeys(of: new, to: &after)
      before.removeAll()
      if let old { index.appendKeys(of: old, to: &before) }
      let (oldKeys, newKeys) = (before.lookup, after.lookup)
      for at in 0..<before.count
      where !(newKeys?.contains(before.key(at).array) ?? after.contains(before.key(at))) {
        deletes[place].rows.append(key: before.key(at))
      }
      for at in 0..<after.count
      where !(oldKeys?.contains(after.key(at).array) ?? before.contains(after.key(at))) {
        inserts[place].append(indexKey: after.key(at))
      }
    }
  }

  /// Puts what was collected and begins anew.
  mutating func flush(_ transaction: borrowing WriteTransaction) throws {
    try transaction.put(rows: records, in: set.records)
    records.removeAll()
    for (place, index) in indices.enumerated() {
      let table = type(of: index).table(set)
      let (gone, added) = (deletes[place], inserts[place])
      gone.rows.sort()
      added.rows.sort()
      if !gone.rows.isEmpty { try transaction.delete(rows: gone.rows, in: table) }
      if !added.rows.isEmpty { try transaction.put(rows: added.rows, in: table) }
      if let order = index as? OrderIndex {
        try OrderCounts.update(
          order, in: table, inserted: added.rows, deleted: gone.rows, transaction)
      }
      gone.rows.removeAll()
      added.rows.removeAll()
    }
  }

  /// Puts relations in both directions.
  static func put(
    _ relations: [RelationKey: Relation], in set: Tables.Projections,
    _ transaction: borrowing WriteTransaction
  ) throws {
    guard !relations.isEmpty else { return }
    let forward = RowBuffer.Box()
    let backward = RowBuffer.Box()
    let links = RowBuffer.Box()
    for (key, relation) in relations {
      var encoder = CBOREncoder()
      relation.encode(to: &encoder)
      let there = key.isMembership ? forward : links
      let back = key.isMembership ? backward : links
      there.append(sealing: KeyBuffer(key.owner, key.other), encoder.bytes)
      back.append(sealing: KeyBuffer(key.other, key.owner), encoder.bytes)
    }
    try forward.flush(transaction) { try $1.put(rows: $0, in: set.members) }
    try backward.flush(transaction) { try $1.put(rows: $0, in: set.memberships) }
    try links.flush(transaction) { try $1.put(rows: $0, in: set.links) }
  }
}

extension RowBuffer {
  /// Adds an index row: the key, with its checksum as the value.
  mutating func append(indexKey key: Span<UInt8>) {
    let checksum = Seal.index(key)
    let value: [UInt8] = [
      UInt8(checksum >> 24), UInt8(checksum >> 16 & 255), UInt8(checksum >> 8 & 255),
      UInt8(checksum & 255),
    ]
    append(key: key, value: value.span)
  }

  /// Holds a buffer where an array needs one: buffers cannot be copied.
  final class Box {
    var rows = RowBuffer()

    /// Adds an index row.
    func append(indexKey key: Span<UInt8>) { rows.append(indexKey: key) }

    /// Adds a value row with its checksum.
    func append(sealing key: borrowing KeyBuffer, _ value: consuming [UInt8]) {
      Seal.append(key.span, &value)
      rows.append(key: key.span, value: value.span)
    }

    /// Sorts, hands the rows over and empties the buffer.
    func flush(
      _ transaction: borrowing WriteTransaction,
      _ body: (borrowing RowBuffer, borrowing WriteTransaction) throws -> Void
    ) throws {
      guard !rows.isEmpty else { return }
      rows.sort()
      try body(rows, transaction)
      rows.removeAll()
    }
  }
}
