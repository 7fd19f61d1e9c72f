import CLMDB

/// A place in a table; never leaves this module.
///
/// The corresponding C type is `MDB_cursor`.
@safe struct Cursor: ~Copyable {
  /// Where LMDB puts the row it found; points into the map.
  @unsafe struct Row {
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
  }

  private let handle: OpaquePointer

  /// Opens a cursor in a live transaction, which must outlive it.
  init(_ transaction: OpaquePointer, _ table: Table) throws(LMDBError) {
    var opened: OpaquePointer?
    try check("mdb_cursor_open", unsafe mdb_cursor_open(transaction, table.dbi, &opened))
    guard let opened = unsafe opened else { throw failure("mdb_cursor_open", MDB_BAD_TXN) }
    unsafe handle = unsafe opened
  }

  deinit { unsafe mdb_cursor_close(handle) }

  func get(_ operation: MDB_cursor_op, _ row: inout Row) -> CInt {
    unsafe mdb_cursor_get(handle, &row.key, &row.value, operation)
  }

  /// Places the cursor at the first key at or after `key`, or at the last at or before it.
  func seek(_ key: Span<UInt8>, _ direction: ScanDirection, _ row: inout Row) -> CInt {
    // LMDB refuses an empty key, which sorts before all others.
    if key.isEmpty {
      return direction == .forward ? unsafe get(MDB_FIRST, &row) : MDB_NOTFOUND
    }
    let result = unsafe key.withCValue { key in
      unsafe row.key = unsafe key
      return unsafe get(MDB_SET_RANGE, &row)
    }
    guard direction == .backward else { return result }
    if result == MDB_NOTFOUND { return unsafe get(MDB_LAST, &row) }
    guard result == MDB_SUCCESS, unsafe !row.key.hasBytes(of: key) else { return result }
    return unsafe get(MDB_PREV, &row)
  }

  func put(_ key: Span<UInt8>, _ value: Span<UInt8>, flags: CUnsignedInt) -> CInt {
    unsafe key.withCValue { key in
      unsafe value.withCValue { value in
        unsafe mdb_cursor_put(handle, &key, &value, flags)
      }
    }
  }

  /// Deletes a key; `MDB_NOTFOUND` where there is none.
  func delete(_ key: Span<UInt8>) -> CInt {
    let result = unsafe key.withCValue { key in
      var value = unsafe MDB_val()
      return unsafe mdb_cursor_get(handle, &key, &value, MDB_SET)
    }
    guard result == MDB_SUCCESS else { return result }
    return unsafe mdb_cursor_del(handle, 0)
  }
}
