import Glibc

/// A new file, mode 0600, written in pieces, that appears whole or not at all.
///
/// Bytes go to `PATH.part`; ``finish()`` makes them durable and gives the file its name. Letting go
/// of the value before that removes what was written.
public final class NewFile {
  private let file: Descriptor
  private let path: String
  private let part: String
  private var buffer: [UInt8] = []
  private var isFinished = false
  /// How many bytes were written.
  public private(set) var byteCount = 0

  /// Starts a file; what a killed process left of it is thrown away.
  ///
  /// - Throws: ``FileSystemError`` with code `exists` where there is something of that name, or the
  ///   system's.
  public init(path: String) throws(FileSystemError) {
    guard try FileInfo.at(path) == nil else { throw systemError("open", EEXIST) }
    self.path = path
    part = path + ".part"
    try File.remove(part)
    file = try Descriptor(part, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    _ = try retrying("fchmod") { [number = file.number] in fchmod(number, 0o600) }
  }

  deinit {
    if !isFinished { unsafe unlink(part) }
  }

  /// Adds bytes.
  ///
  /// - Throws: ``FileSystemError`` with the system's code.
  public func write(_ bytes: [UInt8]) throws(FileSystemError) {
    buffer += bytes
    byteCount += bytes.count
    if buffer.count > 256 << 10 { try flush() }
  }

  private func flush() throws(FileSystemError) {
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    try file.write(bytes.span)
  }

  /// Makes the bytes durable and the file visible under its name.
  ///
  /// - Throws: ``FileSystemError`` with code `exists` or the system's; the file is not there then.
  public func finish() throws(FileSystemError) {
    try flush()
    try file.synchronize()
    try Directory.rename(part, to: path)
    isFinished = true
  }
}
