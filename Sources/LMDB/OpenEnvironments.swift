import Synchronization

/// The files of every environment this process has open.
///
/// Opening one environment twice in a process is accepted by LMDB, and closing either drops
/// the process's `fcntl` locks on `lock.mdb`: the next process resets the reader table under a
/// live snapshot ("Caveats" in lmdb.h). So a second open is refused here.
enum OpenEnvironments {
  private static let files = Mutex<Set<FileIdentity>>([])

  /// Reserves files; all or none.
  ///
  /// - Throws: ``LMDBError`` with code `alreadyOpen`.
  static func insert(_ added: [FileIdentity]) throws(LMDBError) {
    let fresh = files.withLock { files in
      guard files.isDisjoint(with: added) else { return false }
      files.formUnion(added)
      return true
    }
    guard fresh else { throw LMDBError(code: .alreadyOpen, operation: "open") }
  }

  static func remove(_ removed: [FileIdentity]) {
    files.withLock { $0.subtract(removed) }
  }
}
