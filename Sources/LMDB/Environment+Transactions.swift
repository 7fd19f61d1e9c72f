import CLMDB
import Glibc
import Synchronization

extension Environment {
  /// Runs `body` on a snapshot of the last commit.
  ///
  /// What others commit meanwhile stays unseen. Spans and the transaction cannot leave the
  /// closure. The corresponding C function is `mdb_txn_begin` with `MDB_RDONLY`.
  ///
  /// - Throws: ``LMDBError`` with code `readersFull`, `mapResized`, `forked`, `closed` or
  ///   `outOfAddressSpace`; and what `body` throws.
  /// - Complexity: Constant; takes no lock that a writer holds.
  public func read<R: ~Copyable>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    let handle = unsafe try beginRead()
    defer { unsafe endRead(handle) }
    return try body(unsafe ReadTransaction(handle: handle))
  }

  /// Runs `body` and commits what it wrote, or leaves no trace of it when it throws.
  ///
  /// Waits for the writer of this or another process. Before the commit the files are compared
  /// with the paths. When this returns, the changes are on the device. The corresponding C
  /// functions are `mdb_txn_begin`, `mdb_txn_commit` and `mdb_txn_abort`.
  ///
  /// - Throws: ``LMDBError`` with code `replaced`, `diskFull`, `mapFull`, `io`, `panic`,
  ///   `badTransaction` (called inside another write on this thread, which would wait for
  ///   itself for ever), `forked` or `closed`; and what `body` throws. Nothing was committed
  ///   then, except that after `io` or `panic` the outcome must be looked up.
  /// - Complexity: One synchronisation of the file if `body` wrote something.
  public func write<R: ~Copyable>(
    _ body: (borrowing WriteTransaction) throws -> R
  ) throws -> R {
    try refuseNestedWrite("mdb_txn_begin")
    let handle = unsafe try begin(0)
    defer { leave() }
    writer.store(currentThread, ordering: .relaxed)
    let result = unsafe try runOrAbort(handle, body)
    // Cleared first: the commit lets the next writer in, who stores its own thread.
    writer.store(0, ordering: .relaxed)
    try check("mdb_txn_commit", unsafe mdb_txn_commit(handle))
    countWrite()
    return result
  }

  private func runOrAbort<R: ~Copyable>(
    _ handle: OpaquePointer, _ body: (borrowing WriteTransaction) throws -> R
  ) throws -> R {
    do {
      let result = try body(unsafe WriteTransaction(handle: handle))
      try verifyFiles()
      return result
    } catch {
      writer.store(0, ordering: .relaxed)
      unsafe mdb_txn_abort(handle)
      throw error
    }
  }

  /// LMDB's writer mutex is not recursive.
  func refuseNestedWrite(_ operation: StaticString) throws(LMDBError) {
    guard writer.load(ordering: .relaxed) != currentThread else {
      throw LMDBError(code: .badTransaction, operation: "\(operation)")
    }
  }

  private var currentThread: UInt { UInt(pthread_self()) }

  /// Begins a read transaction, within the gate; one that ended before is renewed if there is any.
  ///
  /// A new one costs the allocation of its tables and a reader slot, a renewed one neither.
  func beginRead() throws(LMDBError) -> OpaquePointer {
    try enter()
    if let idle = unsafe idleReads.take() {
      if unsafe mdb_txn_renew(idle) == MDB_SUCCESS { return unsafe idle }
      unsafe mdb_txn_abort(idle)
    }
    leave()
    return unsafe try begin(CUnsignedInt(MDB_RDONLY))
  }

  /// Ends a read transaction and leaves the gate.
  ///
  /// `mdb_txn_reset` lets go of the snapshot.
  func endRead(_ handle: OpaquePointer) {
    unsafe mdb_txn_reset(handle)
    if unsafe !idleReads.give(handle) { unsafe mdb_txn_abort(handle) }
    leave()
  }

  /// Begins a transaction, within the gate.
  func begin(_ flags: CUnsignedInt) throws(LMDBError) -> OpaquePointer {
    var retries = 0
    while true {
      try enter()
      var begun: OpaquePointer?
      let result = unsafe mdb_txn_begin(handle, nil, flags, &begun)
      if result == MDB_SUCCESS, let handle = unsafe begun { return unsafe handle }
      leave()
      retries += 1
      switch result {
      case MDB_READERS_FULL where retries == 1:
        // Killed processes leave their slots taken.
        _ = checkReaders()
      case MDB_MAP_RESIZED where retries <= 100:
        if try !growMap() { usleep(1000) }
      default:
        throw failure("mdb_txn_begin", result)
      }
    }
  }

  /// Follows another process that grew the file; `false` while transactions are live.
  ///
  /// Doubling, not `mdb_env_set_mapsize(0)`: zero takes the size of the process that grew it,
  /// which an environment that had to fall back to a smaller map cannot have.
  private func growMap() throws(LMDBError) -> Bool {
    var result: CInt = MDB_SUCCESS
    let moved = gate.withoutTransactions {
      var info = unsafe MDB_envinfo()
      unsafe mdb_env_info(handle, &info)
      let used = unsafe (info.me_last_pgno + 1) * FileHeader.pageSize
      unsafe result = mdb_env_set_mapsize(handle, max(2 * info.me_mapsize, 2 * used))
    }
    guard result == MDB_SUCCESS else {
      // The old map is gone and there is no new one: nothing may run any more.
      close()
      throw LMDBError(code: .outOfAddressSpace, operation: "mdb_env_set_mapsize")
    }
    return moved
  }
}
