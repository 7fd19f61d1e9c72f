import ContactModel
import LMDB
import Testing

@testable import ContactLog

/// A change of a store's tables behind its back, with right checksums.
///
/// The store has a group, a person in it with a phone and a photo, and four commits with eight
/// events.
struct Tampering: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What verify must call it.
  let kind: LogFault.Kind
  let change: @Sendable (borrowing WriteTransaction, Tables) throws -> Void

  init(
    _ name: String, _ kind: LogFault.Kind,
    _ change: @escaping @Sendable (borrowing WriteTransaction, Tables) throws -> Void
  ) {
    testDescription = name
    self.kind = kind
    self.change = change
  }

  var isAboutPhotos: Bool { testDescription.hasPrefix("a photo") }
  var isBehindTheEnd: Bool { testDescription.hasSuffix("behind the last") }
}

// MARK: - The log

extension Tampering {
  static let withTheLog: [Tampering] = [
    Tampering("an event", .chain) {
      try rewrite(KeyBuffer(3 as UInt64), $1.events, $0, spell("d", "e"))
    },
    Tampering("a run removed", .chain) {
      try $0.delete(KeyBuffer(3 as UInt64).span, in: $1.events)
    },
    Tampering("the last run removed", .chain) {
      try $0.delete(KeyBuffer(8 as UInt64).span, in: $1.events)
    },
    Tampering("a run added behind the last", .chain) {
      try $0.put(KeyBuffer(9 as UInt64), sealing: [0x83, 1, 4, 0, 0xA0], in: $1.events)
    },
    Tampering("a commit removed", .chain) {
      try $0.delete(KeyBuffer(2 as UInt64).span, in: $1.commits)
    },
    Tampering("a commit added behind the last", .chain) {
      try $0.put(KeyBuffer(5 as UInt64), sealing: [0x81, 0x40], in: $1.commits)
    },
    Tampering("an author", .chain) {
      try rewrite(KeyBuffer(4 as UInt64), $1.commits, $0, spell("d", "e"))
    },
    Tampering("a note", .chain) {
      try rewrite(KeyBuffer(4 as UInt64), $1.commits, $0, spell("u", "o"))
    },
    Tampering("the time of a commit removed", .chain) { transaction, tables in
      let key = try transaction.reading.first(in: tables.times, atOrAfter: nil) { key, _ in
        key.array
      }
      let first = key ?? []
      try transaction.delete(first.span, in: tables.times)
    },
    Tampering("how many records a commit changed", .chain) { transaction, tables in
      let key = try transaction.reading.first(in: tables.times, atOrAfter: nil) { key, _ in
        key.array
      }
      var row = KeyBuffer(capacity: 8)
      row.append(contentsOf: key ?? [])
      try transaction.put(row, sealing: TimeRow(commit: 1, records: 9).bytes, in: tables.times)
    },
    Tampering("a batch that leads elsewhere", .chain) { transaction, tables in
      let first = try transaction.reading.first(in: tables.batches, atOrAfter: nil) { key, _ in
        key.array
      }
      var key = KeyBuffer(capacity: 16)
      key.append(contentsOf: first ?? [])
      try transaction.put(key, sealing: 9, in: tables.batches)
    },
    Tampering("a photo", .damaged) {
      try $0.put(KeyBuffer(ContentHash(of: [1, 2, 3].span)), sealing: [1, 2, 4], in: $1.blobs)
    },
    Tampering("a photo removed", .damaged) {
      try $0.delete(KeyBuffer(ContentHash(of: [1, 2, 3].span)).span, in: $1.blobs)
    },
    Tampering("a run without its checksum", .damaged) {
      try $0.put(KeyBuffer(3 as UInt64).span, [1, 2, 3, 4, 5, 6, 7, 8, 9].span, in: $1.events)
    },
  ]
}

// MARK: - Projections

extension Tampering {
  static let withProjections: [Tampering] = [
    Tampering("a record", .projection) {
      try rewrite(KeyBuffer(RecordID.person(1)), $1.projections[0].records, $0, spell("x", "y"))
    },
    Tampering("a record removed", .projection) {
      try $0.delete(KeyBuffer(RecordID.person(1)).span, in: $1.projections[0].records)
    },
    Tampering("a record added", .projection) {
      try $0.put(KeyBuffer(RecordID.person(9)), sealing: [0x80], in: $1.projections[0].records)
    },
    Tampering("a record without its checksum", .damaged) {
      try $0.put(
        KeyBuffer(RecordID.person(1)).span, [1, 2, 3, 4, 5, 6, 7, 8, 9].span,
        in: $1.projections[0].records)
    },
    Tampering("words removed", .projection) { try $0.empty($1.projections[0].words) },
    Tampering("phones removed", .projection) { try $0.empty($1.projections[0].phones) },
    Tampering("the order removed", .projection) { try $0.empty($1.projections[0].order) },
    Tampering("uids removed", .projection) { try $0.empty($1.projections[0].uids) },
    Tampering("a word added", .projection) {
      let key: [UInt8] = Array("eve".utf8) + [0, 0, 0, 0, 0, 1]
      let seal = Seal.index(key.span)
      let value = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seal >> $0) }
      try $0.put(key.span, value.span, in: $1.projections[0].words)
    },
    Tampering("a membership seen from one side", .projection) {
      try $0.delete(
        KeyBuffer(RecordID.person(1), RecordID.group(1)).span, in: $1.projections[0].memberships)
    },
    Tampering("a membership ended", .projection) { transaction, tables in
      var encoder = CBOREncoder()
      Relation(state: .none, writers: Writers(last: 5, effective: 5)).encode(to: &encoder)
      let key = KeyBuffer(RecordID.group(1), RecordID.person(1))
      try transaction.put(key, sealing: encoder.bytes, in: tables.projections[0].members)
    },
  ]
}

// MARK: - Rows

extension Tampering {
  /// Rewrites a value, and seals it again.
  private static func rewrite(
    _ key: borrowing KeyBuffer, _ table: Table, _ transaction: borrowing WriteTransaction,
    _ change: (inout [UInt8]) -> Void
  ) throws {
    var bytes = try transaction.reading.value(for: key.span, in: table)?.array ?? []
    bytes.removeLast(min(bytes.count, Seal.byteCount))
    change(&bytes)
    try transaction.put(key, sealing: bytes, in: table)
  }

  /// Replaces a letter wherever it stands.
  private static func spell(_ old: Character, _ new: Character) -> (inout [UInt8]) -> Void {
    { bytes in bytes = bytes.map { $0 == old.asciiValue ? new.asciiValue ?? 0 : $0 } }
  }

  static func put(
    _ head: Head, _ transaction: borrowing WriteTransaction, _ tables: Tables
  ) throws {
    var encoder = CBOREncoder()
    head.encode(to: &encoder)
    try transaction.put(Head.key, sealing: encoder.bytes, in: tables.meta)
  }
}
