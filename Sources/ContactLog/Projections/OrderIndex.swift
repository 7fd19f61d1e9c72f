internal import Collation
internal import ContactModel
internal import LMDB

/// How people are put in order.
public enum NameOrder: UInt8, Sendable, Hashable, CaseIterable {
  /// By family name, then given name.
  case lastName = 0
  /// By given name, then family name.
  case firstName = 1
}

/// People and groups in order of name: order (two bytes) ‖ 0 or 1 ‖ collation key ‖ record.
///
/// 0 is in front of the named, 1 in front of the nameless, who come last. Collation keys follow
/// ICU's tables; the root locale is always there, under numbers 0 and 1. Removed records stand in an
/// order of their own, 0xFFFF: the complement of the position that removed them ‖ record.
struct OrderIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.order }
  let reads = PropertySet([
    .firstName, .middleName, .lastName, .firstNamePhonetic, .middleNamePhonetic,
    .lastNamePhonetic, .organization, .formattedName, .nickname, .name, .personKind, .emails,
    .phones,
  ])

  /// The locales, root first; a locale's place is the upper bits of its orders' numbers.
  let locales: [String]
  private let collators: [Collator]

  init(locales: [String]) throws {
    self.locales = Self.withRoot(locales)
    collators = try self.locales.map { try Collator(locale: $0) }
  }

  /// Whether these are the locales beside the root's.
  func isFor(_ locales: [String]) -> Bool { self.locales == Self.withRoot(locales) }

  private static func withRoot(_ locales: [String]) -> [String] {
    ["root"] + locales.filter { $0 != "root" }
  }

  /// What the keys depend on beside the log.
  var version: [UInt8] {
    collators.reduce(into: []) { $0 += $1.version } + locales.joined(separator: ",").utf8
  }

  /// The number of an order, as keys begin; `nil` when the store does not keep that locale.
  func number(_ order: NameOrder, locale: String) -> UInt16? {
    locales.firstIndex(of: locale).map { UInt16($0) << 1 | UInt16(order.rawValue) }
  }

  /// How the keys of removed records begin: a number that no locale has.
  static let removed: [UInt8] = [0xFF, 0xFF]

  /// The key of what an event removed, without the record: the last removed comes first.
  static func removedKey(_ position: Position) -> [UInt8] {
    removed
      + stride(from: UInt64(56), through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: ~position >> $0)
      }
  }

  func appendKeys(of record: Record, to keys: inout KeyList) {
    if record.isRemoved {
      keys.add(record.id) { bytes in bytes += Self.removedKey(record.existence.last) }
    }
    guard record.exists, record.id.kind != .source else { return }
    for order in NameOrder.allCases {
      let (name, isNamed) = Self.sortName(of: record, order)
      for (index, collator) in collators.enumerated() {
        keys.add(record.id) { bytes in
          let number = UInt16(index) << 1 | UInt16(order.rawValue)
          bytes.append(UInt8(number >> 8))
          bytes.append(UInt8(number & 255))
          bytes.append(isNamed ? 0 : 1)
          let start = bytes.count
          collator.appendSortKey(of: name, to: &bytes)
          if bytes.count - start > longestIndexText {
            bytes.removeSubrange((start + longestIndexText)...)
          }
        }
      }
    }
  }

  /// What the record is sorted by, and whether it has a name at all.
  ///
  /// U+FFFE between the parts sorts below every letter and makes ICU compare the parts one after
  /// another (Unicode Technical Standard 35, section "Merging Sort Keys").
  static func sortName(of record: Record, _ order: NameOrder) -> (String, Bool) {
    if record.id.kind == .group { return (record.text(.name) ?? "", record.text(.name) != nil) }
    if record.isOrganization, let name = record.text(.organization) { return (name, true) }
    let last = record.text(.lastNamePhonetic) ?? record.text(.lastName)
    let first = record.text(.firstNamePhonetic) ?? record.text(.firstName)
    let middle = record.text(.middleNamePhonetic) ?? record.text(.middleName)
    let parts = order == .lastName ? [last, first, middle] : [first, middle, last]
    let named = parts.compactMap { $0 }.filter { !$0.isEmpty }
    if !named.isEmpty { return (named.joined(separator: "\u{FFFE}"), true) }
    for property in [Property.formattedName, .organization, .nickname] {
      if let text = record.text(property), !text.isEmpty { return (text, true) }
    }
    return (record.compositeName(), false)
  }
}
