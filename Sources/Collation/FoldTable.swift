/// Folded forms of the Latin, Greek and Cyrillic scalars below U+0500, made with ICU once.
///
/// A text of these alone folds one scalar at a time, ten times faster: no two of them compose.
/// Accents that stand alone (U+0300 to U+037F) are left to the long way.
enum FoldTable {
  /// What a folded scalar means for the division into words.
  enum Kind: UInt8 { case nothing, word, apostrophe, divider, mixed }

  struct Entry {
    var first: UInt8
    var second: UInt8
    var count: UInt8
    var kind: Kind
  }

  static let entries: [Entry] = (0..<0x500).map { entry(for: $0) }

  private static func entry(for number: UInt32) -> Entry {
    let mixed = Entry(first: 0, second: 0, count: 0, kind: .mixed)
    guard let scalar = Unicode.Scalar(number) else { return mixed }
    var (bytes, kinds): ([UInt8], Set<Kind>) = ([], [])
    Folding.forEachFoldedScalar(of: String(scalar)) { folded in
      Folding.append(folded, to: &bytes)
      if FoldedScalar.isPartOfWord(folded) {
        kinds.insert(.word)
      } else {
        kinds.insert(folded == UInt32(Folding.apostrophe) ? .apostrophe : .divider)
      }
    }
    // Two bytes at most, so that folded text is never longer than the text.
    guard bytes.count <= scalar.utf8.count, kinds.count <= 1 else { return mixed }
    return Entry(
      first: bytes.first ?? 0, second: bytes.dropFirst().first ?? 0, count: UInt8(bytes.count),
      kind: kinds.first ?? .nothing)
  }

  /// Whether all scalars of a text are in the table, and none is mixed.
  static func covers(_ utf8: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in utf8.indices { all |= utf8[index] }
    if all < 0x80 { return true }
    let entries = entries
    var index = 0
    while index < utf8.count {
      let lead = utf8[index]
      index += 1
      if lead < 0x80 { continue }
      // U+0500 begins with 0xD4; U+0300 to U+037F with 0xCC and 0xCD.
      guard lead < 0xD4, lead & 0xFE != 0xCC, index < utf8.count else { return false }
      guard entries[scalar(lead, utf8[index])].kind != .mixed else { return false }
      index += 1
    }
    return true
  }

  /// Hands over the entry of each scalar of a text that the table covers.
  @inline(__always)
  static func forEachEntry(of utf8: Span<UInt8>, _ body: (Entry) -> Void) {
    let entries = entries
    var index = 0
    while index < utf8.count {
      let lead = utf8[index]
      index += 1
      if lead < 0x80 {
        body(entries[Int(lead)])
      } else if index < utf8.count {
        body(entries[scalar(lead, utf8[index])])
        index += 1
      }
    }
  }

  private static func scalar(_ lead: UInt8, _ next: UInt8) -> Int {
    Int(lead & 0x1F) << 6 | Int(next & 0x3F)
  }
}
