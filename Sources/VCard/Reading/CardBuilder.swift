import ContactModel

/// A card while its lines are read.
struct CardBuilder: ~Copyable {
  /// What is known of the card so far.
  var card = Card()
  /// What `VERSION` says, once it has been read.
  var version: VCardVersion?
  /// The name as the card writes it.
  var formattedName: String?
  /// Whether the card says that its name was made up of something else it says.
  var isNameDerived = false
  /// Where the octets of the photo just read stand in its line.
  var photoPayload: Range<Int>?
  /// Whether the card says that it is a person or an organisation.
  var hasKind = false
  /// What had to be guessed or left out.
  private(set) var warnings: [CardWarning] = []
  /// Why the card must be refused.
  var failure: CardFailure?
  /// What the line just read says of the card; `nil` when nobody asks.
  var claims: [LineClaim]?
  /// What became of the lines kept whole; only when somebody asks for claims.
  private(set) var keptLines: [KeptLine] = []
  /// What the card may cost.
  let limits: CardLimits
  /// How many of the card's bytes have been read, and how many there are.
  var progress = (read: 1, all: 1)
  /// The notes read so far.
  var notes: [String] = []
  /// Accounts read from lines like `X-AIM`, which may come a second time as `IMPP`.
  var waitingAccounts = WaitingAccounts()

  private var memberTable = PlaceTable()
  /// The names of groups, once there are too many to compare each with each.
  private var categoryTable = PlaceTable()
  private var groups = CardGroups()
  /// The lines kept whole.
  private var lines: [Card.Entry] = []

  init(limits: CardLimits) {
    self.limits = limits
    card.values.reserveCapacity(8)
    card.entries.reserveCapacity(4)
  }

  /// A single value.
  subscript(property: Property) -> Value? {
    get { card.values[property] }
    set {
      guard let newValue else {
        card.values[property] = nil
        return
      }
      claim(.value(property))
      card.values.set(property, newValue)
    }
  }

  /// Whether the property has a value.
  func has(_ property: Property) -> Bool { card.values[property] != nil }

  /// The text under a property.
  func text(_ property: Property) -> String? { self[property]?.text }

  /// The entries of a list.
  func entries(_ property: Property) -> [Card.Entry] { card.entries[property] ?? [] }

  // MARK: - What readers of properties call

  /// Sets a text; the empty one is none.
  mutating func set(_ property: Property, _ text: String) {
    self[property] = text.isEmpty ? nil : .text(text)
  }

  /// Sets a text that the card has not said before; a second one is kept as an unknown line.
  mutating func set(_ property: Property, _ text: String, _ line: borrowing ContentLine) {
    guard !text.isEmpty else { return }
    if let known = self[property] {
      if known == .text(text) { claim(.value(property)) } else { keep(line) }
    } else {
      self[property] = .text(text)
    }
  }

  /// Adds an entry with the label that its `TYPE` says, unless another is given.
  mutating func add(
    _ property: Property, _ value: Value, _ line: borrowing ContentLine, label: Label? = nil
  ) {
    if claims != nil || line.head.groupHash != nil {
      let index = entries(property).count
      claim(.entry(property, index))
      if let group = line.head.groupHash { groups.add(group, property, index) }
    }
    let entry = Card.Entry(
      label: label ?? Self.label(line), value: value, isPreferred: line.head.isPreferred)
    append(entry, to: &card.entries[property, default: Self.newList], progress, limits)
  }

  /// A list with room for as many entries as most have.
  private static var newList: [Card.Entry] {
    var list: [Card.Entry] = []
    list.reserveCapacity(2)
    return list
  }

  /// Takes the label away from the entry added last.
  mutating func unlabelLast(_ property: Property) {
    guard let last = card.entries[property]?.indices.last else { return }
    card.entries[property]?[last].label = nil
  }

  /// Makes the group of a line one of those of an entry that was read before.
  mutating func share(_ property: Property, _ index: Int, _ line: borrowing ContentLine) {
    claim(.entry(property, index))
    if let group = line.head.groupHash { groups.add(group, property, index) }
  }

  /// The label that the words of `TYPE` make.
  static func label(_ line: borrowing ContentLine) -> Label? {
    if let label = line.head.types.label { return .standard(label) }
    guard line.head.customType != nil, var word = line.customType else { return nil }
    if word.utf8.count > 2, word.hasPrefix("X-") || word.hasPrefix("x-") { word.removeFirst(2) }
    return word.isEmpty ? nil : Label(word)
  }

  /// Adds a member of a group, once.
  mutating func addMember(_ member: String) {
    claim(.member(member))
    guard !member.isEmpty, memberTable.add(member, to: card.members) else { return }
    card.members.append(member)
  }

  /// Adds the name of a group that the person is in, once.
  mutating func addCategory(_ name: String) {
    claim(.category(name))
    guard !name.isEmpty, isNewCategory(name) else { return }
    card.categories.append(name)
  }

  /// Makes room for the names of a line that has this many, where they are many.
  mutating func expectCategories(_ count: Int) {
    if count > 64 { card.categories.reserveCapacity(card.categories.count + count) }
  }

