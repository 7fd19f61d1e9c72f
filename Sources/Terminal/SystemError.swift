import Glibc

/// An error number of the operating system, with the call it came from.
///
/// - C: `errno(3)`, `strerror_r(3)`
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let number: Int32
  /// The system call that failed, such as `open`.
  public let call: String

  /// Keeps an error number and the name of the call that set it.
  public init(number: Int32, call: String) {
    self.number = number
    self.call = call
  }

  /// The number as the C library words it, such as `No such file or directory`.
  public var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    // The POSIX variant fills the buffer lent here, with its terminating zero.
    return unsafe buffer.withUnsafeMutableBufferPointer { space in
      guard let address = space.baseAddress else { return "" }
      _ = unsafe strerror_r(number, address, space.count)
      return unsafe String(cString: address)
    }
  }

  /// The call and the error as text; never a path or other data.
  public var description: String { "\(call): \(text)" }

  static func last(_ call: String) -> SystemError { SystemError(number: errno, call: call) }
}

extension SystemError {
  /// The file or folder does not exist (`ENOENT`, `ENOTDIR`).
  public var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// Access is refused (`EACCES`, `EPERM`, `EROFS`).
  public var isDenied: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// The file is there already (`EEXIST`).
  public var alreadyExists: Bool { number == EEXIST }
  /// No room is left (`ENOSPC`, `EDQUOT`, `EFBIG`).
  public var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
  /// A folder stands where a file was expected (`EISDIR`).
  public var isFolder: Bool { number == EISDIR }
}
