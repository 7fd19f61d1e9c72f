import CLMDB

/// A consistent snapshot of all tables, lent to a closure.
///
/// Cannot be copied, stored or sent to another thread. The spans it hands out point into the
/// map and live as long as the borrow. The corresponding C type is `MDB_txn`.
@safe public struct ReadTransaction: ~Copyable {
  // Sound: the environment ends the transaction only after the closure that borrows this.
  let handle: OpaquePointer

  init(handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  /// The number of the transaction: `mdb_txn_id`.
  ///
  /// That of the commit it sees, or makes.
  public var id: Int { unsafe mdb_txn_id(handle) }
}

// A snapshot belongs to the closure that it is lent to.
@available(*, unavailable)
extension ReadTransaction: Sendable {}

// MARK: - Single rows

extension ReadTransaction {
  /// The value stored under a key, without a copy; `nil` where there is none.
  ///
  /// Inside a write transaction the span is invalid after the next change. The corresponding C
  /// function is `mdb_get`.
  ///
  /// - Throws: ``LMDBError`` with code `badValueSize` for an empty key or one above 511 bytes,
  ///   or a code for damage.
  /// - Complexity: O(log *n*) pages.
  @_lifetime(borrow self)
  public func value(
    for key: Span<UInt8>, in table: Table
  ) throws(LMDBError) -> Span<UInt8>? {
    var found = unsafe MDB_val()
    let result = unsafe key.withCValue { key in
      unsafe mdb_get(handle, table.dbi, &key, &found)
    }
    if result == MDB_NOTFOUND { return nil }
    try check("mdb_get", result)
    let span = unsafe found.span
    // Sound: the map stays while the transaction is borrowed.
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Whether a key is stored: `mdb_get`.
  public func contains(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
    try value(for: key, in: table) != nil
  }

  /// The number of rows: `mdb_stat`.
  ///
  /// - Complexity: O(1).
  public func count(of table: Table) throws(LMDBError) -> Int {
    try statistics(of: table).ms_entries
  }

  /// The number of pages a table takes, overflow pages included: `mdb_stat`.
  ///
  /// - Complexity: O(1).
  public func pages(of table: Table) throws(LMDBError) -> Int {
    let stat = try statistics(of: table)
    return stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages
  }

  private func statistics(of table: Table) throws(LMDBError) -> MDB_stat {
    var stat = MDB_stat()
    try check("mdb_stat", unsafe mdb_stat(handle, table.dbi, &stat))
    return stat
  }
}
