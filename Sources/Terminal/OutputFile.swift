import Glibc

/// A new file that appears whole or not at all.
///
/// Bytes go to a temporary file beside the target, mode 0600; ``finish()`` makes them durable and
/// gives the file its name. Dropping the value before that leaves nothing behind. A device or pipe
/// is written straight into: it must not be replaced by a file.
///
/// - C: `open(2)` with `O_EXCL | O_NOFOLLOW`, `fsync(2)`, `link(2)`, `rename(2)`
public final class OutputFile {
  private let descriptor: Int32
  private let target: String
  private let temporary: String?
  private let replaces: Bool
  private let writer: StreamWriter
  private var isFinished = false

  /// Starts a file; with `replacing` an existing one is exchanged at the end.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` where the target is there and must not be replaced.
  public init(path: String, replacing: Bool) throws(SystemError) {
    guard !path.isEmpty, !path.contains("\0") else {
      throw SystemError(number: ENOENT, call: "open")
    }
    target = path
    replaces = replacing
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if kind == S_IFCHR || kind == S_IFIFO {
        let opened = unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { throw .last("open") }
        descriptor = opened
        temporary = nil
        writer = StreamWriter(descriptor: opened, capacity: 65_536)
        return
      }
      guard replacing, kind == S_IFREG else { throw SystemError(number: EEXIST, call: "open") }
    }
    let name = "\(path).\(getpid()).part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = unsafe open(name, flags, 0o600)
    guard opened >= 0 else { throw .last("open") }
    descriptor = opened
    temporary = name
    writer = StreamWriter(descriptor: opened, capacity: 65_536)
  }

  deinit {
    close(descriptor)
    if !isFinished, let temporary { unsafe unlink(temporary) }
  }

  /// Adds text.
  ///
  /// - Throws: ``OutputError``.
  public func write(_ text: String) throws(OutputError) { try writer.write(text) }

  /// Adds bytes as they are.
  ///
  /// - Throws: ``OutputError``.
  public func write(bytes: [UInt8]) throws(OutputError) { try writer.write(bytes: bytes) }

  /// Makes the bytes durable and the file visible under its name.
  ///
  /// - Throws: ``OutputError``; the target is then as it was.
  public func finish() throws(OutputError) {
    try writer.flush()
    guard let temporary else { return }
    guard fsync(descriptor) == 0 else { throw .failed(.last("fsync")) }
    if replaces {
      guard unsafe rename(temporary, target) == 0 else { throw .failed(.last("rename")) }
    } else {
      // link(2) refuses an existing target, which rename(2) would silently replace.
      guard unsafe link(temporary, target) == 0 else { throw .failed(.last("link")) }
      unsafe unlink(temporary)
    }
    isFinished = true
  }
}
