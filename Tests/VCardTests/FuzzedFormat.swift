import ContactModel
import TestSupport
import VCard

/// A format that is fed with bytes that nobody wrote on purpose.
enum FuzzedFormat: String, CaseIterable, Sendable {
  case vCard21 = "vCard 2.1"
  case vCard3 = "vCard 3.0"
  case vCard4 = "vCard 4.0"
  case jCard, csv

  /// The version that cards are made in.
  private var version: VCardVersion {
    switch self {
    case .vCard21: .v21
    case .vCard3: .v3
    default: .v4
    }
  }

  /// Bytes that mean something to a reader of the format.
  private var pieces: [[UInt8]] {
    switch self {
    case .vCard21, .vCard3, .vCard4: Self.cardPieces
    case .jCard:
      [
        "[", "]", "{", "}", "\"", "\\", "\\u", "\\uD83D", ",", ":", "null", "1e9", "vcard", "\n",
        "é",
        "[\"vcard\",[", "[\"tel\",{\"type\":\"home\"},\"uri\",\"tel:1\"],",
      ].map { Array($0.utf8) }
    case .csv:
      [
        "\"", ",", ";", "\r", "\n", "\t", "0/0/0", " ::: ", "\0", "First Name", "Phone 1 - Value",
        "sep=;\n",
      ].map { Array($0.utf8) } + [[0xFF], [0xE9]]
    }
  }

  private static let cardPieces =
    [
      "BEGIN:VCARD\r\n", "END:VCARD\n", "\r", "\n ", "\n\t", "=\n", "=\n\t", "=", "=0D", "=C3",
      "=5C",
      "=3B", ";", ":", ",", "\\", "\"", "TEL", "ADR", "N", "FN", "PHOTO;B:", "AGENT:",
      "AGENT:BEGIN:VCARD\n", "item1.", ".", "X-ABLabel:", "X-ABADR:", "TYPE=",
      "ENCODING=QUOTED-PRINTABLE", "CHARSET=SHIFT_JIS", "CHARSET=EUC-JP", "CHARSET=ISO-2022-JP",
      "CHARSET=UTF-16", "CHARSET=GB18030", "CHARSET=x", "\u{1B}$B", "\u{1B}(B", "VALUE=", "PREF=1",
      "data:image/png;base64,", "sha256:", "/9j/", "^n", "IMPP:", "aim:", "%", "%4", "BDAY:",
      "1604-",
      "--02", "REV:2", "\0", "\u{FEFF}", "é", "日", "ORG:;; ", "NOTE:", "X-SOCIALPROFILE;x-user=",
      "X-ALTBDAY:a=", "CATEGORIES:", "MEMBER:", "KIND:", "#", "SOUND;X-IRMC-N:",
      "RELATED;VALUE=text:",
    ].map { Array($0.utf8) } + [
      [0xFF], [0x88, 0xC9], [0x82, 0xA0], [0xE0, 0x80], [0xF4], [0xC8],
    ]

  // MARK: - Input

  /// Some bytes: damaged cards, telling pieces, or 64 KB of a few of them over and over.
  func input(_ maker: inout RandomCard, _ files: [[UInt8]]) -> [UInt8] {
    if maker.chance(1) { return repeated(&maker) }
    var bytes: [UInt8] = []
    if maker.chance(40), self != .csv {
      if self == .jCard {
        bytes = JCardWriter.listStart
      } else {
        bytes = Array("BEGIN:VCARD\n".utf8)
      }
      for _ in 0..<Int.random(in: 0..<60, using: &maker.random) { bytes += maker.pick(pieces) }
      return bytes
    }
    bytes = sound(&maker, files)
    for _ in 0...Int.random(in: 0..<8, using: &maker.random) { damage(&bytes, &maker) }
    return bytes
  }

  /// A file of the format.
  private func sound(_ maker: inout RandomCard, _ files: [[UInt8]]) -> [UInt8] {
    switch self {
    case .vCard21, .vCard3, .vCard4:
      if !files.isEmpty, maker.chance(60) { return maker.pick(files) }
      return (0..<3).flatMap { _ in CardFixture.bytes(maker.card(), version) }
    case .jCard:
      return JCardWriter.listStart
        + (0..<3).flatMap { _ in CardFixture.jCard(maker.card()) + JCardWriter.listSeparator }
    case .csv:
      let layout = maker.pick([
        CSVLayout.google, .oldGoogle, .outlook(.english), .outlook(.french), .outlook(.german),
      ])
      return CardFixture.table((0..<5).map { _ in maker.card() }, layout)
    }
  }

