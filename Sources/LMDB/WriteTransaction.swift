import CLMDB

/// The one write transaction, lent to a closure on one thread.
///
/// Its changes are visible to ``reading`` at once and to others after the commit. Spans got
/// through ``reading`` are invalid after the next change in the same transaction. The
/// corresponding C type is `MDB_txn`.
@safe public struct WriteTransaction: ~Copyable {
  /// Reads what is stored, own changes included.
  public let reading: ReadTransaction

  init(handle: OpaquePointer) { reading = unsafe ReadTransaction(handle: handle) }

  // Sound: as for `ReadTransaction`.
  var handle: OpaquePointer { unsafe reading.handle }
}

// LMDB ties a write transaction to the thread that began it.
@available(*, unavailable)
extension WriteTransaction: Sendable {}

// MARK: - Single rows

extension WriteTransaction {
  /// Stores a value under a key, replacing what was there: `mdb_put`.
  ///
  /// - Throws: ``LMDBError`` with code `badValueSize`, `mapFull`, `diskFull` or for damage;
  ///   the transaction cannot be committed after other codes than `badValueSize`.
  /// - Complexity: O(log *n*) pages.
  public func put(
    _ key: Span<UInt8>, _ value: Span<UInt8>, in table: Table
  ) throws(LMDBError) {
    try store(key, value, in: table, flags: 0)
  }

  /// Stores a row whose key is above all others, without a search: `mdb_put`, `MDB_APPEND`.
  ///
  /// - Throws: As ``put(_:_:in:)``, and `keyExists` where the key is not above the last.
  public func append(
    _ key: Span<UInt8>, _ value: Span<UInt8>, in table: Table
  ) throws(LMDBError) {
    try store(key, value, in: table, flags: MDB_APPEND)
  }

  /// Stores a row whose key is new: `mdb_put`, `MDB_NOOVERWRITE`.
  ///
  /// - Throws: As ``put(_:_:in:)``, and `keyExists`, with nothing changed.
  public func insert(
    _ key: Span<UInt8>, _ value: Span<UInt8>, in table: Table
  ) throws(LMDBError) {
    try store(key, value, in: table, flags: MDB_NOOVERWRITE)
  }

  private func store(
    _ key: Span<UInt8>, _ value: Span<UInt8>, in table: Table, flags: CInt
  ) throws(LMDBError) {
    let result = unsafe key.withCValue { key in
      unsafe value.withCValue { value in
        unsafe mdb_put(handle, table.dbi, &key, &value, CUnsignedInt(flags))
      }
    }
    try check("mdb_put", result)
  }

  /// Deletes a row; `false` where there was none: `mdb_del`.
  ///
  /// - Throws: As ``put(_:_:in:)``.
  @discardableResult
  public func delete(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
    let result = unsafe key.withCValue { key in
      unsafe mdb_del(handle, table.dbi, &key, nil)
    }
    if result == MDB_NOTFOUND { return false }
    try check("mdb_del", result)
    return true
  }

  /// Deletes all rows and keeps the table: `mdb_drop` with `del` 0.
  ///
  /// - Complexity: O(pages); dirties every page of the free list it needs.
  public func empty(_ table: Table) throws(LMDBError) {
    try check("mdb_drop", unsafe mdb_drop(handle, table.dbi, 0))
  }
}
