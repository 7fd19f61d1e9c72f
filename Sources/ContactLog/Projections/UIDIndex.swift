internal import ContactModel
internal import LMDB

/// Every record by its uid, removed ones included: uid ‖ 0 ‖ record.
///
/// `urn:uuid:` in front and the case of letters make no difference: cards name members either way.
struct UIDIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.uids }
  let reads = PropertySet([])

  func appendKeys(of record: Record, to keys: inout KeyList) {
    if record.existence.last == 0 || record.uid.isEmpty { return }
    keys.add(record.id) { bytes in
      Self.appendKey(record.uid, to: &bytes)
      bytes.append(0)
    }
  }

  /// The uid in lower case without `urn:uuid:`, cut.
  static func appendKey(_ uid: String, to bytes: inout [UInt8]) {
    let text = uid.utf8.span
    var index = hasURN(text) ? urn.count : 0
    let end = min(text.count, index + longestIndexText)
    while index < end {
      bytes.append(text[index].lowercasedASCII)
      index += 1
    }
  }

  /// The whole uid in lower case without `urn:uuid:`: equal for uids that mean the same.
  static func folded(_ uid: String) -> [UInt8] {
    let bytes = uid.utf8.map(\.lowercasedASCII)
    return bytes.starts(with: urn) ? Array(bytes.dropFirst(urn.count)) : bytes
  }

  private static let urn = Array("urn:uuid:".utf8)

  private static func hasURN(_ text: Span<UInt8>) -> Bool {
    guard text.count >= urn.count else { return false }
    for index in urn.indices where text[index].lowercasedASCII != urn[index] { return false }
    return true
  }
}

extension UInt8 {
  /// The byte, in lower case if it is an ASCII letter.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// Every record by the digest of the card it was last imported from, and of those that were taken
/// into it: digest ‖ record.
struct CardIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.cards }
  let reads = PropertySet([.card, .takenCards])

  func appendKeys(of record: Record, to keys: inout KeyList) {
    let own = record[.card]?.blob?.hash
    if let own { keys.add(record.id) { own.append(to: &$0) } }
    for case let taken? in record.entries(.takenCards).map(\.value.digest) where taken != own {
      keys.add(record.id) { taken.append(to: &$0) }
    }
  }
}

extension Value {
  /// The digest that bytes are, when they are as many.
  fileprivate var digest: ContentHash? {
    if case .data(let bytes) = self { ContentHash(bytes: bytes) } else { nil }
  }
}

extension Record {
  /// Whether the card of a digest was taken into the record.
  func hasTaken(_ card: ContentHash) -> Bool {
    entries(.takenCards).contains { $0.value.digest == card }
  }
}
