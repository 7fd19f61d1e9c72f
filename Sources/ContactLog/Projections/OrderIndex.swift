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

/// People and groups in order of name, as one locale sorts them; see ``OrderKey``.
///
/// Keys are ICU's sort keys, so they belong to a locale, attributes and the version of ICU's
/// tables: an edition each. A key that does not fit is cut; records that share a cut key are put in
/// order when they are read.
struct OrderIndex: EditionIndex {
  static func table(_ set: Tables.Projections) -> Table { set.order }
  let reads = PropertySet([
    .firstName, .middleName, .lastName, .firstNamePhonetic, .middleNamePhonetic,
    .lastNamePhonetic, .organization, .formattedName, .nickname, .name, .personKind, .emails,
    .phones,
  ])
  /// Changes with what ``sortName(of:_:)`` gives.
  static let rulesVersion: UInt8 = 1

  let spec: EditionSpec
  var id: UInt8 = 0
  private let collator: Collator

  init(locale: String, _ tables: UnicodeTables) throws {
    collator = try Collator(locale: locale, sortsNumbers: tables.sortsNumbers)
    spec = EditionSpec(
      kind: .order, locale: locale, attributes: tables.sortsNumbers ? 1 : 0,
      version: [Self.rulesVersion] + (tables.collatorVersion ?? collator.version))
  }

  /// The sections that lists in this order have.
  var sections: SectionIndex { collator.sections }

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.exists else { return }
    for list in OrderKey.List.allCases where list.kind == record.id.kind {
      let (name, isNamed) = Self.sortName(of: record, list.order)
      keys.addWhole { bytes in
        bytes.append(id)
        bytes.append(list.rawValue)
        bytes.append(isNamed ? 0 : 1)
        let start = bytes.count
        collator.appendSortKey(of: name, to: &bytes)
        let isCut = bytes.count - start > longestIndexText
        if isCut { bytes.removeSubrange((start + longestIndexText)...) }
        bytes.append(isCut ? 1 : 0)
        KeyList.append(record.id, to: &bytes)
      }
    }
  }

  /// Where a record stands.
  func place(of record: Record, _ list: OrderKey.List) -> OrderPlace {
    let (name, isNamed) = Self.sortName(of: record, list.order)
    var place = OrderPlace(isNamed: isNamed, sortKey: [], record: record.id)
    collator.appendSortKey(of: name, to: &place.sortKey)
    return place
  }

  /// What the record is sorted by, and whether it has a name at all.
  ///
  /// U+FFFE between the parts sorts below every letter and makes ICU compare the parts one after
  /// another (Unicode Technical Standard 35, section "Merging Sort Keys").
  static func sortName(of record: Record, _ order: NameOrder) -> (String, Bool) {
    func text(_ property: Property) -> String? {
      record.text(property).flatMap { $0.isEmpty ? nil : $0 }
    }
    if record.id.kind == .group { return (record.text(.name) ?? "", record.text(.name) != nil) }
    if record.isOrganization, let name = text(.organization) { return (name, true) }
    let last = text(.lastNamePhonetic) ?? text(.lastName)
    let first = text(.firstNamePhonetic) ?? text(.firstName)
    let middle = text(.middleNamePhonetic) ?? text(.middleName)
    let parts = order == .lastName ? [last, first, middle] : [first, middle, last]
    let named = parts.compactMap { $0 }
    if !named.isEmpty { return (named.joined(separator: "\u{FFFE}"), true) }
    for property in [Property.formattedName, .organization, .nickname] {
      if let text = text(property) { return (text, true) }
    }
    return (record.compositeName(), false)
  }
}

/// The tables that a process sorts and folds with, where they are not simply the toolchain's.
struct UnicodeTables: Hashable, Sendable {
  /// Stands in for `ucol_getVersion`, for a process that shares a store with another toolchain.
  var collatorVersion: [UInt8]?
  /// Whether a run of digits sorts as a number.
  var sortsNumbers = false
  /// Stands in for the version of folding.
  var foldingVersion: [UInt8]?
}
