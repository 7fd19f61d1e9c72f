internal import ContactModel
internal import LMDB
internal import Synchronization

/// Orders made in memory for commits and locales of which the store keeps none, the last few.
final class MemoryOrders: Sendable {
  /// What an order is of.
  struct Key: Hashable, Sendable {
    var commit: UInt64
    var spec: EditionSpec
    var list: OrderKey.List
  }

  /// How many are held.
  private static let most = 4
  private let made = Mutex<[(key: Key, places: [OrderPlace])]>([])
  private let indices = Mutex<[String: OrderIndex]>([:])

  /// The order's index for a locale; made once, because its tables take long.
  func index(_ locale: String, _ tables: UnicodeTables) throws -> OrderIndex {
    if let index = indices.withLock({ $0[locale] }) { return index }
    let index = try OrderIndex(known: locale, tables)
    indices.withLock {
      if $0.count >= 16 { $0.removeAll() }
      $0[locale] = index
    }
    return index
  }

  /// All places of a list in order, made by `make` unless they are held.
  func places(_ key: Key, _ make: () throws -> [OrderPlace]) rethrows -> [OrderPlace] {
    if let held = made.withLock({ $0.first { $0.key == key } }) { return held.places }
    let places = try make()
    made.withLock { made in
      if made.count >= Self.most { made.removeFirst() }
      made.append((key, places))
    }
    return places
  }
}
