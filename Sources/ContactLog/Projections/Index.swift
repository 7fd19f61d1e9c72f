internal import Checksum
internal import ContactModel
internal import LMDB

/// A set of properties, for telling quickly whether an index can be touched by a change.
struct PropertySet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ properties: [Property] = []) { for property in properties { insert(property) } }

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
    bytes.append(record.kind.rawValue)
    let number = UInt32(bitPattern: record.number)
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
    ends.append(bytes.count)
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

/// Every index, in the order of their tables.
struct Indices: Sendable {
  /// Changes whenever an index's function changes; with the Unicode tables' versions it decides
  /// whether projections must be rebuilt.
  static let layoutVersion: UInt8 = 2

  let order: OrderIndex
  let all: [any RecordIndex]
  /// What the rows depend on beside the log.
  let version: UInt64

  init(locales: [String]) throws {
    order = try OrderIndex(locales: locales)
    all = [order, WordIndex(), PhoneIndex(), EmailIndex(), UIDIndex(), CardIndex()]
    let parts = [Self.layoutVersion] + order.version + WordIndex.version
    version = Checksum.xxh3(parts.span)
  }
}

/// Longest text an index key takes; the rest is told apart by the record behind it, and readers
/// compare whole values.
let longestIndexText = 400
