internal import ContactModel
internal import LMDB
internal import Synchronization

/// How the projections as of a commit differ from those of a base: the records that events between
/// the two changed, as they were.
///
/// Made once and shared by all snapshots of that commit.
final class PastOverlay: Sendable {
  /// From where to where, and by which functions.
  struct Key: Hashable, Sendable {
    let base: ContentHash
    let target: ContentHash
    let version: UInt64
  }

  /// A record as it was.
  struct Row: Sendable {
    let record: Record
    let newestRun: Position
  }

  /// Rows to put into a table.
  final class Rows: Sendable {
    let rows: RowBuffer
    init(_ rows: consuming RowBuffer) { self.rows = rows }
  }

  let key: Key
  /// What lies between.
  let stretch: LogStretch
  private let base: Base
  private let end: Position
  private let records = Mutex<[RecordID: Row?]>([:])
  private let tables = Mutex<[String: Rows]>([:])

  /// Where the base lies, which says how a record of the target is found.
  private enum Base {
    /// In front of the target: by folding it.
    case earlier
    /// Behind it: by folding it up to its run in front of the stretch.
    case later
    /// It is the present, whose rows are in this set: by taking back what was written since.
    case present(set: Int)
  }

  /// - Parameter present: Where the log ends now.
  init(
    from base: Head, to target: Head, present: Head, version: UInt64, _ reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws {
    key = Key(base: base.hash, target: target.hash, version: version)
    let isForward = base.position < target.position
    self.base =
      isForward ? .earlier : base.hash == present.hash ? .present(set: present.liveSet) : .later
    end = target.position
    stretch = try LogStretch(
      after: min(base.position, target.position), through: max(base.position, target.position),
      reader, transaction)
  }

  /// Whether the base's rows of a record, in a table that depends on some properties, are not those of
  /// the target.
  ///
  /// - Parameter reads: `nil`: on all.
  func hides(_ id: RecordID, _ reads: PropertySet?) -> Bool {
    guard let touch = stretch.records[id] else { return false }
    return reads.map { touch.concerns($0) } ?? touch.isOwn
  }

  /// A record that differs, as it was; `nil` where it was not there.
  ///
  /// - Complexity: O(its events since the moment where the base is the present, else its own
  ///   events), once.
  func row(
    _ id: RecordID, _ reader: RowReader, _ transaction: borrowing ReadTransaction
  ) throws -> Row? {
    if let known = records.withLock({ $0[id] }) { return known }
    let made = try make(id, reader, transaction)
    records.withLock { $0[id] = .some(made) }
    return made
  }

  private func make(
    _ id: RecordID, _ reader: RowReader, _ transaction: borrowing ReadTransaction
  ) throws -> Row? {
    guard let touch = stretch.records[id] else { return nil }
    var run = touch.runBefore
    if case .earlier = base { run = touch.runAfter }
    if run == 0 { return nil }
    if case .present(let set) = base,
      let record = try reader.rewound(id, to: end, run: run, set: set, transaction)
    {
      return Row(record: record, newestRun: run)
    }
    return Row(record: try reader.fold(id, fromRun: run, transaction), newestRun: run)
  }

  /// The rows to put into a table.
  ///
  /// Only records whose rows there may differ are looked at.
  ///
  /// - Complexity: O(records that differ), once for each table.
  func table(
    _ table: Table, _ indices: [any RecordIndex], _ set: Tables.Projections, reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws -> Rows {
    if let known = tables.withLock({ $0[table.name] }) { return known }
    let indices = indices.filter { type(of: $0).table(set) == table }
    let reads = table == set.records ? nil : PropertySet(allOf: indices.map(\.reads))
    var rows = RowBuffer()
    var keys = KeyList()
    for id in stretch.records.keys where hides(id, reads) {
      guard let row = try row(id, reader, transaction) else { continue }
      if reads != nil {
        keys.removeAll()
        for index in indices { index.appendKeys(of: row.record, to: &keys) }
        rows.append(keys)
      } else {
        rows.append(row)
      }
    }
    rows.sort()
    let made = Rows(rows)
    tables.withLock { $0[table.name] = made }
    return made
  }
}

extension PastOverlay.Rows {
  /// Where a walk from `start` begins; outside of the rows when there are none.
  func place(of start: Span<UInt8>?, _ direction: ScanDirection) -> Int {
    guard let start else { return direction == .forward ? 0 : rows.count - 1 }
    // The first row at or after `start`.
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = rows.withRow(middle) { key, _ in key.precedes(start) }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    if direction == .forward { return low }
    let isSame = low < rows.count && rows.withRow(low) { key, _ in key.isSame(as: start) }
    return isSame ? low : low - 1
  }

  /// Whether a row comes before a key in a direction.
  func precedes(_ index: Int, _ key: Span<UInt8>, _ direction: ScanDirection) -> Bool {
    rows.withRow(index) { own, _ in
      direction == .forward ? own.precedes(key) : key.precedes(own)
    }
  }
}

extension RowBuffer {
  var indices: Range<Int> { 0..<count }

  /// Adds a record's row.
  fileprivate mutating func append(_ row: PastOverlay.Row) {
    let key = KeyBuffer(row.record.id)
    var encoder = CBOREncoder()
    encoder.record(row.record, newestRun: row.newestRun)
    Seal.append(key.span, &encoder.bytes)
    append(key: key.span, value: encoder.bytes.span)
  }

  /// Adds the index rows of a record, each once.
  fileprivate mutating func append(_ keys: KeyList) {
    var seen: Set<[UInt8]> = []
    for index in 0..<keys.count {
      let key = keys.key(index)
      let isKnown =
        keys.count < 32
        ? (0..<index).contains { keys.key($0).isSame(as: key) } : !seen.insert(key.array).inserted
      if !isKnown { append(indexKey: key) }
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes come before others in the order of keys.
  func precedes(_ other: Span<UInt8>) -> Bool {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index]
    }
    return count < other.count
  }
}
