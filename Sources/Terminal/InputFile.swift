import Glibc

/// A file or standard input, read from front to back in pieces.
///
/// - C: `open(2)`, `poll(2)`, `read(2)`
public final class InputFile {
  private let descriptor: Int32
  private let closes: Bool

  /// Standard input; it stays open afterwards.
  public init(_ stream: StandardStream) {
    descriptor = stream.rawValue
    closes = false
  }

  /// Opens a file for reading.
  ///
  /// - Throws: ``SystemError``; a folder is refused here already (`EISDIR`).
  public init(path: String) throws(SystemError) {
    let opened = path.contains("\0") ? -1 : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else {
      throw path.contains("\0") ? SystemError(number: ENOENT, call: "open") : .last("open")
    }
    var status = stat()
    if unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw SystemError(number: EISDIR, call: "open")
    }
    descriptor = opened
    closes = true
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// The next bytes, at most `limit`; empty at the end.
  ///
  /// Ends early, as if the input were over, when an interrupt was asked for: Ctrl-C must work
  /// while the tool waits for a slow pipe, and `read(2)` alone would be restarted.
  ///
  /// - Throws: ``SystemError``.
  public func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    var wait = true
    // The buffer is filled by the kernel up to the count it returns, which is then set.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        if Interrupt.isRequested { return }
        if wait { waitUntilReady(descriptor, for: Int16(POLLIN), milliseconds: 200) }
        wait = !isReady(descriptor)
        if wait { continue }
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
        if got >= 0 {
          count = got
          return
        }
        if errno != EINTR && errno != EAGAIN {
          failure = .last("read")
          return
        }
        wait = true
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

private func isReady(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  // One structure, lent for the length of the call; a hang-up counts as ready (read returns 0).
  let count = unsafe poll(&request, 1, 0)
  return count > 0 || (count < 0 && errno != EINTR)
}
