import CLMDB

/// An error code reported by LMDB, by the operating system below it, or by this wrapper.
///
/// Match on the code, never on the message:
///
///     catch let error as LMDBError where error.code == .mapFull { ... }
///
/// Neither the code nor the operation ever holds bytes of a key, a value or a path.
public struct LMDBError: Error, Hashable, Sendable {
  /// What went wrong.
  public var code: Code

  /// The function that failed, such as `mdb_put`.
  public var operation: String

  /// Creates an error; tests build the error they expect with it.
  public init(code: Code, operation: String = "") {
    self.code = code
    self.operation = operation
  }

  /// Compares the codes only, so that a test can build the error it expects.
  public static func == (a: Self, b: Self) -> Bool { a.code == b.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Whether the device or a quota is full: the store is intact, and works again once there
  /// is space.
  public var isDiskFull: Bool { code == .diskFull }
}

extension LMDBError: CustomStringConvertible {
  public var description: String { "\(operation): \(code)" }
}

/// Turns a C return code into an error; the only place that does.
@inline(__always)
func check(_ operation: StaticString, _ result: CInt) throws(LMDBError) {
  guard result != MDB_SUCCESS else { return }
  throw failure(operation, result)
}

/// Kept out of line so that the checks on the hot path stay one comparison each.
@inline(never)
func failure(_ operation: StaticString, _ result: CInt) -> LMDBError {
  LMDBError(code: LMDBError.Code(result: result), operation: "\(operation)")
}
