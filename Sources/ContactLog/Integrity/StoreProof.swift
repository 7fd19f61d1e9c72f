public import ContactModel

/// What verifying, rebuilding or replaying a store found.
public struct StoreProof: Sendable {
  /// Commits checked.
  public let commits: UInt64
  /// Events checked.
  public let events: UInt64
  /// The last commit's hash.
  public let head: ContentHash
  /// A digest for each projection, by name, in a fixed order: equal digests, equal bytes.
  public let digests: [(name: String, digest: ContentHash)]
  /// The first thing wrong; `nil`: all is sound.
  public let fault: LogFault?

  /// Whether nothing is wrong.
  public var isSound: Bool { fault == nil }
}
