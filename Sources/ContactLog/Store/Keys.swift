internal import ContactModel
internal import LMDB

// Keys of the tables: big-endian numbers, so that byte order is numeric order.

extension KeyBuffer {
  /// A key of one number.
  init(_ number: UInt64) {
    self.init(capacity: 8)
    append(number)
  }

  /// A key of a name.
  init(name: String) {
    self.init(capacity: 16)
    append(utf8: name)
  }

  /// A key of a record.
  init(_ record: RecordID) {
    self.init(capacity: 5)
    append(record)
  }

  /// A key of two records.
  init(_ first: RecordID, _ second: RecordID) {
    self.init(capacity: 10)
    append(first)
    append(second)
  }

  /// Appends a record: kind and number, five bytes.
  mutating func append(_ record: RecordID) {
    append(record.kind.rawValue)
    append(UInt32(bitPattern: record.number))
  }
}

extension Span<UInt8> {
  /// The record that stands at `offset`, five bytes.
  func record(at offset: Int) -> RecordID? {
    guard offset >= 0, offset < count, let kind = RecordKind(rawValue: self[offset]),
      let number = bigEndianUInt32(at: offset + 1)
    else { return nil }
    return RecordID(kind, Int32(bitPattern: number))
  }

  /// The record that the last five bytes name: every index key ends so.
  var lastRecord: RecordID? { record(at: count - 5) }

  /// Whether both have the same bytes.
  func isSame(as other: Span<UInt8>) -> Bool { count == other.count && starts(with: other) }

  /// Whether the bytes begin with `prefix`.
  func starts(with prefix: Span<UInt8>) -> Bool {
    guard count >= prefix.count else { return false }
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }

  /// A copy of the bytes.
  var array: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return bytes
  }

  /// Whether the bytes stand in front of others in LMDB's order.
  func isBefore(_ other: Span<UInt8>) -> Bool {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index]
    }
    return count < other.count
  }
}
