import VCard

/// Cards out of a file, whatever form it has: contact cards, jCard or a table.
///
/// One reader is there. Not an enumeration: a reader taken out of it would copy its buffer with each
/// card.
struct CardSource {
  private var cards: CardSplitter?
  private var jCard: JCardReader?
  private var table: CSVReader?

  /// A card to hand over, or why it cannot be.
  struct Item {
    /// The card as vCard; empty when there is a failure.
    let bytes: [UInt8]
    /// The bytes it came as, where they are kept and not too many.
    let source: [UInt8]
    let line: Int
    /// Which card of the file it is, from 1.
    let number: Int
    var warnings: [CardWarning] = []
    var failure: CardFailure?
  }

  /// A source for a file that begins with these bytes.
  ///
  /// - Parameter keepsSource: Whether the bytes that cards came as are to be kept.
  init(startOfFile bytes: [UInt8], limits: CardLimits, keepsSource: Bool) {
    switch CardFormat(startOfFile: bytes) {
    case .jCard: jCard = JCardReader(limits: limits, keepsSource: keepsSource)
    case .csv where Self.isTable(bytes):
      table = CSVReader(limits: limits, keepsSource: keepsSource)
    case .vCard, .csv: cards = CardSplitter(limits: limits, keepsRefused: keepsSource)
    }
  }

  /// Whether the first row has a heading that is known; any text has commas somewhere.
  private static func isTable(_ bytes: [UInt8]) -> Bool {
    var reader = CSVReader()
    reader.feed(bytes)
    if reader.columns.isEmpty { _ = reader.next() }
    return reader.columns.contains { $0.isKnown }
  }

  /// Takes in a part of the file; an empty one is its end.
  mutating func feed(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      cards?.finish()
      jCard?.finish()
      table?.finish()
      return
    }
    cards?.feed(bytes)
    jCard?.feed(bytes)
    table?.feed(bytes)
  }

  /// The next card, when one is whole.
  mutating func next(_ parser: VCardParser) -> Item? {
    if let raw = cards?.next() { return Item(raw, parser) }
    if let card = jCard?.next() { return Item(card) }
    if let card = table?.next() { return Item(card) }
    return nil
  }

  /// Bytes of refused cards that are not those of an item: of one too large, or without a beginning.
  mutating func takeRefused() -> [UInt8] {
    cards?.takeRefused() ?? jCard?.takeRefused() ?? table?.takeRefused() ?? []
  }

  /// What a file of refused cards begins with, so that they are read as here.
  var prologue: [UInt8] { table?.headingSource ?? [] }

  /// The form of the file, for telling which refused cards may share a file.
  var format: CardFormat { jCard != nil ? .jCard : table != nil ? .csv : .vCard }

  /// Headings of a table that are not known; their cells are kept as they are.
  var unknownHeadings: [String] {
    (table?.columns ?? []).filter { !$0.isKnown }.map(\.heading)
  }

  /// Lines outside of cards, and the first of them.
  var strayLines: (count: Int, first: Int)? {
    guard let cards, let first = cards.firstStrayLine else { return nil }
    return (cards.strayLineCount, first)
  }
}

extension CardSource.Item {
  init(_ raw: RawCard, _ parser: VCardParser) {
    let isRefused = raw.problem != nil && raw.problem != .missingEnd
    self.init(
      bytes: raw.bytes, source: raw.problem == .tooLarge ? [] : raw.bytes, line: raw.firstLine,
      number: raw.number)
    if isRefused {
      failure =
        parser.parse(raw).failure
        ?? CardFailure(line: raw.firstLine, reason: "the card cannot be read")
    }
  }

  init(_ card: ConvertedCard) {
    self.init(
      bytes: card.bytes, source: card.source, line: card.firstLine, number: card.number,
      warnings: card.warnings, failure: card.failure)
  }

  /// The name the card gives, as far as it can be told of a card that cannot be read.
  var guessedName: String? {
    let start = bytes.prefix(1 << 16)
    for line in start.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      var head = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
      if let dot = head.firstIndex(of: UInt8(ascii: ".")) { head = head[(dot + 1)...] }
      guard String(decoding: head, as: UTF8.self).uppercased() == "FN",
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      let name = String(decoding: line[(colon + 1)...].prefix(200), as: UTF8.self)
      return name.isEmpty ? nil : name
    }
    return nil
  }
}
