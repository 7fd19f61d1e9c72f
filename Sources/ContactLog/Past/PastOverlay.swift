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
  /// Whether the base is earlier than the target.
  private let isForward: Bool
  private let records = Mutex<[RecordID: Row]?>(nil)
  private let tables = Mutex<[String: Rows]>([:])

  init(
    from base: Head, to target: Head, version: UInt64, _ reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws {
    key = Key(base: base.hash, target: target.hash, version: version)
    isForward = base.position < target.position
    stretch = try LogStretch(
      after: min(base.position, target.position), through: max(base.position, target.position),
      reader, transaction)
  }

  /// Whether the base's rows of a record are not those of the target.
  func hides(_ id: RecordID) -> Bool { stretch.records[id]?.isOwn == true }

  /// The records that differ, if they were made already.
  var made: [RecordID: Row]? { records.withLock { $0 } }

  /// The records that differ and were there, as they were.
  ///
  /// - Complexity: O(their events), once.
  private func made(
    _ reader: RowReader, _ transaction: borrowing ReadTransaction
  ) throws -> [RecordID: Row] {
    if let made { return made }
    var rows: [RecordID: Row] = [:]
    rows.reserveCapacity(stretch.records.count)
    for (id, touch) in stretch.records where touch.isOwn {
      let run = isForward ? touch.runAfter : touch.runBefore
      if run == 0 { continue }
      rows[id] = Row(record: try reader.fold(id, fromRun: run, transaction), newestRun: run)
    }
    records.withLock { $0 = rows }
    return rows
  }

  /// The rows to put into a table.
  ///
  /// - Complexity: O(records that differ), once for each table.
  func table(
    _ table: Table, _ indices: [any RecordIndex], _ set: Tables.Projections, reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws -> Rows {
    if let known = tables.withLock({ $0[table.name] }) { return known }
    let records = try made(reader, transaction)
    var rows = RowBuffer()
    if table == set.records {
      for row in records.values { rows.append(row) }
    } else {
      let indices = indices.filter { type(of: $0).table(set) == table }
      var keys = KeyList()
      for row in records.values {
        keys.removeAll()
        for index in indices { index.appendKeys(of: row.record, to: &keys) }
        rows.append(keys)
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
