public import ContactModel

/// Which commits are asked for; what is left out lets all through.
public struct CommitFilter: Sendable, Hashable {
  /// By whom: any of these.
  public var authors: Set<String> = []
  /// Through what: any of these.
  public var programs: Set<String> = []
  /// Why: any of these.
  public var kinds: Set<CommitKind> = []
  /// Only commits of these numbers.
  public var numbers: ClosedRange<UInt64> = 0...(.max)
  /// Only those made at or after this time by the author's clock, microseconds since 1970.
  public var since: Int64?
  /// Only those made at or before this time.
  public var until: Int64?
  /// Only those that changed this record, its memberships or links.
  public var record: RecordID?
  /// Only those that changed one of these properties; with a record, of that one.
  ///
  /// ``ContactModel/Property/existence`` stands for creation, removal and return.
  public var properties: Set<Property> = []

  /// All commits.
  public init() {}

  /// Whether a header fits, as far as it can tell.
  func fits(_ header: CommitHeader) -> Bool {
    (authors.isEmpty || authors.contains(header.author))
      && (programs.isEmpty || programs.contains(header.program))
      && (kinds.isEmpty || kinds.contains(header.kind))
      && header.time >= since ?? .min && header.time <= until ?? .max
  }
}

/// A place in the log, for going on where a page of commits ended.
///
/// Carries what newer commits said about older ones, so that no page reads them again.
public struct CommitCursor: Sendable, Hashable {
  /// Only commits with smaller numbers follow.
  public let before: UInt64
  /// The last commit whose header was read.
  var newest: UInt64 = 0
  /// By commits still to come, who undid them, the newest first.
  var undone: [UInt64: [UInt64]] = [:]

  /// The place in front of a commit; by default the end of the log.
  public init(before: UInt64 = .max) { self.before = before }

  init(before: UInt64, newest: UInt64, undone: [UInt64: [UInt64]]) {
    self.before = before
    self.newest = newest
    self.undone = undone
  }
}

/// A commit with what others know about it.
public struct CommitSummary: Sendable, Hashable {
  /// The commit.
  public let commit: Commit
  /// How many records it is about: those with an event of their own.
  public let records: Int
  /// The commits that undid it, the oldest first.
  public let undoneBy: [UInt64]
}