  private func repeated(_ maker: inout RandomCard) -> [UInt8] {
    var unit = maker.pick(pieces)
    for _ in 0..<Int.random(in: 0..<4, using: &maker.random) { unit += maker.pick(pieces) }
    var bytes: [UInt8]
    switch self {
    case .jCard: bytes = Array("[[\"vcard\",[[\"fn\",{},\"text\",\"x\"],".utf8)
    case .csv: bytes = Array("First Name,Phone 1 - Value,Group Membership\n,".utf8)
    default: bytes = Array("BEGIN:VCARD\nFN:".utf8)
    }
    while bytes.count < 65_536 { bytes += unit }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], _ maker: inout RandomCard) {
    guard !bytes.isEmpty else { return }
    let at = Int.random(in: 0..<bytes.count, using: &maker.random)
    switch Int.random(in: 0..<6, using: &maker.random) {
    case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &maker.random)
    case 1: bytes.removeLast(bytes.count - at)
    case 2: bytes[at] = maker.pick([0, 0x0A, 0x0D, 0x20, 0x22, 0x2C, 0x3A, 0x3B, 0x3D, 0x5C, 0xFF])
    case 3:
      let start = Int.random(in: 0...bytes.count, using: &maker.random)
      bytes.insert(contentsOf: Array(bytes[start...].prefix(200)), at: at)
    case 4: bytes.insert(contentsOf: maker.pick(pieces), at: at)
    default: bytes.removeSubrange(at..<min(bytes.count, at + 20))
    }
  }

  // MARK: - Reading

  /// Only reads the bytes, as an import does: each card is let go before the next one.
  func read(_ bytes: [UInt8], _ limits: CardLimits = CardLimits()) {
    let parser = VCardParser(limits: limits)
    var (cards, jCards) = (CardSplitter(limits: limits), JCardReader(limits: limits))
    var rows = CSVReader(limits: limits)
    var start = 0
    while true {
      let end = min(start + 4096, bytes.count)
      let piece = Array(bytes[start..<end])
      switch self {
      case .vCard21, .vCard3, .vCard4:
        if piece.isEmpty { cards.finish() } else { cards.feed(piece) }
        while let card = cards.next() { _ = parser.parse(card) }
      case .jCard:
        if piece.isEmpty { jCards.finish() } else { jCards.feed(piece) }
        while let card = jCards.next() { _ = parser.parse(card) }
      case .csv:
        if piece.isEmpty { rows.finish() } else { rows.feed(piece) }
        while let card = rows.next() { _ = parser.parse(card) }
      }
      if piece.isEmpty { return }
      start = end
    }
  }

  /// Reads the bytes, writes what they say in every way, and says what is wrong with that.
  func check(_ bytes: [UInt8], _ maker: inout RandomCard) -> String? {
    let piece = Int.random(in: 1...5000, using: &maker.random)
    switch self {
    case .vCard21, .vCard3, .vCard4:
      for raw in CardFixture.split(bytes, piece: piece) {
        let parsed = VCardParser().parse(raw)
        if (parsed.card == nil) == (parsed.failure == nil) { return "neither a card nor a failure" }
        if let card = parsed.card, let fault = write(card, raw, &maker) { return fault }
      }
    case .jCard, .csv:
      let cards =
        self == .jCard
        ? CardFixture.jCards(bytes, piece: piece) : CardFixture.rows(bytes, piece: piece).cards
      for converted in cards {
        if converted.bytes.isEmpty != (converted.failure != nil) { return "no card and no failure" }
        _ = VCardParser().parse(converted)
        guard converted.failure == nil else { continue }
        if CardFixture.split(converted.bytes).count != 1 { return "not one card" }
      }
    }
    return nil
  }

  /// Writes a card in a version, and as it came with an edit: each must be one card.
  private func write(_ card: Card, _ raw: RawCard, _ maker: inout RandomCard) -> String? {
    let version = maker.pick(VCardVersion.allCases)
    if CardFixture.split(CardFixture.bytes(card, version)).count != 1 {
      return "\(version): not one"
    }
    var card = card
    switch Int.random(in: 0..<6, using: &maker.random) {
    case 0: card.set(.note, "x\ny")
    case 1: card.entries[.phones, default: []].insert(.init(value: "1"), at: 0)
    case 2: card.entries[.phones]?[0].label = .custom("x")
    case 3: card.entries[.extra] = nil
    case 4: card.entries[.emails]?[0].value = "a@b"
    default: break
    }
    var output: [UInt8] = []
    VCardWriter.write(
      card, original: raw.bytes, version: maker.chance(50) ? version : nil, into: &output)
    return CardFixture.split(output).count == 1 ? nil : "rewritten: not one card"
  }
}
