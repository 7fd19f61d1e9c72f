/// What an import did, or would do.
///
/// Every card read is counted in exactly one of added, same, updated and failed.
public struct ImportReport: Sendable, Hashable {
  /// A card that was not imported.
  public struct Reject: Sendable, Hashable {
    /// The file, as named by the caller.
    public var file: String
    /// The line the card, or the fault in it, is at.
    public var line: Int
    /// Why.
    public var reason: String

    /// A reject of these parts.
    public init(file: String, line: Int, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }
  }

  /// What became of the cards of one commit.
  struct Counts {
    var added = 0
    var same = 0
    var updated = 0
    var unknownMembers = 0
  }

  mutating func add(_ counts: Counts) {
    added += counts.added
    same += counts.same
    updated += counts.updated
    unknownMembers = counts.unknownMembers
  }

  /// Cards read.
  public var read = 0
  /// Cards that became new records.
  public var added = 0
  /// Cards that changed nothing: their bytes, or all they say, are as last imported.
  public var same = 0
  /// Cards that changed a record.
  public var updated = 0
  /// Cards that were refused.
  public var failed = 0
  /// The first and last commit; `nil` when there was none.
  public var commits: (first: UInt64, last: UInt64)?
  /// The import's id, 32 hexadecimal digits.
  public var importID: String
  /// The cards that were refused.
  public var rejects: [Reject] = []
  /// Members of groups that no card or record answers to, or that contain the group themselves.
  public var unknownMembers = 0

  init(importID: String) { self.importID = importID }

  /// Equal counts and ids.
  public static func == (a: ImportReport, b: ImportReport) -> Bool {
    (a.read, a.added, a.same, a.updated, a.failed) == (b.read, b.added, b.same, b.updated, b.failed)
      && a.importID == b.importID && a.rejects == b.rejects
      && a.commits?.first == b.commits?.first && a.commits?.last == b.commits?.last
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(importID) }
}
