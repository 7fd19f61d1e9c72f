public import ContactModel
internal import LMDB

/// A place in a sorted list.
///
/// Names its place by key, so that it stays where it is while others write.
public struct ListCursor: Sendable, Hashable {
  let key: [UInt8]
}

extension Snapshot {
  /// A page of people or groups, sorted by name.
  ///
  /// - Parameters:
  ///   - locale: `root`, or one of the settings' locales.
  ///   - after: Where the last page ended; `nil`: from the start.
  /// - Returns: The records, and where to go on; `nil` at the end.
  /// - Throws: ``StoreError`` with code `invalid` for a locale that the store does not keep,
  ///   `busy` while its order is being made.
  /// - Complexity: O(log *n* + limit); no record is read.
  public func list(
    _ kind: RecordKind, order: NameOrder = .lastName, locale: String = "root",
    after cursor: ListCursor? = nil, limit: Int = .max
  ) throws -> (records: [RecordID], next: ListCursor?) {
    guard let number = indices.order.number(order, locale: locale) else {
      throw StoreError(.invalid, "the store keeps no order for \(locale); see its settings")
    }
    guard number < 2 || head.projectionVersion == indices.version else {
      throw StoreError(.busy, "the order for \(locale) is not made yet; try again or run rebuild")
    }
    let prefix: [UInt8] = [UInt8(number >> 8), UInt8(number & 255)]
    var found: [RecordID] = []
    var next: ListCursor?
    let table = table(\.order)
    let start = cursor?.key ?? prefix
    try scan(\.order, from: start.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      if let cursor, key.count == cursor.key.count, key.starts(with: cursor.key.span) {
        return true
      }
      try Seal.check(key, stored, table)
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      if id.kind != kind { return true }
      if found.count == limit {
        return false
      }
      found.append(id)
      if found.count == limit { next = ListCursor(key: key.array) }
      return true
    }
    return (found, next)
  }
}