  private mutating func isNewCategory(_ name: String) -> Bool {
    guard card.categories.count >= 8 else {
      return !card.categories.contains { $0.hasSameBytes(as: name) }
    }
    if card.categories.count == 8 {
      categoryTable = PlaceTable()
      for count in 0..<8 {
        _ = categoryTable.add(card.categories[count], to: card.categories, count)
      }
    }
    return categoryTable.add(name, to: card.categories)
  }

  /// Keeps a line whole, as the model does not know what it says.
  mutating func keep(_ line: borrowing ContentLine, isText: Bool = false) {
    claim(.kept(lines.count))
    keepEntry(ExtraLine.text(line, isText: isText))
    if let group = line.head.groupHash { groups.addPlainLine(group) }
  }

  /// Keeps a text as a line whole.
  mutating func keep(text: String) {
    claim(.kept(lines.count))
    keepEntry(text)
  }

  private mutating func keepEntry(_ text: String) {
    append(Card.Entry(value: .text(text)), to: &lines, progress, limits)
  }

  /// Takes the label of a group of lines, or its country code.
  mutating func keepLabel(_ line: borrowing ContentLine, isCountryCode: Bool = false) {
    claim(.kept(lines.count))
    groups.add(
      .init(
        isCountryCode ? .countryCode : .label, group: line.head.groupHash, meaning: line.text,
        line: lines.count))
    keepEntry(ExtraLine.text(line))
  }

  /// Notes that the line being read says something of the card.
  mutating func claim(_ claim: LineClaim) {
    if claims != nil { claims?.append(claim) }
  }

  /// Notes a thing guessed or left out.
  mutating func warn(_ code: CardWarning.Code, _ line: borrowing ContentLine, _ message: String) {
    warn(CardWarning(code, line: line.line.number, property: line.name, message: message))
  }

  /// Notes a thing guessed or left out; of garbage a thousand lines say enough.
  mutating func warn(_ warning: CardWarning) {
    if warnings.count < 1000 { warnings.append(warning) }
  }

  // MARK: - The end

  /// The card, once all lines are read.
  mutating func finish() -> Card {
    if claims != nil { keptLines = lines.map { _ in KeptLine() } }
    finishLines()
    if !notes.isEmpty { set(.note, notes.joined(separator: "\n")) }
    finishName()
    var finished = Card()
    swap(&finished, &card)
    return finished
  }

  /// Keeps the lines whose statements no entry has taken.
  private mutating func finishLines() {
    if groups.statements.isEmpty {
      for index in keptLines.indices { keptLines[index].place = index }
    } else {
      let used = finishGroups()
      var place = 0
      for index in keptLines.indices where !used[index] {
        keptLines[index].place = place
        place += 1
      }
      var index = -1
      lines.removeAll { _ in
        index += 1
        return used[index]
      }
    }
    if !lines.isEmpty { card.entries.set(.extra, lines) }
  }

  /// Hands the labels and country codes to the entries of their groups.
  ///
  /// Of several in one group the first counts.
  ///
  /// - Returns: Which of the lines kept whole are said by entries now.
  private mutating func finishGroups() -> [Bool] {
    var used = Array(repeating: false, count: lines.count)
    groups.sort()
    for statement in groups.statements {
      guard !statement.meaning.isEmpty else {
        used[statement.line] = true
        continue
      }
      var isUsed = false
      for entry in groups.told(by: statement)
      where give(statement.meaning, statement.kind, to: entry) {
        isUsed = true
        if claims != nil {
          keptLines[statement.line].entries.insert(.init(entry.property, entry.index))
        }
      }
      // A line that the model does not know may need its label too.
      let isWanted = statement.kind == .label && groups.hasPlainLine(statement)
      if isUsed, !isWanted { used[statement.line] = true }
    }
    return used
  }

  private mutating func give(
    _ text: String, _ kind: CardGroups.Statement.Kind, to entry: CardGroups.Member
  ) -> Bool {
    switch kind {
    case .label:
      card.entries[entry.property]?[entry.index].label = Label(token: text)
      return true
    case .countryCode:
      guard entry.property == .addresses, Addresses.isCountryCode(text),
        case .fields(var fields) = entries(.addresses)[entry.index].value
      else { return false }
      fields["countryCode"] = text
      card.entries[.addresses]?[entry.index].value = .fields(fields)
      return true
    }
  }
}

/// Appends an entry; a list that grows long gets room at once for what the rest of the card will
/// hold if it goes on like this, so that no copies of it half its length lie about.
private func append(
  _ entry: Card.Entry, to list: inout [Card.Entry], _ progress: (read: Int, all: Int),
  _ limits: CardLimits
) {
  if list.count >= 64, list.count == list.capacity {
    let expected = list.count * progress.all / max(progress.read, 1)
    // Room that nobody fills costs nothing as long as it is not too much.
    let most = min(limits.properties, 1 << 20)
    list.reserveCapacity(max(list.count * 5 / 4, min(expected * 17 / 16, most)) + 16)
  }
  list.append(entry)
}
