import Glibc

/// Whole small files, and the sign that something was committed.
public enum File {
  /// Writes a new file and waits until it is on the device.
  ///
  /// The directory entry is not; see ``Directory/synchronize(_:)``. The mode is set whatever
  /// the umask. A partial file is removed.
  ///
  /// - Throws: ``FileSystemError`` with code `exists` (a symbolic link counts), `diskFull` or
  ///   the system's.
  public static func write(
    _ bytes: Span<UInt8>, toNewFile path: String, mode: UInt32 = 0o600
  ) throws(FileSystemError) {
    let file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode_t(mode))
    do throws(FileSystemError) {
      _ = try retrying("fchmod") { fchmod(file.number, mode_t(mode)) }
      try file.write(bytes)
      try file.synchronize()
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  /// Writes a new file from an array.
  public static func write(
    _ bytes: [UInt8], toNewFile path: String, mode: UInt32 = 0o600
  ) throws(FileSystemError) {
    try write(bytes.span, toNewFile: path, mode: mode)
  }

  /// Tells those who watch a file, with one write of one byte; makes the file if needed.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public static func touch(_ path: String) throws(FileSystemError) {
    let file = try Descriptor(path, O_WRONLY | O_CREAT, mode: 0o600)
    // The bytes carry nothing: watchers look at the store itself.
    _ = try retrying("pwrite") { unsafe pwrite(file.number, "\n", 1, 0) }
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``FileSystemError`` with code `tooLarge` above `limit` bytes, or the system's.
  public static func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    var reader = try FileReader(path: path)
    var bytes: [UInt8] = []
    var chunk: [UInt8] = []
    while try reader.read(into: &chunk) {
      guard bytes.count + chunk.count <= limit else {
        throw FileSystemError(code: .tooLarge, operation: "read")
      }
      bytes.append(contentsOf: chunk)
    }
    return bytes
  }

  /// Deletes a file; nothing happens where there is none.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public static func remove(_ path: String) throws(FileSystemError) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw systemError("unlink")
  }
}
