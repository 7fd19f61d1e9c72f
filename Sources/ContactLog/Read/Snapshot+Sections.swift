internal import Collation
public import ContactModel
internal import LMDB

/// A section of a sorted list: the names under one letter.
public struct ListSection: Sendable, Hashable {
  /// What stands over the section: a letter of the language or of another script, `漢` for Chinese
  /// characters, `…` for scripts without letters here; `#` for signs and digits, which come first,
  /// and for the nameless, who come last.
  ///
  /// A label may come twice: `#`, and letters that a language writes in two scripts.
  public let label: String
  /// How many records are in front of the section.
  public let position: Int
  /// How many records the section has, at least 1.
  public let count: Int
  /// The cursor behind which the list goes on with the section's first record.
  public let start: ListCursor
}

extension Snapshot {
  /// The sections of a list that are not empty, in the order of the list.
  ///
  /// - Throws: As ``list(_:order:locale:after:limit:)``.
  /// - Complexity: O(sections) rows, whatever the size of the store; O(*n* log *n*) where the order
  ///   is not stored.
  public func sections(
    _ kind: RecordKind, order: NameOrder = .lastName, locale: String = "root"
  ) throws -> [ListSection] {
    guard let source = try listSource(kind, order, locale, nil) else { return [] }
    let all = source.index.sections
    var sections: [ListSection] = []
    var position = 0
    func add(_ number: UInt16, _ count: Int) throws {
      let isNameless = number == OrderCounts.nameless
      guard isNameless || number < all.labels.count else {
        throw StoreError(.damaged, "a section's count is of no section; run verify")
      }
      let place = OrderPlace(
        isNamed: !isNameless, sortKey: isNameless ? [] : all.starts[Int(number)], record: nil)
      sections.append(
        ListSection(
          label: isNameless ? "#" : all.labels[Int(number)], position: position, count: count,
          start: ListCursor(source.index.spec, source.list, place)))
      position += count
    }
    if let edition = source.edition, past == nil {
      let counts = OrderCounts(table: table(\.order), edition: edition.id, list: source.list)
      let start = counts.prefix(OrderCounts.sections)
      try counts.scan(OrderCounts.sections, from: start, held.transaction) { key, count in
        guard key.count == 6 else { throw Seal.damage(key, table(\.order)) }
        cost.rows += 1
        try add(UInt16(key[4]) << 8 | UInt16(key[5]), count)
        return true
      }
    } else {
      var counted: [UInt16: Int] = [:]
      for place in try memoryPlaces(source) {
        let number =
          place.isNamed ? UInt16(all.section(of: place.sortKey.span)) : OrderCounts.nameless
        counted[number, default: 0] += 1
      }
      for (number, count) in counted.sorted(by: { $0.key < $1.key }) { try add(number, count) }
    }
    return sections
  }
}
