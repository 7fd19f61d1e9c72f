internal import ContactModel
internal import LMDB

/// The digits of every phone number, last one first: digits ‖ 0 ‖ record.
///
/// Depends on no numbering plan: the few candidates that end alike are compared when a number is looked
/// up. Leading zeros are left out, as they are dialled in some places only.
struct PhoneIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.phones }
  let reads = PropertySet([.phones])

  /// How many digits candidates share with a number looked up, unless one has fewer.
  static let sharedDigits = 7

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.exists, let list = record.list(.phones) else { return }
    for entry in list.entries where !entry.isRemoved {
      guard let text = entry.value.text else { continue }
      let digits = PhoneDigits.of(text)
      if digits.isEmpty { continue }
      keys.add(record.id) { bytes in
        bytes.append(contentsOf: PhoneDigits.reversed(digits))
        bytes.append(0)
      }
    }
  }
}
