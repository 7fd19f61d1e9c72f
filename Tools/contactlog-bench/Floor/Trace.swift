/// The row changes of one transaction, in one piece of memory: by table, then by key.
struct Trace {
  /// Where a change lies in ``bytes``; `value` is `nil` for a deletion.
  struct Change {
    var table: Int
    var key: Range<Int>
    var value: Range<Int>?
  }

  var bytes: [UInt8] = []
  var changes: [Change] = []

  init() {}

  /// The changes that a commit made; `number` gives each table's number.
  init(_ difference: SnapshotDifference, number: (String) -> Int) {
    for changes in difference.tables {
      let table = number(changes.table)
      for key in changes.deletes { append(table, key, nil) }
      for row in changes.puts { append(table, row.key, row.value) }
    }
  }

  private mutating func append(_ table: Int, _ key: [UInt8], _ value: [UInt8]?) {
    let start = bytes.count
    bytes += key
    let keyEnd = bytes.count
    if let value { bytes += value }
    changes.append(
      Change(table: table, key: start..<keyEnd, value: value.map { _ in keyEnd..<bytes.count }))
  }
}

// MARK: - In a file

extension Trace {
  private static let deletion = UInt64(UInt32.max)

  /// The changes as stored: table (u8), key length (u16), value length (u32, all ones for a deletion),
  /// key, value, little-endian.
  var stored: [UInt8] {
    var stored: [UInt8] = []
    stored.reserveCapacity(bytes.count + 7 * changes.count)
    func put(_ number: UInt64, _ size: Int) {
      for index in 0..<size { stored.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
    for change in changes {
      put(UInt64(change.table), 1)
      put(UInt64(change.key.count), 2)
      put(change.value.map { UInt64($0.count) } ?? Self.deletion, 4)
      stored += bytes[change.key]
      if let value = change.value { stored += bytes[value] }
    }
    return stored
  }

  /// Reads what ``stored`` gives.
  init(stored: [UInt8]) throws {
    bytes = stored
    var offset = 0
    while offset < stored.count {
      guard offset + 7 <= stored.count else { throw BenchError("the trace ends early") }
      let keyStart = offset + 7
      let keyEnd = keyStart + Int(OperationCodec.little(stored.span, offset + 1, 2))
      let length = OperationCodec.little(stored.span, offset + 3, 4)
      let valueEnd = length == Self.deletion ? keyEnd : keyEnd + Int(length)
      guard valueEnd <= stored.count else { throw BenchError("the trace ends early") }
      changes.append(
        Change(
          table: Int(stored[offset]), key: keyStart..<keyEnd,
          value: length == Self.deletion ? nil : keyEnd..<valueEnd))
      offset = valueEnd
    }
  }
}
