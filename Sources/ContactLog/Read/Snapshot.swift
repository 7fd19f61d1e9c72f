public import ContactModel
internal import LMDB

/// A consistent view of the book as of one commit, lent to a closure by ``Store/read(_:)`` or
/// ``Store/read(asOf:_:)``.
///
/// Every function is a read of a few rows, each checked against its checksum: a row that is not
/// what was written throws ``StoreError`` with code `damaged`.
public struct Snapshot: ~Copyable {
  let held: HeldRead
  let reader: RowReader
  let head: Head
  let indices: Indices
  let orders: MemoryOrders
  let tables: UnicodeTables
  let cost = ScanCost()
  /// What makes it one of the past; `nil`: it is of the present.
  let past: Past?

  init(
    held: consuming HeldRead, reader: RowReader, head: Head, indices: Indices,
    orders: MemoryOrders, tables: UnicodeTables, past: Past? = nil
  ) {
    self.held = held
    self.reader = reader
    self.head = head
    self.indices = indices
    self.orders = orders
    self.tables = tables
    self.past = past
  }

  /// How many rows of indices this snapshot's questions have looked at so far: what they cost.
  public var rowsScanned: Int { cost.rows }

  /// The last commit's number; 0 in a new store.
  public var commit: UInt64 { head.commit }
  /// The last event's position; 0 in a new store.
  public var position: Position { head.position }
  /// The last commit's hash; zero in a new store.
  public var hash: ContentHash { head.hash }
  /// How many records of a kind exist; the local source is not counted.
  ///
  /// - Complexity: O(1); in the past O(records), once.
  public func count(_ kind: RecordKind) throws -> Int {
    if let past { return try past.count(kind, held.transaction) }
    return Int(head.counts[Int(kind.rawValue)])
  }
}

// A snapshot belongs to the closure that it is lent to.
@available(*, unavailable)
extension Snapshot: Sendable {}

// MARK: - Records

extension Snapshot {
  /// A record that exists; `nil` when there is none or it was removed.
  ///
  /// - Complexity: O(log *n*), one row.
  public func record(_ id: RecordID) throws -> Record? {
    guard let record = try recordOrRemoved(id), record.exists else { return nil }
    return record
  }

  /// A record, also when it was removed; `nil` when there never was one.
  public func recordOrRemoved(_ id: RecordID) throws -> Record? {
    let row = try row(id)
    if row == nil { try checkNeverGiven(id) }
    return row?.record
  }

  /// Every number ever given has a row: where there is none its key is not what was written.
  func checkNeverGiven(_ id: RecordID) throws {
    // In the past there are none yet of those created later.
    guard past == nil else { return }
    if id.number > 0, id.number < head.nextNumbers[Int(id.kind.rawValue)] {
      throw StoreError(.damaged, "the row of record \(id) is missing; run verify")
    }
  }

  /// Hands the records of a kind that exist to `body`, in order of number, until it returns false.
  ///
  /// - Parameter after: Only records with larger numbers; for going on where another snapshot
  ///   stopped.
  public func forEachRecord(
    _ kind: RecordKind, after: Int32 = -1, _ body: (Record) throws -> Bool
  ) throws {
    if let past {
      return try past.forEachRow(kind, from: after &+ 1, held.transaction) {
        $0.exists ? try body($0) : true
      }
    }
    let table = table(\.records)
    let start = KeyBuffer(RecordID(kind, after &+ 1))
    try scan(\.records, from: start.span) { key, stored in
      guard let id = key.lastRecord, id.kind == kind else { return false }
      var decoder = CBORDecoder(try Seal.open(key, stored, table))
      let record = try decoder.record(id).record
      return record.exists ? try body(record) : true
    }
  }

  /// Bytes kept under a hash: a photo.
  ///
  /// `nil` when there are none.
  public func blob(_ hash: ContentHash) throws -> [UInt8]? {
    try reader.value(KeyBuffer(hash), in: reader.tables.blobs, held.transaction) { $0.array }
  }
}

// MARK: - Memberships and links

extension Snapshot {
  /// The members of a group that exist, people before groups, in order of number.
  ///
  /// - Complexity: O(members, former ones included).
  public func members(of group: RecordID) throws -> [RecordID] {
    try related(to: group, in: \.members, .joined)
  }

  /// The groups a person or group is a member of.
  public func groups(of member: RecordID) throws -> [RecordID] {
    try related(to: member, in: \.memberships, .joined)
  }

  /// The people linked with a person; those who went into it are told by ``absorbed(by:)``.
  public func links(of person: RecordID) throws -> [RecordID] {
    try related(to: person, in: \.links, .joined).filter { try record($0) != nil }
  }

  /// The people kept apart from a person.
  public func keptApart(from person: RecordID) throws -> [RecordID] {
    try related(to: person, in: \.links, .apart)
  }

  private func related(
    to record: RecordID, in name: ProjectionName, _ state: Relation.State
  ) throws -> [RecordID] {
    var found: [RecordID] = []
    try forEachRelation(of: record, in: name) { other, relation in
      if relation.state == state { found.append(other) }
      return true
    }
    return found
  }
}

// MARK: - Cards

extension Snapshot {
  /// The bytes of the card a record was last imported from; `nil` when there is none.
  ///
  /// As they were read, but for an inline photo: in its place stands `sha256:`, the hash, `;`, the
  /// byte count, `;` and the media type.
  ///
  /// - Complexity: O(log *n*), one row of the log.
  public func importedCard(of record: Record) throws -> [UInt8]? {
    guard let field = record.field(.card), field.value != nil,
      case .valueSet(_, .document(_, let bytes))? =
        try event(at: field.writers.effective)?.event.change
    else { return nil }
    return bytes
  }
}
