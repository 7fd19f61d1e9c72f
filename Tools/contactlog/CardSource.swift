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
    let bytes: [UInt8]
    let line: Int
    let failure: (line: Int, reason: String)?
  }

  /// A source for a file that begins with these bytes.
  init(startOfFile bytes: [UInt8], limits: CardLimits) {
    switch CardFormat(startOfFile: bytes) {
    case .vCard: cards = CardSplitter(limits: limits)
    case .jCard: jCard = JCardReader(limits: limits)
    case .csv where Self.isTable(bytes): table = CSVReader(limits: limits)
    case .csv: cards = CardSplitter(limits: limits)
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

  /// Headings of a table that are not known; their cells are kept as they are.
  var unknownHeadings: [String] {
    (table?.columns ?? []).filter { !$0.isKnown }.map(\.heading)
  }
}

extension CardSource.Item {
  init(_ raw: RawCard, _ parser: VCardParser) {
    switch raw.problem {
    case nil, .missingEnd: self.init(bytes: raw.bytes, line: raw.firstLine, failure: nil)
    case .missingBegin, .tooLarge, .tooDeep:
      let failure = parser.parse(raw).failure
      self.init(
        bytes: [], line: raw.firstLine,
        failure: (
          failure?.line ?? raw.firstLine, failure?.reason ?? "the card cannot be read"
        ))
    }
  }

  init(_ card: ConvertedCard) {
    self.init(
      bytes: card.bytes, line: card.firstLine,
      failure: card.failure.map { ($0.line, $0.reason) })
  }
}
