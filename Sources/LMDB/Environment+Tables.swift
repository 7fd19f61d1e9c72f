import CLMDB
import Synchronization

extension Environment {
  /// Opens tables by name in one transaction.
  ///
  /// Call it before other transactions begin: a transaction knows the tables that were open
  /// when it began. The corresponding C function is `mdb_dbi_open`.
  ///
  /// - Parameter create: Whether missing tables are made, which is one committed write.
  /// - Throws: ``LMDBError`` with code `notFound` for a missing table, `dbsFull` with too many,
  ///   or those of ``write(_:)``.
  public func openTables(_ names: [String], create: Bool) throws(LMDBError) -> [Table] {
    // "This function must not be called from multiple concurrent transactions in the same
    // process" (lmdb.h, mdb_dbi_open).
    try tableLock.withLock { _ throws(LMDBError) in
      try refuseNestedWrite("mdb_dbi_open")
      let transaction = unsafe try begin(CUnsignedInt(create ? 0 : MDB_RDONLY))
      defer { leave() }
      var tables: [Table] = []
      do throws(LMDBError) {
        for name in names {
          var dbi: MDB_dbi = 0
          let flags = CUnsignedInt(create ? MDB_CREATE : 0)
          try check("mdb_dbi_open", unsafe mdb_dbi_open(transaction, name, flags, &dbi))
          tables.append(Table(name: name, dbi: dbi))
        }
        if create { try verifyFiles() }
      } catch {
        unsafe mdb_txn_abort(transaction)
        throw error
      }
      // Committed even when only reading: an abort would close the new handles.
      try check("mdb_txn_commit", unsafe mdb_txn_commit(transaction))
      return tables
    }
  }
}
