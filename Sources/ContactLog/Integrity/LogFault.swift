/// The first thing found wrong in a log or its projections.
public struct LogFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing.
  public enum Kind: String, Sendable, Hashable {
    /// A stored row is not what was written, or is missing.
    case damaged
    /// A hash, a position or a link between commits does not hold.
    case chain
    /// A projection is not what follows from the log.
    case projection
  }

  /// What kind of thing.
  public let kind: Kind
  /// The commit concerned; 0 when it cannot be told.
  public let commit: UInt64
  /// What is wrong, in words, without personal data.
  public let reason: String

  /// The reason with the commit.
  public var description: String { commit == 0 ? reason : "commit \(commit): \(reason)" }
}
