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
    let text = address.utf8.span
    for index in 0..<min(text.count, longestIndexText) {
      bytes.append(text[index].lowercasedASCII)
    }
  }
}
