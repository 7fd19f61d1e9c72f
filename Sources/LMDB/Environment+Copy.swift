import CLMDB
import Glibc

extension Environment {
  /// Writes a consistent copy as `data.mdb`, mode 0600, into an existing directory.
  ///
  /// Writers go on meanwhile. The copy is on the device when this returns; its directory entry
  /// is synchronised too. A plain file copy of a live environment is corrupt one time in
  /// three. A compacting copy leaves out free pages, which still hold deleted values. The
  /// corresponding C function is `mdb_env_copyfd2`.
  ///
  /// - Throws: ``LMDBError`` with code `keyExists` where `data.mdb` is there, `badTransaction`
  ///   inside a write on this thread, or the system's. A partial copy is removed.
  public func copy(toDirectory directory: String, compacting: Bool) throws(LMDBError) {
    try refuseNestedWrite("mdb_env_copyfd2")
    try enter()
    defer { leave() }
    let path = "\(directory)/data.mdb"
    let descriptor = unsafe Glibc.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw failure("open", errno == EEXIST ? MDB_KEYEXIST : errno)
    }
    var result = unsafe mdb_env_copyfd2(
      handle, descriptor, CUnsignedInt(compacting ? MDB_CP_COMPACT : 0))
    if result == MDB_SUCCESS, fsync(descriptor) != 0 { result = errno }
    if Glibc.close(descriptor) != 0, result == MDB_SUCCESS { result = errno }
    if result == MDB_SUCCESS { result = synchronize(directory) }
    guard result != MDB_SUCCESS else { return }
    unsafe unlink(path)
    throw failure("mdb_env_copyfd2", result)
  }

  private func synchronize(_ directory: String) -> CInt {
    let descriptor = unsafe Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { Glibc.close(descriptor) }
    return fsync(descriptor) == 0 ? MDB_SUCCESS : errno
  }
}
