internal import Checksum
internal import ContactModel
internal import LMDB

/// A set of properties, for telling quickly whether an index can be touched by a change.
struct PropertySet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ properties: [Property] = []) { for property in properties { insert(property) } }

  /// All that are in one of these sets.
  init(allOf sets: [PropertySet]) {
    for set in sets {
      low |= set.low
      high |= set.high
    }
  }

  mutating func insert(_ property: Property) {
    // Unknown properties take part in no index.
    switch property.rawValue {
    case 0..<64: low |= 1 << UInt64(property.rawValue)
    case 64..<128: high |= 1 << UInt64(property.rawValue - 64)
    default: break
    }
  }

  func intersects(_ other: PropertySet) -> Bool {
    low & other.low != 0 || high & other.high != 0
  }
}

/// The keys that one record has in one index, one after another.
struct KeyList: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  var count: Int { ends.count }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds a key: what `body` appends, then the record.
  mutating func add(_ record: RecordID, _ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    Self.append(record, to: &bytes)
    ends.append(bytes.count)
  }

  /// Adds a key: what `body` appends, the record at its end.
  mutating func addWhole(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    ends.append(bytes.count)
  }

  /// Appends a record: kind and number, five bytes.
  static func append(_ record: RecordID, to bytes: inout [UInt8]) {
    bytes.append(record.kind.rawValue)
    let number = UInt32(bitPattern: record.number)
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  @_lifetime(borrow self)
  func key(_ index: Int) -> Span<UInt8> {
    bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
  }

  /// The keys for looking up, where they are so many that comparing each with each takes long: a
  /// name may be a book.
  var lookup: Set<[UInt8]>? { count < 32 ? nil : Set((0..<count).map { key($0).array }) }

  func contains(_ key: Span<UInt8>) -> Bool {
    (0..<count).contains { index in
      let own = self.key(index)
      return own.count == key.count && own.starts(with: key)
    }
  }
}

/// A projection that is a pure function of one record.
///
/// A new index is one small file with such a type, and a table.
protocol RecordIndex: Sendable {
  /// The table of a set that holds the index.
  static func table(_ set: Tables.Projections) -> Table
  /// The properties that the keys depend on; existence always counts.
  var reads: PropertySet { get }
  /// Appends the keys of a record; each ends in the record's five bytes.
  func appendKeys(of record: Record, to keys: inout KeyList)
}

/// The indices that a process can make.
struct Indices: Sendable {
  /// Changes whenever a row of the projections is made otherwise, but for what editions say.
  static let layoutVersion: UInt8 = 3
  /// What the head says of the projections' layout.
  static let version = Checksum.xxh3([layoutVersion].span)

  /// The indices that depend on the log alone.
  static let plain: [any RecordIndex] = [
    PhoneIndex(), EmailIndex(), UIDIndex(), CardIndex(), RemovedIndex(),
  ]

  /// The locales whose order every save keeps: root first, then the settings' locales.
  let locales: [String]
  let orders: [OrderIndex]
  let words: WordIndex

  private let postpones: Bool

  /// - Parameter postpones: Whether saves leave all editions behind.
  init(locales: [String], _ tables: UnicodeTables, postpones: Bool = false) throws {
    self.postpones = postpones
    self.locales = Self.withRoot(locales)
    orders = try self.locales.map { try OrderIndex(locale: $0, tables) }
    words = WordIndex(tables)
  }

  /// Whether these are the locales beside the root's.
  func isFor(_ locales: [String]) -> Bool { self.locales == Self.withRoot(locales) }

  private static func withRoot(_ locales: [String]) -> [String] {
    ["root"] + locales.filter { $0 != "root" }
  }

  /// What every save keeps, beside the plain ones.
  var kept: [any EditionIndex] { postpones ? [] : own }

  private var own: [any EditionIndex] { orders + [words] }

  /// The editions of a set of projections that is made from the start: never none, so that a check
  /// of the store can tell editions that were taken away from such as were never there.
  var fresh: [Edition] {
    own.enumerated().map {
      Edition(
        id: UInt8($0.offset), spec: $0.element.spec, state: postpones ? .behind(0) : .current)
    }
  }

  /// What the rows of these editions, and all others, depend on beside the log.
  func version(of editions: [Edition]) -> UInt64 {
    var encoder = CBOREncoder()
    encoder.unsigned(UInt64(Self.layoutVersion))
    for case let index as any EditionIndex in bound(to: editions) {
      let edition = Edition(id: index.id, spec: index.spec, state: .current)
      encoder.unsigned(UInt64(index.id))
      edition.encode(to: &encoder)
    }
    return Checksum.xxh3(encoder.bytes.span)
  }

  /// The indices that a save keeps, with the numbers that their editions have.
  func bound(to editions: [Edition]) -> [any RecordIndex] {
    var indices = Self.plain
    for var index in kept {
      guard let edition = editions.first(where: { $0.spec == index.spec && $0.state == .current })
      else { continue }
      index.id = edition.id
      indices.append(index)
    }
    return indices
  }
}

/// Longest text an index key takes; the rest is told apart by the record behind it, and readers
/// compare whole values.
let longestIndexText = 400
