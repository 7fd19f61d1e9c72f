internal import Collation
package import ContactModel

/// Sorts records by name as the store's lists do, also such as are not in a store.
package struct NameComparer: Sendable {
  private let collator: Collator?

  /// A comparer in the order of a locale; in that of code points where there is no such locale.
  package init(locale: String = "root") { collator = try? Collator(locale: locale) }

  /// The key of a record's name; keys compare byte by byte, nameless records last.
  package func key(of record: Record, _ order: NameOrder) -> [UInt8] {
    let (name, isNamed) = OrderIndex.sortName(of: record, order)
    var key: [UInt8] = [isNamed ? 0 : 1]
    if let collator {
      collator.appendSortKey(of: name, to: &key)
    } else {
      key.append(contentsOf: name.utf8)
    }
    return key
  }
}
