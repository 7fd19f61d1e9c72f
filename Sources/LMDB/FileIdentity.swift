import Glibc

/// Which file a path names, whatever happens to the path later.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// What `lstat` tells, or `nil` where there is nothing at the path.
///
/// - Throws: ``LMDBError`` with the system's code for other failures than `ENOENT`.
func fileStatus(_ path: String) throws(LMDBError) -> stat? {
  var status = stat()
  // Sound: both pointers live for the call only.
  guard unsafe lstat(path, &status) != 0 else { return status }
  guard errno == ENOENT else { throw failure("lstat", errno) }
  return nil
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
