public import Terminal

/// A place text goes to.
public protocol TextSink: AnyObject {
  /// Adds text.
  ///
  /// - Throws: `OutputError.closed` where nobody reads any more.
  func write(_ text: String) throws(OutputError)

  /// Adds bytes as they are.
  ///
  /// - Throws: `OutputError`.
  func write(bytes: [UInt8]) throws(OutputError)

  /// Hands over what was kept back.
  ///
  /// - Throws: `OutputError`.
  func flush() throws(OutputError)
}

extension StreamWriter: TextSink {}

/// Text kept in memory, for tests and for text that is needed as a whole.
public final class MemorySink: TextSink {
  /// Everything written so far.
  public private(set) var text = ""

  /// An empty sink.
  public init() {}

  public func write(_ text: String) throws(OutputError) { self.text += text }
  public func write(bytes: [UInt8]) throws(OutputError) {
    text += String(decoding: bytes, as: UTF8.self)
  }

  public func flush() throws(OutputError) {}
}
