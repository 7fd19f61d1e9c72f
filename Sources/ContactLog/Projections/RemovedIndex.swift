internal import ContactModel
internal import LMDB

/// Removed records, the last removed first: `ffff` ‖ the complement of the position that removed them
/// ‖ record, among the orders.
struct RemovedIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.order }
  let reads = PropertySet([])

  /// How the keys begin: a number that no edition has.
  static let prefix: [UInt8] = [0xFF, 0xFF]

  /// The key of what an event removed, without the record.
  static func key(_ position: Position) -> [UInt8] {
    prefix
      + stride(from: UInt64(56), through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: ~position >> $0)
      }
  }

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.isRemoved else { return }
    keys.add(record.id) { $0 += Self.key(record.existence.last) }
  }
}
