public import ContactModel

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
    /// A file ends before its log does; what is whole before the end is sound.
    case cut
  }

  /// What kind of thing.
  public let kind: Kind
  /// The commit concerned; 0 when it cannot be told.
  public let commit: UInt64
  /// What is wrong, in words, without personal data.
  public let reason: String
  /// The record concerned, where one is.
  public var record: RecordID?
  /// The page of the store's file, where one is to blame.
  public var page: UInt64?
  /// The place in an exported log, such as `line 12` or `00000001.segment, byte 4711`.
  public var place: String?

  init(
    kind: Kind, commit: UInt64, reason: String, record: RecordID? = nil, page: UInt64? = nil,
    place: String? = nil
  ) {
    self.kind = kind
    self.commit = commit
    self.reason = reason
    self.record = record
    self.page = page
    self.place = place
  }

  /// A store so damaged that nothing of its log can be read.
  public init(damage reason: String) { self.init(kind: .damaged, commit: 0, reason: reason) }

  /// The reason with the commit and the places.
  public var description: String {
    let places = [
      place, commit == 0 ? nil : "commit \(commit)", record.map { "record \($0)" },
      page.map { "page \($0)" },
    ].compactMap { $0 }
    return places.isEmpty ? reason : "\(places.joined(separator: ", ")): \(reason)"
  }
}
