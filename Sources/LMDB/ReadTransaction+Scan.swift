import CLMDB

/// The direction of a walk through a table.
public enum ScanDirection: Sendable, Hashable {
  /// Ascending keys.
  case forward
  /// Descending keys.
  case backward
}

extension ReadTransaction {
  /// Walks rows in key order until `body` returns `false`.
  ///
  /// Starts at the first key at or after `start` (forward) or the last at or before it
  /// (backward); `nil` starts at the end of the table. The spans are valid during the call of
  /// `body` only. In a write transaction `body` must not change the table. The corresponding C
  /// function is `mdb_cursor_get`.
  ///
  /// - Throws: ``LMDBError`` for damage, and what `body` throws.
  /// - Complexity: O(log *n*) to start, then O(1) a row; nothing is copied.
  public func scan(
    _ table: Table, from start: Span<UInt8>?, direction: ScanDirection = .forward,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
  ) throws {
    let cursor = unsafe try Cursor(handle, table)
    var row = unsafe Cursor.Row()
    var result: CInt
    if let start {
      result = unsafe cursor.seek(start, direction, &row)
    } else {
      result = unsafe cursor.get(direction == .forward ? MDB_FIRST : MDB_LAST, &row)
    }
    let step = direction == .forward ? MDB_NEXT : MDB_PREV
    while result == MDB_SUCCESS {
      guard unsafe try body(row.key.span, row.value.span) else { return }
      result = unsafe cursor.get(step, &row)
    }
    if result != MDB_NOTFOUND { throw failure("mdb_cursor_get", result) }
  }

  /// Hands the first row at or after a key to `body`; `nil` where there is none.
  ///
  /// - Throws: ``LMDBError`` for damage, and what `body` throws.
  /// - Complexity: O(log *n*).
  public func first<R>(
    in table: Table, atOrAfter key: Span<UInt8>?,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> R
  ) throws -> R? {
    var result: R?
    try scan(table, from: key, direction: .forward) { key, value in
      result = try body(key, value)
      return false
    }
    return result
  }

  /// Hands the last row at or before a key to `body`; `nil` where there is none.
  ///
  /// - Throws: ``LMDBError`` for damage, and what `body` throws.
  /// - Complexity: O(log *n*).
  public func last<R>(
    in table: Table, atOrBefore key: Span<UInt8>?,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> R
  ) throws -> R? {
    var result: R?
    try scan(table, from: key, direction: .backward) { key, value in
      result = try body(key, value)
      return false
    }
    return result
  }
}
