public import ContactModel

/// A saved batch of events.
public struct Commit: Sendable, Hashable {
  /// What was hashed and chained.
  public let header: CommitHeader
  /// The leaf hash, which the next commit names as its parent.
  public let hash: ContentHash
  /// The note, unless there was none or it was erased.
  public let note: String?
  /// What the records that were new in the saving session are called now.
  ///
  /// Empty in a commit that was read from the log.
  public var ids: [RecordID: RecordID] = [:]

  /// The number, from 1.
  public var number: UInt64 { header.number }
  /// The name a record of the saving session has now.
  public func id(_ local: RecordID) -> RecordID { ids[local] ?? local }
}
