import Glibc

/// One of the three descriptors a process starts with.
public enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether a person sits at the other end.
  ///
  /// - C: `isatty(3)`
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width in columns, or nil where the stream is no terminal or does not know its width.
  ///
  /// - C: `ioctl(2)` with `TIOCGWINSZ`
  public var width: Int? {
    var size = winsize()
    // The kernel fills the structure whose address is lent for the length of the call.
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
