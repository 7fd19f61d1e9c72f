import ContactModel

/// Writes a card as it came, with the lines changed of which the value has changed.
///
/// The card as it came is read again, and each of its lines remembers what it says. What the card
/// says now is compared with that, value by value: a line stays as it is, to the last byte, unless
/// something it says has changed. The outcome is read once more; where it does not say what the
/// card says, the writer's own lines are taken instead.
struct CardRewriter {
  let original: [UInt8]
  let trace: CardTrace
  /// What the card said as it came.
  let base: Card
  /// What it says now.
  let wanted: Card
  let version: VCardVersion
  /// Whether other readers may see something else in it: no charset that fits, another one than UTF-8
  /// where that is the only one, or lines that are none.
  let isGuessed: Bool
  let photo: (BlobReference) -> [UInt8]?
  /// How much besides the changed values is written anew.
  private(set) var effort = Effort.least

  var edits: LineEdits
  /// The lines that the writer would make of both, by what they say.
  private(set) var linesBefore: [WrittenLine.Origin: [WrittenLine]] = [:]
  private(set) var linesNow: [WrittenLine.Origin: [WrittenLine]] = [:]
  /// The lines of each entry as it came: its own, and those about it.
  private(set) var places: [KeptLine.Entry: (own: [Int], about: [Int])] = [:]
  /// The lines of each group, which is in small letters.
  private(set) var groups: [String: [Int]] = [:]
  private(set) var takenItems: Set<Int> = []
  /// The last number given to a group of new lines.
  var lastItem = 0

  /// Reads the card as it came; `nil` when it cannot be read.
  ///
  /// - Parameter addsUID: Whether a card that came without an identifier gets the one it has now.
  init?(
    _ card: Card, original: [UInt8], addsUID: Bool, photo: @escaping (BlobReference) -> [UInt8]?
  ) {
    guard let (base, trace, warnings) = Self.read(original) else { return nil }
    self.original = original
    self.trace = trace
    self.base = base
    self.photo = photo
    wanted = Self.wanted(card, base, addsUID: addsUID)
    version = trace.version
    let guesses: [CardWarning.Code] = [
      .assumedCharset, .unknownCharset, .damagedText, .noColon,
    ]
    let isForeign =
      version != .v21
      && (trace.lines.contains { $0.head.namesForeignCharset }
        || String(validating: original, as: UTF8.self) == nil)
    isGuessed = isForeign || warnings.contains { guesses.contains($0.code) }
    edits = LineEdits(original, trace)
  }

  /// Finds out what an edit needs to know.
  mutating func prepare() {
    linesBefore = Dictionary(
      grouping: CardOutput.lines(of: base.withoutSets, version), by: \.origin)
    linesNow = Dictionary(
      grouping: CardOutput.lines(of: wanted.withoutSets, version), by: \.origin)
    places = trace.places
    groups = Dictionary(grouping: trace.lines.indices) { trace.lines[$0].head.group.lowercased() }
    takenItems = trace.itemNumbers
  }

  /// What a card says, which of its lines says it, and what had to be guessed.
  static func read(
    _ bytes: [UInt8]
  ) -> (card: Card, trace: CardTrace, warnings: [CardWarning])? {
    var reading = CardReading(firstLine: 1, limits: .none, isTraced: true)
    let parsed = reading.run(bytes.span)
    guard let card = parsed.card, let trace = reading.trace else { return nil }
    return (card, trace, parsed.warnings)
  }

  /// Whether a card says what it said as it came, so that its bytes can stay as they are.
  static func isUnedited(
    _ card: Card, original: [UInt8], addsUID: Bool, photo: (BlobReference) -> [UInt8]?
  ) -> Bool {
    let parsed = VCardParser(limits: .none).parse(original.span)
    guard let base = parsed.card, !parsed.warnings.contains(where: { $0.code == .missingEnd })
    else {
      return false
    }
    if case .reference? = base.photo { return false }
    return isSame(base, wanted(card, base, addsUID: addsUID), photo)
  }

  /// What a card says, with what only the card as it came knows.
  private static func wanted(_ card: Card, _ base: Card, addsUID: Bool) -> Card {
    var card = card
    if card.uid == nil || base.uid == nil && !addsUID { card.uid = base.uid }
    // An entry keeps being preferred, as records do not know of it.
    for (property, old) in base.entries where old.contains(where: \.isPreferred) {
      guard let new = card.entries[property] else { continue }
      for (index, place) in EntryMatching(from: old, to: new).before.enumerated() {
        if let place, old[place].isPreferred { card.entries[property]?[index].isPreferred = true }
      }
    }
    return card
  }

  // MARK: - The card

