import Glibc

/// Buffered text to a descriptor, written with `write(2)`.
///
/// Interrupted and short writes are continued. A closed pipe is reported as
/// ``OutputError/closed``, once and for ever after; `SIGPIPE` must be ignored
/// (``ProcessStart/prepare()``). Not for use by several threads.
///
/// - C: `write(2)`
public final class StreamWriter {
  private let descriptor: Int32
  private let capacity: Int
  private var buffer: [UInt8] = []
  private var failure: OutputError?

  /// Writes to one of the standard streams, through a buffer of `capacity` bytes.
  public convenience init(_ stream: StandardStream, capacity: Int = 65_536) {
    self.init(descriptor: stream.rawValue, capacity: capacity)
  }

  init(descriptor: Int32, capacity: Int) {
    self.descriptor = descriptor
    self.capacity = max(1, capacity)
  }

  /// Adds text; bytes leave when the buffer is full or at ``flush()``.
  ///
  /// - Throws: ``OutputError``; after the first error every call throws it again.
  public func write(_ text: String) throws(OutputError) {
    if let failure { throw failure }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { try flush() }
  }

  /// Adds bytes as they are.
  ///
  /// - Throws: ``OutputError``; after the first error every call throws it again.
  public func write(bytes: [UInt8]) throws(OutputError) {
    if let failure { throw failure }
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  /// Hands everything kept so far to the system; durability is not promised.
  ///
  /// - Throws: ``OutputError``.
  public func flush() throws(OutputError) {
    if let failure { throw failure }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard let failed = writeAll(buffer, to: descriptor) else { return }
    let error: OutputError = failed.number == EPIPE ? .closed : .failed(failed)
    failure = error
    throw error
  }
}

/// Writes all bytes, however many calls it takes; returns the error that stopped it.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
  var done = 0
  while done < bytes.count {
    // The pointer is used only inside the closure and stays within the array.
    let written = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(
        descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
    }
    if written >= 0 {
      done += written
    } else if errno == EAGAIN {
      waitUntilReady(descriptor, for: Int16(POLLOUT), milliseconds: -1)
    } else if errno != EINTR {
      return .last("write")
    }
  }
  return nil
}

/// Sleeps until the descriptor can be used, a signal arrives or the time is over.
func waitUntilReady(_ descriptor: Int32, for events: Int16, milliseconds: Int32) {
  var request = pollfd(fd: descriptor, events: events, revents: 0)
  // One structure, lent for the length of the call. Errors show at the read or write that follows.
  _ = unsafe poll(&request, 1, milliseconds)
}
