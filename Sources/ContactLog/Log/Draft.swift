internal import ContactModel

/// An event that is not saved yet.
///
/// Records that are new have negative numbers, entries that are new have provisional positions;
/// both get their final ones in the write transaction and nowhere else.
struct DraftEvent: Sendable, Hashable {
  var change: Change
  /// In a compensating event, the position whose effect stands again.
  var restores: Position = 0
}

/// What is to be saved as one commit.
struct Draft: Sendable {
  /// The batch's identity, by which a retry is recognised.
  var batch: [UInt8]
  var author: String
  var program: String
  var kind: CommitKind
  var note: String?
  var undoes: [UInt64] = []
  var importID: [UInt8]?
  /// Changes by record.
  var records: [(id: RecordID, events: [DraftEvent])] = []
  /// Bytes that the events name by hash and the store may not have yet.
  var blobs: [ContentHash: [UInt8]] = [:]

  var isEmpty: Bool { records.allSatisfy { $0.events.isEmpty } }
}
