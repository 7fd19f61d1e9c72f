import Glibc

/// How large a file is.
public struct FileSize: Hashable, Sendable {
  /// Its length in bytes.
  public let length: Int
  /// What it takes on the disk, in bytes; less than its length where it has holes.
  public let allocated: Int

  /// Looks a file up without opening it.
  ///
  /// - Throws: ``SystemError``.
  /// - C: `stat(2)`
  public init(path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .last("stat") }
    length = Int(status.st_size)
    allocated = Int(status.st_blocks) * 512
  }
}
