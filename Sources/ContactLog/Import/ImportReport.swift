public import ContactModel

/// What an import did, or would do.
///
/// Every card read is counted in exactly one of added, same, updated, skipped and failed.
public struct ImportReport: Sendable, Hashable {
  /// A card that was not imported.
  public struct Reject: Sendable, Hashable {
    /// The file, as named by the caller.
    public var file: String
    /// The line the card, or the fault in it, is at.
    public var line: Int
    /// Which card of the file it is, from 1; 0 where the caller did not say.
    public var number = 0
    /// The card's name, where one could be read.
    public var name: String?
    /// The property at fault in capitals; empty where the card as a whole is meant.
    public var property = ""
    /// Why.
    public var reason: String

    /// A reject of these parts.
    public init(file: String, line: Int, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }
  }

  /// A member of a group that no card and no record answers to, or that contains the group itself.
  public struct UnknownMember: Sendable, Hashable {
    /// The group; `nil` where it has no number yet.
    public var group: RecordID?
    /// The member's identifier, as the card has it.
    public var uid: String
  }

  /// The most cards, and unknown members, that a list here names; the counts are of all.
  ///
  /// So a report does not grow with a file. Whoever wants them all takes them as they come.
  public static let mostListed = 1_000

  /// Cards read.
  public var read = 0
  /// Cards that became new records.
  public var added = 0
  /// Cards that changed nothing: their bytes, or all they say, are as last imported.
  public var same = 0
  /// Cards that changed a record.
  public var updated = 0
  /// Cards left out, because they may be of somebody who is there.
  public var skipped = 0
  /// Cards that were refused.
  public var failed = 0
  /// Cards that may be of somebody who is there, whatever became of them.
  public var proposed = 0
  /// The first and last commit; `nil` when there was none.
  public var commits: (first: UInt64, last: UInt64)?
  /// In a dry run, how much of the book the import would remove or empty, where that is so much that
  /// it would be held.
  public var held: MassChange?
  /// The import's id, 32 hexadecimal digits.
  public var importID: String
  /// The first cards that were refused.
  public var rejects: [Reject] = []
  /// The first cards that changed a record.
  public var updates: [CardOutcome] = []
  /// The first cards that may be of somebody who is there.
  public var proposals: [CardOutcome] = []
  /// Members of groups that no card or record answers to, or that contain the group themselves.
  public var unknownMembers = 0
  /// The first of them.
  public var unknownMemberNames: [UnknownMember] = []

  init(importID: String) { self.importID = importID }

  /// Equal counts, lists and ids.
  public static func == (a: ImportReport, b: ImportReport) -> Bool {
    (a.read, a.added, a.same, a.updated, a.skipped, a.failed)
      == (b.read, b.added, b.same, b.updated, b.skipped, b.failed)
      && a.importID == b.importID && a.rejects == b.rejects && a.updates == b.updates
      && a.proposals == b.proposals && a.unknownMemberNames == b.unknownMemberNames
      && a.held == b.held && a.commits?.first == b.commits?.first
      && a.commits?.last == b.commits?.last
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(importID) }
}

extension ImportReport {
  /// Counts a card.
  mutating func add(_ outcome: CardOutcome) {
    switch outcome.kind {
    case .added: added += 1
    case .same: same += 1
    case .updated:
      updated += 1
      if updates.count < Self.mostListed { updates.append(outcome) }
    case .skipped: skipped += 1
    case .failed:
      failed += 1
      guard rejects.count < Self.mostListed else { return }
      var reject = Reject(file: outcome.file, line: outcome.line, reason: outcome.reason)
      (reject.number, reject.name) = (outcome.number, outcome.name)
      reject.property = outcome.property
      rejects.append(reject)
    }
    guard !outcome.duplicates.isEmpty else { return }
    proposed += 1
    if proposals.count < Self.mostListed { proposals.append(outcome) }
  }
}
