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

  /// The whole address with its ASCII letters in lower case: equal for addresses that mean the same.
  static func folded(_ address: String) -> [UInt8] { address.utf8.map(\.lowercasedASCII) }

  /// The part of an address in front of the last `@`.
  static func local(_ address: String) -> Substring.UTF8View {
    let utf8 = address.utf8
    return utf8[..<(utf8.lastIndex(of: UInt8(ascii: "@")) ?? utf8.endIndex)]
  }

  /// The address with its ASCII letters in lower case, cut.
  static func appendKey(_ address: String, to bytes: inout [UInt8]) {
    let text = address.utf8.span
    for index in 0..<min(text.count, longestIndexText) {
      bytes.append(text[index].lowercasedASCII)
    }
  }
}
