internal import Checksum

/// How many rows there are, and a number that is the same for the same rows in any order.
///
/// The sum of a checksum of each row. It is salted anew in each run, so that nobody can choose rows
/// with the same sum.
struct RowTally: Hashable {
  private(set) var count: UInt64 = 0
  private var sum: UInt64 = 0

  /// The number of a row whose value follows from its key.
  static func number(_ key: Span<UInt8>, salt: UInt64) -> UInt64 {
    Checksum.xxh3(key, seed: salt)
  }

  /// The number of a row.
  static func number(_ key: Span<UInt8>, _ value: Span<UInt8>, salt: UInt64) -> UInt64 {
    Checksum.xxh3(value, seed: Checksum.xxh3(key, seed: salt))
  }

  mutating func add(_ number: UInt64) {
    count += 1
    sum &+= number
  }
}