  /// How much besides the changed values is written anew, each with all before it.
  enum Effort: Int, CaseIterable, Comparable {
    case least
    /// Lines that are not there, as what they say followed from others.
    case derivedLines
    /// Lines of a charset that nobody names and other lines may have given away.
    case guessedCharsets
    /// The heads of changed lines.
    case heads

    static func < (a: Effort, b: Effort) -> Bool { a.rawValue < b.rawValue }
  }

  /// Whether changed lines keep nothing but their place.
  var isPlain: Bool { effort == .heads }

  /// The card with what was edited; `nil` when no lines were found that say it.
  mutating func run() -> [UInt8]? {
    if Self.isSame(base, wanted, photo), trace.end != nil || isOneCard(edits.applied()) {
      fillInPhoto()
      return edits.applied()
    }
    prepare()
    for effort in Effort.allCases {
      self.effort = effort
      edits = LineEdits(original, trace)
      lastItem = 0
      rewriteSingleValues()
      for property in Set(base.entries.keys).union(wanted.entries.keys).sorted()
      where property != .extra { rewriteList(property) }
      rewriteCategories()
      rewriteMembers()
      rewriteUnknownLines()
      rewritePhoto()
      if effort >= .guessedCharsets { rewriteGuessedLines() }
      let bytes = edits.applied()
      if isOneCard(bytes), edits.isEmpty || says(bytes) {
        fillInPhoto()
        return edits.applied()
      }
    }
    return nil
  }

  /// Whether some bytes are one card and nothing else to a reader of files.
  private func isOneCard(_ bytes: [UInt8]) -> Bool {
    var splitter = CardSplitter()
    splitter.feed(bytes)
    splitter.finish()
    guard let card = splitter.next(), card.problem == nil else { return false }
    return splitter.next() == nil && splitter.strayLineCount == 0
  }

  /// Whether a card says what it is to say, as far as cards can say it.
  private func says(_ bytes: [UInt8]) -> Bool {
    guard let card = Self.read(bytes)?.card else { return false }
    if Self.isSame(card, wanted, photo) { return true }
    var plain: [UInt8] = []
    VCardWriter.write(wanted, version: version, photo: photo, into: &plain)
    guard let possible = Self.read(plain)?.card else { return false }
    return Self.isSame(card, possible, photo)
  }

  private static func isSame(
    _ a: Card, _ b: Card, _ photo: (BlobReference) -> [UInt8]?
  ) -> Bool {
    guard a.kind == b.kind, a.uid.hasSameBytes(as: b.uid), a.values == b.values,
      isSame(a.photo, b.photo, photo),
      Set(a.categories.map(ByteText.init)) == Set(b.categories.map(ByteText.init)),
      a.memberKeys == b.memberKeys
    else { return false }
    for property in Set(a.entries.keys).union(b.entries.keys) {
      let (x, y) = (a.entries[property] ?? [], b.entries[property] ?? [])
      guard property == .extra ? Set(x) == Set(y) && x.count == y.count : x == y else {
        return false
      }
    }
    return true
  }
}

/// A text that is equal to another only when the bytes are.
struct ByteText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ByteText, b: ByteText) -> Bool { a.text.hasSameBytes(as: b.text) }

  func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension Card {
  /// The card without what is compared line by line on its own.
  fileprivate var withoutSets: Card {
    var card = self
    card.photo = nil
    card.categories = []
    card.members = []
    return card
  }

  /// The members, whatever form of identifier names them.
  var memberKeys: Set<ByteText> { Set(members.map(Self.memberKey)) }

  /// An identifier without the prefix that some write and some do not.
  static func memberKey(_ member: String) -> ByteText {
    let text = member.lowercased()
    return ByteText(text.hasPrefix("urn:uuid:") ? String(text.dropFirst(9)) : text)
  }
}

extension CardTrace {
  /// The places of the lines that say something of each entry.
  fileprivate var places: [KeptLine.Entry: (own: [Int], about: [Int])] {
    var places: [KeptLine.Entry: (own: [Int], about: [Int])] = [:]
    for (place, line) in lines.enumerated() {
      for case .entry(let property, let index) in line.claims {
        places[.init(property, index), default: ([], [])].own.append(place)
      }
      for entry in line.kept?.entries ?? [] { places[entry, default: ([], [])].about.append(place) }
    }
    return places
  }

  /// The numbers of the groups `item1` and so on that lines stand in.
  fileprivate var itemNumbers: Set<Int> {
    Set(
      lines.compactMap { line in
        line.head.group.lowercased().hasPrefix("item") ? Int(line.head.group.dropFirst(4)) : nil
      })
  }
}
