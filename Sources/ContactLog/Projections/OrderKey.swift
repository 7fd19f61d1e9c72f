internal import ContactModel

/// The keys of the table of orders.
///
/// Rows of people and groups: edition ‖ list ‖ 0 named or 1 nameless ‖ sort key ‖ 0 whole or 1 cut ‖
/// record. Beside them stand the editions and the counts.
enum OrderKey {
  /// The most editions there are; their numbers are below.
  static let mostEditions = 32
  /// In front of the editions' own rows.
  static let editions: UInt8 = 0xFE
  /// In front of counts: then edition ‖ list ‖ what is counted.
  static let counts: UInt8 = 0xFF

  /// A list that an order keeps.
  enum List: UInt8, Sendable, CaseIterable {
    case peopleByLastName = 0
    case peopleByFirstName = 1
    case groups = 2

    init?(_ kind: RecordKind, _ order: NameOrder) {
      switch kind {
      case .person: self = order == .lastName ? .peopleByLastName : .peopleByFirstName
      case .group: self = .groups
      default: return nil
      }
    }

    var kind: RecordKind { self == .groups ? .group : .person }
    var order: NameOrder { self == .peopleByFirstName ? .firstName : .lastName }
  }

  /// Bytes of a key in front of the sort key: edition, list, named or nameless.
  static let prefixCount = 3
  /// Bytes behind it: whole or cut, record.
  static let suffixCount = 6

  /// Whether the sort key in a row's key was cut.
  static func isCut(_ key: Span<UInt8>) -> Bool {
    key.count > suffixCount && key[key.count - suffixCount] == 1
  }
}

/// Where a record stands in a list: what rows are ordered by, uncut.
struct OrderPlace: Hashable, Sendable {
  var isNamed: Bool
  /// The sort key; or the first bytes of sort keys, for the place in front of them.
  var sortKey: [UInt8]
  /// `nil`: the place in front of all records with this sort key and longer ones.
  var record: RecordID?

  /// Appends the key of the row that stands here, or would.
  func appendKey(edition: UInt8, list: OrderKey.List, to bytes: inout [UInt8]) {
    bytes.append(edition)
    bytes.append(list.rawValue)
    bytes.append(isNamed ? 0 : 1)
    let isCut = sortKey.count > longestIndexText
    bytes.append(contentsOf: sortKey.prefix(longestIndexText))
    guard let record else { return }
    bytes.append(isCut ? 1 : 0)
    KeyList.append(record, to: &bytes)
  }

  /// Whether the sort key does not fit into a row's key.
  var isCut: Bool { sortKey.count > longestIndexText }

  static func precedes(_ a: OrderPlace, _ b: OrderPlace) -> Bool {
    if a.isNamed != b.isNamed { return a.isNamed }
    if a.sortKey != b.sortKey { return a.sortKey.lexicographicallyPrecedes(b.sortKey) }
    guard let other = b.record else { return false }
    return a.record.map { $0 < other } ?? true
  }
}
