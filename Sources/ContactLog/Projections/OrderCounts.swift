internal import Checksum
internal import Collation
internal import ContactModel
internal import LMDB

/// Counts beside the rows of an order, so that a place is found without counting all rows.
///
/// A list is divided into nodes: one begins at each key whose hash ends in eight zero bits, a larger
/// one where it ends in sixteen. Where nodes begin is a function of the key alone, so a rebuild
/// gives the same counts as any history of saves; a node holds 256 rows, or 256 nodes, on average.
/// Beside them each section has its count. A row more or less changes one count of each kind.
struct OrderCounts {
  /// What is counted: stands behind edition and list in a count's key.
  static let sections: UInt8 = 0
  static let levels: ClosedRange<UInt8> = 1...2
  /// In place of a section's number: the nameless.
  static let nameless = UInt16.max

  let table: Table
  let edition: UInt8
  let list: OrderKey.List
  /// How many zero bits begin a node of the first level; twice as many one of the second.
  var bits: UInt64 = 8

  /// How many levels have a node that begins at the row of this key.
  func level(of key: Span<UInt8>) -> UInt8 {
    // The edition's number differs from store to store.
    let hash = Checksum.xxh3(key.extracting(1...))
    return hash & (1 << bits - 1) != 0 ? 0 : hash & (1 << (2 * bits) - 1) != 0 ? 1 : 2
  }

  /// In front of all counts of a kind.
  func prefix(_ kind: UInt8) -> [UInt8] { [OrderKey.counts, edition, list.rawValue, kind] }

  /// In front of all rows of the list.
  var rowPrefix: [UInt8] { [edition, list.rawValue] }

  /// The key of the node that begins at a row.
  func node(_ level: UInt8, at row: Span<UInt8>) -> [UInt8] {
    var key = prefix(level)
    for index in 2..<row.count { key.append(row[index]) }
    return key
  }

  /// The key of the row that a node begins at; for the first node the prefix of all rows.
  func row(of node: [UInt8]) -> [UInt8] { rowPrefix + node.dropFirst(4) }

  func section(_ number: UInt16) -> [UInt8] {
    prefix(Self.sections) + [UInt8(number >> 8), UInt8(number & 255)]
  }

  /// The section of a row.
  static func section(of key: Span<UInt8>, _ sections: SectionIndex) -> UInt16 {
    if key[2] == 1 { return nameless }
    let end = key.count - OrderKey.suffixCount
    return UInt16(sections.section(of: key.extracting(OrderKey.prefixCount..<end)))
  }

  /// A count's value.
  static func value(_ stored: Span<UInt8>) throws -> Int {
    var decoder = CBORDecoder(stored)
    let count = try decoder.unsigned(Int.self)
    try decoder.finish()
    return count
  }

  /// Hands over counts of one kind from a key on, until `body` returns false.
  func scan(
    _ kind: UInt8, from start: [UInt8], _ transaction: borrowing ReadTransaction,
    _ body: (Span<UInt8>, Int) throws -> Bool
  ) throws {
    let prefix = prefix(kind)
    try transaction.scan(table, from: start.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      return try body(key, try Self.value(try Seal.open(key, stored, table)))
    }
  }

  /// The node that holds a row: the last that begins at or before it.
  func node(
    _ level: UInt8, holding row: Span<UInt8>, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    try last(level, atOrBefore: node(level, at: row), transaction)
  }

  /// The last node that begins at or before a node's key; the first node may have no row.
  func last(
    _ level: UInt8, atOrBefore key: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    let prefix = prefix(level)
    var found = prefix
    try transaction.scan(table, from: key.span, direction: .backward) { key, _ in
      if key.starts(with: prefix.span) { found = key.array }
      return false
    }
    return found
  }

  /// The last node that begins before a node's key.
  func last(
    _ level: UInt8, before key: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    let prefix = prefix(level)
    var found = prefix
    try transaction.scan(table, from: key.span, direction: .backward) { other, _ in
      if other.isSame(as: key.span) { return true }
      if other.starts(with: prefix.span) { found = other.array }
      return false
    }
    return found
  }

  /// The next node behind one; `nil` at the end.
  func next(
    _ level: UInt8, after node: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    var next: [UInt8]?
    try scan(level, from: node + [0], transaction) { key, _ in
      next = key.array
      return false
    }
    return next
  }
}
