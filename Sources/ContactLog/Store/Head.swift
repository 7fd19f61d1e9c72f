internal import ContactModel
internal import LMDB

/// The one row that says where the log ends and what comes next.
///
/// Written by every commit.
struct Head: Sendable, Hashable {
  /// Number of the last commit; 0 in a new store.
  var commit: UInt64 = 0
  /// Position of the last event; 0 in a new store.
  var position: Position = 0
  /// Leaf hash of the last commit.
  var hash = ContentHash.zero
  /// Clock of the last commit.
  var clock: UInt64 = 0
  /// The numbers the next records get, by kind.
  var nextNumbers = SIMD4<Int32>(1, 1, 1, 0)
  /// How many records exist, by kind; the local source is not counted.
  var counts = SIMD4<Int64>()
  /// Which set of projections is live.
  var liveSet = 0
  /// The version of the projections' layout and of the Unicode tables they were made with.
  var projectionVersion: UInt64 = 0

  static let key = KeyBuffer(name: "head")

  /// Appends the row's value.
  func encode(to encoder: inout CBOREncoder) {
    encoder.array(13)
    encoder.unsigned(commit)
    encoder.unsigned(position)
    encoder.hash(hash)
    encoder.unsigned(clock)
    for kind in 0..<3 { encoder.integer(Int64(nextNumbers[kind])) }
    for kind in 0..<3 { encoder.integer(counts[kind]) }
    encoder.unsigned(UInt64(liveSet))
    encoder.unsigned(projectionVersion)
    encoder.unsigned(0)
  }

  init() {}

  init(_ decoder: inout CBORDecoder) throws {
    guard try decoder.array() == 13 else {
      throw StoreError(.newerFormat, "a later version wrote the store's head")
    }
    commit = try decoder.unsigned()
    position = try decoder.unsigned()
    hash = try decoder.hash()
    clock = try decoder.unsigned()
    for kind in 0..<3 { nextNumbers[kind] = try decoder.unsigned(Int32.self) }
    for kind in 0..<3 { counts[kind] = try decoder.integer() }
    liveSet = try decoder.unsigned(Int.self)
    projectionVersion = try decoder.unsigned()
    guard try decoder.unsigned() == 0, liveSet < Tables.setNames.count else {
      throw StoreError(.newerFormat, "a later version wrote the store's head")
    }
  }
}

/// Who the store is: set at creation, never changed.
struct Identity: Sendable, Hashable {
  /// The format the store was created with.
  static let format: UInt64 = 1
  /// The book, 16 bytes; replay keeps it.
  var book: [UInt8]
  /// The store, 16 bytes; outside hashes and digests.
  var instance: [UInt8]

  static let key = KeyBuffer(name: "identity")

  func encode(to encoder: inout CBOREncoder) {
    encoder.array(3)
    encoder.unsigned(Self.format)
    encoder.data(book)
    encoder.data(instance)
  }

  init(book: [UInt8], instance: [UInt8]) {
    self.book = book
    self.instance = instance
  }

  init(_ decoder: inout CBORDecoder) throws {
    guard try decoder.array() == 3, try decoder.unsigned() == Self.format else {
      throw StoreError(.newerFormat, "a later version wrote this store; update contactlog")
    }
    book = try decoder.data()
    instance = try decoder.data()
  }
}
