import CLMDB

/// Writes many rows of one table through one open cursor.
///
/// Fastest for sorted keys: a key on the page of the one before needs no search from the root.
@safe public struct TableWriter: ~Copyable {
  private let cursor: Cursor
  private let flags: CUnsignedInt

  init(_ transaction: borrowing WriteTransaction, _ table: Table, appending: Bool) throws(LMDBError)
  {
    cursor = unsafe try Cursor(transaction.handle, table)
    flags = appending ? CUnsignedInt(MDB_APPEND) : 0
  }

  /// Stores a row, replacing what was there unless appending: `mdb_cursor_put`.
  ///
  /// - Throws: As ``WriteTransaction/put(_:_:in:)``; `keyExists` when appending a key that is
  ///   not above the last.
  public func put(_ key: Span<UInt8>, _ value: Span<UInt8>) throws(LMDBError) {
    try check("mdb_cursor_put", cursor.put(key, value, flags: flags))
  }

  /// Deletes a row; `false` where there was none: `mdb_cursor_del`.
  @discardableResult
  public func delete(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
    let result = cursor.delete(key)
    if result == MDB_NOTFOUND { return false }
    try check("mdb_cursor_del", result)
    return true
  }
}

// The cursor belongs to a write transaction, hence to a thread.
@available(*, unavailable)
extension TableWriter: Sendable {}

extension WriteTransaction {
  /// Lends a writer with one open cursor.
  ///
  /// - Parameter appending: Whether all keys are ascending and above those stored.
  /// - Throws: ``LMDBError``, and what `body` throws.
  public func withWriter<R>(
    of table: Table, appending: Bool = false, _ body: (borrowing TableWriter) throws -> R
  ) throws -> R {
    try body(TableWriter(self, table, appending: appending))
  }

  /// Stores all rows of a buffer, in its order; sort it first.
  ///
  /// - Parameter appending: Whether the keys are ascending and above those stored.
  /// - Throws: As ``put(_:_:in:)``; `keyExists` when appending a key that is not above the last.
  public func put(
    rows: borrowing RowBuffer, in table: Table, appending: Bool = false
  ) throws(LMDBError) {
    let writer = try TableWriter(self, table, appending: appending)
    for row in 0..<rows.count { try writer.put(rows.key(row), rows.value(row)) }
  }

  /// Deletes the keys of a buffer, in its order; sort it first.
  ///
  /// Missing keys are passed over.
  ///
  /// - Returns: How many rows were deleted.
  @discardableResult
  public func delete(rows: borrowing RowBuffer, in table: Table) throws(LMDBError) -> Int {
    let writer = try TableWriter(self, table, appending: false)
    var deleted = 0
    for row in 0..<rows.count where try writer.delete(rows.key(row)) { deleted += 1 }
    return deleted
  }
}
