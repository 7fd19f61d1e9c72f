import Glibc

/// What the system, or a check of this module, refused.
///
/// Never holds a path or a user's name, so that it can be logged.
public struct FileSystemError: Error, Hashable, Sendable {
  /// What went wrong.
  public var code: Code

  /// The function that failed, such as `open`.
  public var operation: String

  /// A detail without personal data, such as the kind of the file system or the process that
  /// holds a lock; empty for most.
  public var reason: String

  /// Creates an error; tests build the error they expect with it.
  public init(code: Code, operation: String = "", reason: String = "") {
    self.code = code
    self.operation = operation
    self.reason = reason
  }

  /// Compares the codes only.
  public static func == (a: Self, b: Self) -> Bool { a.code == b.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension FileSystemError: CustomStringConvertible {
  public var description: String {
    reason.isEmpty ? "\(operation): \(code)" : "\(operation): \(code): \(reason)"
  }
}

extension FileSystemError {
  /// An open set of codes: positive ones are the system's, negative ones this module's.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: CInt

    public init(rawValue: CInt) { self.rawValue = rawValue }

    /// `ENOENT`.
    public static let noSuchFile = Self(rawValue: ENOENT)
    /// `EEXIST`.
    public static let exists = Self(rawValue: EEXIST)
    /// `EACCES`.
    public static let permissionDenied = Self(rawValue: EACCES)
    /// `EROFS`.
    public static let readOnlyFileSystem = Self(rawValue: EROFS)
    /// `ENOSPC`, and `EDQUOT` as well.
    public static let diskFull = Self(rawValue: ENOSPC)
    /// `EIO`.
    public static let io = Self(rawValue: EIO)
    /// `ENOTDIR`.
    public static let notADirectory = Self(rawValue: ENOTDIR)
    /// `ENOTEMPTY`.
    public static let notEmpty = Self(rawValue: ENOTEMPTY)
    /// A symbolic link where none may be: `ELOOP`.
    public static let symbolicLink = Self(rawValue: ELOOP)

    /// Another process or session holds the lock; the reason names it.
    public static let busy = Self(rawValue: -1)
    /// This process has the store open already, perhaps through another library.
    public static let alreadyOpen = Self(rawValue: -2)
    /// The file is larger than the limit.
    public static let tooLarge = Self(rawValue: -3)
    /// Not a regular file.
    public static let notRegular = Self(rawValue: -4)
    /// Owned by another user.
    public static let foreignOwner = Self(rawValue: -5)
    /// The group or everybody may write there.
    public static let writableByOthers = Self(rawValue: -6)
    /// The file has a second name, which would be written as well.
    public static let hardLinked = Self(rawValue: -7)
    /// A file system that does not keep the promises the store relies on; the reason names it.
    public static let unsupportedFileSystem = Self(rawValue: -8)
    /// The file at the path is no longer the one that was opened.
    public static let replaced = Self(rawValue: -9)
  }
}

extension FileSystemError.Code: CustomStringConvertible {
  public var description: String {
    switch self {
    case .busy: "locked"
    case .alreadyOpen: "already open in this process"
    case .tooLarge: "larger than the limit"
    case .notRegular: "not a regular file"
    case .foreignOwner: "owned by another user"
    case .writableByOthers: "writable by others"
    case .hardLinked: "has more than one name"
    case .unsupportedFileSystem: "unsupported file system"
    case .replaced: "replaced while open"
    default:
      // Sound: the string is libc's, and copied at once.
      unsafe String(cString: strerror(rawValue))
    }
  }
}

/// The error for `errno`; call it first thing after the failure.
func systemError(_ operation: StaticString, _ number: CInt = errno) -> FileSystemError {
  FileSystemError(
    code: .init(rawValue: number == EDQUOT ? ENOSPC : number), operation: "\(operation)")
}

/// Repeats a system call that a signal interrupted, and turns -1 into an error.
func retrying<T: SignedInteger>(
  _ operation: StaticString, _ call: () -> T
) throws(FileSystemError) -> T {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number != EINTR { throw systemError(operation, number) }
  }
}
