import Glibc

/// What a directory entry is, without following a symbolic link: `lstat`.
public struct FileInfo: Hashable, Sendable {
  /// The kinds of file that matter to a store.
  public enum Kind: Hashable, Sendable { case regular, directory, symbolicLink, other }

  /// What kind of file it is.
  public var kind: Kind
  /// The permission bits, such as 0o600.
  public var mode: UInt32
  /// The owner's user number.
  public var owner: UInt32
  /// How many names the file has.
  public var linkCount: Int
  /// The device it is on; with ``inode`` its identity.
  public var device: UInt64
  /// Its number on the device.
  public var inode: UInt64
  /// Its size in bytes.
  public var size: Int
  /// When its content last changed, microseconds since 1970.
  public var modified: Int64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    linkCount = Int(status.st_nlink)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1_000
  }

  /// Looks at a path; `nil` where there is nothing.
  ///
  /// - Throws: ``FileSystemError`` with the system's code, other than `noSuchFile`.
  public static func at(_ path: String) throws(FileSystemError) -> FileInfo? {
    var status = stat()
    // Sound: both pointers live for the call only.
    guard unsafe lstat(path, &status) != 0 else { return FileInfo(status) }
    guard errno == ENOENT else { throw systemError("lstat") }
    return nil
  }
}
