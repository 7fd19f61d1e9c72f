import CKernel
import Glibc

/// Refuses store folders that would break a promise, before anything in them is opened.
public enum StoreChecks {
  /// Looks at a store folder.
  ///
  /// It must be a directory of this user that nobody else can write to, on a local file
  /// system; its files must be regular and have one name. A symbolic link at `lock.mdb` would
  /// have its target overwritten, a FIFO would make the open wait for ever, and on overlayfs a
  /// reader goes on seeing a file of the past.
  ///
  /// - Parameter allowedFileSystems: Kinds to accept all the same, as the error names them.
  /// - Throws: ``FileSystemError`` with code `noSuchFile`, `symbolicLink`, `notADirectory`,
  ///   `foreignOwner`, `writableByOthers`, `notRegular`, `hardLinked`, `unsupportedFileSystem`
  ///   or the system's; the reason names the file or the kind of file system.
  public static func inspect(
    _ directory: String, allowedFileSystems: Set<String> = []
  ) throws(FileSystemError) {
    guard let info = try FileInfo.at(directory) else { throw refusal(.noSuchFile) }
    if info.kind == .symbolicLink { throw refusal(.symbolicLink) }
    guard info.kind == .directory else { throw refusal(.notADirectory) }
    try inspectAccess(info, name: "")
    for name in ["data.mdb", "lock.mdb", "store.lock"] {
      guard let info = try FileInfo.at("\(directory)/\(name)") else { continue }
      if info.kind == .symbolicLink { throw refusal(.symbolicLink, name) }
      guard info.kind == .regular else { throw refusal(.notRegular, name) }
      guard info.linkCount == 1 else { throw refusal(.hardLinked, name) }
      try inspectAccess(info, name: name)
    }
    try inspectFileSystem(of: directory, allowed: allowedFileSystems)
  }

  private static func inspectAccess(_ info: FileInfo, name: String) throws(FileSystemError) {
    guard info.owner == geteuid() else { throw refusal(.foreignOwner, name) }
    guard info.mode & 0o022 == 0 else { throw refusal(.writableByOthers, name) }
  }

  /// Refuses network file systems, FUSE and overlayfs.
  ///
  /// Memory maps and locks do not work there as LMDB needs them.
  ///
  /// - Throws: ``FileSystemError`` with code `unsupportedFileSystem` or the system's.
  public static func inspectFileSystem(
    of path: String, allowed: Set<String> = []
  ) throws(FileSystemError) {
    var status = statfs()
    // Sound: both pointers live for the call only.
    guard unsafe statfs(path, &status) == 0 else { throw systemError("statfs") }
    guard let kind = refusedKind(magic: UInt32(truncatingIfNeeded: status.f_type)),
      !allowed.contains(kind)
    else { return }
    throw refusal(.unsupportedFileSystem, kind)
  }

  /// How many bytes this user can still write to the file system of a path; `nil` when it does not
  /// say.
  public static func availableBytes(at path: String) -> Int? {
    var status = statfs()
    // Sound: both pointers live for the call only.
    guard unsafe statfs(path, &status) == 0 else { return nil }
    return Int(clamping: status.f_bavail) * Int(clamping: status.f_bsize)
  }

  /// The name of a kind that is refused; the numbers are those of statfs(2).
  static func refusedKind(magic: UInt32) -> String? {
    switch magic {
    case 0x6969: "nfs"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "smb"
    case 0x0102_1997: "9p"
    case 0x6573_5546: "fuse"
    case 0x794C_7630: "overlayfs"
    case 0x00C3_6400: "ceph"
    case 0x5346_414F, 0x6B41_4653: "afs"
    case 0x7375_7245: "coda"
    default: nil
    }
  }

  private static func refusal(
    _ code: FileSystemError.Code, _ reason: String = ""
  ) -> FileSystemError {
    FileSystemError(code: code, operation: "open store", reason: reason)
  }
}
