internal import ContactModel
internal import LMDB

/// Every e-mail address in lower case: address ‖ 0 ‖ record.
struct EmailIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.emails }
  let reads = PropertySet([.emails])

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.exists, let list = record.list(.emails) else { return }
    for entry in list.entries where !entry.isRemoved {
      guard let text = entry.value.text, !text.isEmpty else { continue }
      keys.add(record.id) { bytes in
        Self.appendKey(text, to: &bytes)
        bytes.append(0)
      }
    }
  }

  /// The address with its ASCII letters in lower case, cut.
  static func appendKey(_ address: String, to bytes: inout [UInt8]) {
    for byte in address.utf8.prefix(longestIndexText) {
      bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }
}
