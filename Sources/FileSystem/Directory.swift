import CKernel
import Glibc

/// Directories, with explicit modes and explicit synchronisation.
public enum Directory {
  /// Makes a directory with exactly the given mode, whatever the umask.
  ///
  /// - Throws: ``FileSystemError`` with code `exists` or the system's.
  public static func create(_ path: String, mode: UInt32 = 0o700) throws(FileSystemError) {
    _ = try retrying("mkdir") { unsafe mkdir(path, mode_t(mode)) }
    _ = try retrying("chmod") { unsafe chmod(path, mode_t(mode)) }
  }

  /// Waits until the entries of a directory are on the device: `fsync`.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public static func synchronize(_ path: String) throws(FileSystemError) {
    let directory = try Descriptor(path, O_RDONLY | O_DIRECTORY, followingLinks: true)
    try directory.synchronize()
  }

  /// Renames a file or directory, and never onto something else.
  ///
  /// One step: `renameat2` with `RENAME_NOREPLACE`. Where the file system lacks that, a check
  /// goes before.
  ///
  /// - Throws: ``FileSystemError`` with code `exists` or the system's.
  public static func rename(_ source: String, to target: String) throws(FileSystemError) {
    // Sound: both strings live for the call only.
    if unsafe contactlog_rename_no_replace(source, target) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw systemError("renameat2") }
    guard try FileInfo.at(target) == nil else { throw systemError("rename", EEXIST) }
    guard unsafe Glibc.rename(source, target) == 0 else { throw systemError("rename") }
  }

  /// The names in a directory, sorted byte by byte, without `.` and `..`.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public static func contents(of path: String) throws(FileSystemError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw systemError("opendir") }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // Sound: d_name ends in a zero byte, and is copied before the next readdir.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw systemError("readdir") }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Deletes a directory and all in it; symbolic links are deleted, not followed.
  ///
  /// Nothing happens where there is nothing. No file is opened, so that locks on it stay.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public static func removeTree(_ path: String) throws(FileSystemError) {
    guard let info = try FileInfo.at(path) else { return }
    guard info.kind == .directory else { return try File.remove(path) }
    for name in try contents(of: path) { try removeTree("\(path)/\(name)") }
    guard unsafe rmdir(path) == 0 else { throw systemError("rmdir") }
  }
}
