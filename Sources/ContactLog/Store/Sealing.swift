internal import Checksum
internal import LMDB

// LMDB 0.9 has no checksums: of single flipped bits it notices 0.2 %. So every stored value ends
// in a checksum over its key and itself, and every read compares it. The key takes part, because a
// misplaced page is sound in itself.

/// Bytes of the checksum behind a value row, and of the one that an index row consists of.
enum Seal {
  static let byteCount = 8
  static let indexByteCount = 4

  /// Appends the checksum over `key` and `value`.
  static func append(_ key: Span<UInt8>, _ value: inout [UInt8]) {
    var checksum = Checksum.xxh3(key, value.span)
    for _ in 0..<byteCount {
      value.append(UInt8(truncatingIfNeeded: checksum >> 56))
      checksum <<= 8
    }
  }

  /// The value without its checksum.
  ///
  /// - Throws: ``StoreError`` with code `damaged` when the checksum differs.
  @_lifetime(copy value)
  static func open(
    _ key: Span<UInt8>, _ value: Span<UInt8>, _ table: Table
  ) throws(StoreError) -> Span<UInt8> {
    try open(key, value, named: table.name)
  }

  /// The same for a table that is known by its name.
  @_lifetime(copy value)
  static func open(
    _ key: Span<UInt8>, _ value: Span<UInt8>, named name: String
  ) throws(StoreError) -> Span<UInt8> {
    let count = value.count - byteCount
    guard count >= 0, let stored = value.bigEndianUInt64(at: count),
      stored == Checksum.xxh3(key, value.extracting(0..<count))
    else { throw damage(key, named: name) }
    return value.extracting(0..<count)
  }

  /// The four bytes stored under an index key.
  static func index(_ key: Span<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: Checksum.xxh3(key))
  }

  /// Checks a row of an index.
  ///
  /// - Throws: ``StoreError`` with code `damaged` when key and checksum do not belong together.
  static func check(
    _ key: Span<UInt8>, _ value: Span<UInt8>, _ table: Table
  ) throws(StoreError) {
    guard value.count == indexByteCount, value.bigEndianUInt32(at: 0) == index(key) else {
      throw damage(key, table)
    }
  }

  static func damage(_ key: Span<UInt8>, _ table: Table) -> StoreError {
    damage(key, named: table.name)
  }

  private static func damage(_ key: Span<UInt8>, named name: String) -> StoreError {
    // Keys of the indices are personal data; those of the log are numbers.
    let place = Tables.keysAreNumbers(name) ? " at key \(hex(key))" : ""
    return StoreError(
      .damaged, "a row of table \(name)\(place) is not what was written; run verify")
  }

  private static func hex(_ key: Span<UInt8>) -> String {
    var text = ""
    for index in key.indices {
      let digits = String(key[index], radix: 16)
      text += digits.count == 1 ? "0" + digits : digits
    }
    return text
  }
}
