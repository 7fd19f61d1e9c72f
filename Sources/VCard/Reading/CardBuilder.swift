import ContactModel

/// A card while its lines are read.
struct CardBuilder {
  /// What is known of the card so far, but for values and lists, which stand apart.
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
  var warnings: [CardWarning] = []
  /// Why the card must be refused.
  var failure: CardFailure?
  /// What the line just read says of the card; `nil` when nobody asks.
  var claims: [LineClaim]?
  /// What became of the lines kept whole; only when somebody asks for claims.
  private(set) var keptLines: [KeptLine] = []
  /// What the card may cost.
  let limits: CardLimits
  /// The notes read so far.
  var notes: [String] = []
  /// Accounts read from lines like `X-AIM`, which may come a second time as `IMPP`: service and
  /// name, and the places of the entries.
  var doubledMessages: [[UInt8]: [Int]] = [:]

  /// Single values, a dozen at most: searching them is faster than hashing.
  private var values: [(property: Property, value: Value)] = []
  /// Lists, each once.
  private var lists: [(property: Property, entries: [Card.Entry])] = []
  private var memberBytes: Set<[UInt8]> = []
  private var categoryBytes: Set<[UInt8]> = []
  private var grouped: [(group: UInt64, property: Property, index: Int)] = []
  private var extras: [Extra] = []

  /// A line kept whole.
  private struct Extra {
    enum Role {
      case plain, label, countryCode
    }
    var text: String
    var group: UInt64?
    var role = Role.plain
    /// What the line says about its group: a label, or a country code.
    var meaning: String?
    var isUsed = false
  }

  init(limits: CardLimits) {
    self.limits = limits
    values.reserveCapacity(12)
    lists.reserveCapacity(6)
  }

  /// A single value.
  subscript(property: Property) -> Value? {
    get {
      for index in values.indices where values[index].property == property {
        return values[index].value
      }
      return nil
    }
    set {
      if newValue != nil { claim(.value(property)) }
      let index = values.firstIndex { $0.property == property }
      switch (index, newValue) {
      case (let index?, let value?): values[index].value = value
      case (let index?, nil): values.remove(at: index)
      case (nil, let value?): values.append((property, value))
      case (nil, nil): break
      }
    }
  }

  /// Whether the property has a value.
  func has(_ property: Property) -> Bool {
    for index in values.indices where values[index].property == property { return true }
    return false
  }

  /// The text under a property.
  func text(_ property: Property) -> String? { self[property]?.text }

  /// The entries of a list.
  func entries(_ property: Property) -> [Card.Entry] {
    lists.first { $0.property == property }?.entries ?? []
  }

  /// The place of a property's list, which is made if need be.
  private mutating func list(_ property: Property) -> Int {
    for index in lists.indices where lists[index].property == property { return index }
    lists.append((property, []))
    return lists.count - 1
  }

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
    let list = list(property)
    claim(.entry(property, lists[list].entries.count))
    if let group = line.head.groupHash {
      grouped.append((group, property, lists[list].entries.count))
    }
    lists[list].entries.append(
      Card.Entry(
        label: label ?? Self.label(line), value: value, isPreferred: line.head.isPreferred))
  }

  /// Takes the label away from the entry added last.
  mutating func unlabelLast(_ property: Property) {
    let list = list(property)
    guard let last = lists[list].entries.indices.last else { return }
    lists[list].entries[last].label = nil
  }

  /// Makes the group of a line one of those of an entry that was read before.
  mutating func share(_ property: Property, _ index: Int, _ line: borrowing ContentLine) {
    claim(.entry(property, index))
    if let group = line.head.groupHash { grouped.append((group, property, index)) }
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
    guard !member.isEmpty, memberBytes.insert(Array(member.utf8)).inserted else { return }
    card.members.append(member)
  }

  /// Adds the name of a group that the person is in, once.
  mutating func addCategory(_ name: String) {
    claim(.category(name))
    guard !name.isEmpty, categoryBytes.insert(Array(name.utf8)).inserted else { return }
    card.categories.append(name)
  }

  /// Keeps a line whole, as the model does not know what it says.
  mutating func keep(_ line: borrowing ContentLine, isText: Bool = false) {
    claim(.kept(extras.count))
    extras.append(
      Extra(text: ExtraLine.text(line, isText: isText), group: line.head.groupHash))
  }

  /// Keeps a text as a line whole.
  mutating func keep(text: String) {
    claim(.kept(extras.count))
    extras.append(Extra(text: text))
  }

  /// Takes the label of a group of lines, or its country code.
  mutating func keepLabel(_ line: borrowing ContentLine, isCountryCode: Bool = false) {
    claim(.kept(extras.count))
    extras.append(
      Extra(
        text: ExtraLine.text(line), group: line.head.groupHash,
        role: isCountryCode ? .countryCode : .label, meaning: line.text))
  }

  /// Notes that the line being read says something of the card.
  mutating func claim(_ claim: LineClaim) {
    if claims != nil { claims?.append(claim) }
  }

  /// Notes a thing guessed or left out.
  mutating func warn(_ code: CardWarning.Code, _ line: borrowing ContentLine, _ message: String) {
    warnings.append(
      CardWarning(code, line: line.line.number, property: line.name, message: message))
  }

  // MARK: - The end

  /// The card, once all lines are read.
  mutating func finish() -> Card {
    if claims != nil { keptLines = extras.map { _ in KeptLine() } }
    if !extras.isEmpty { finishGroups() }
    if !notes.isEmpty { set(.note, notes.joined(separator: "\n")) }
    finishName()
    var lines: [Card.Entry] = []
    for (index, extra) in extras.enumerated() where !extra.isUsed {
      if claims != nil { keptLines[index].place = lines.count }
      lines.append(Card.Entry(value: .text(extra.text)))
    }
    card.values = Dictionary(minimumCapacity: values.count)
    for index in values.indices { card.values[values[index].property] = values[index].value }
    card.entries = Dictionary(minimumCapacity: lists.count + (lines.isEmpty ? 0 : 1))
    for index in lists.indices { card.entries[lists[index].property] = lists[index].entries }
    if !lines.isEmpty { card.entries[.extra] = lines }
    return card
  }

  /// Hands the labels and country codes to the entries of their groups.
  ///
  /// Of several in one group the first counts.
  private mutating func finishGroups() {
    guard extras.contains(where: { $0.role != .plain }) else { return }
    var groupsOfPlainLines: Set<UInt64> = []
    for extra in extras where extra.role == .plain {
      if let group = extra.group { groupsOfPlainLines.insert(group) }
    }
    var entries: [UInt64: [Int]] = [:]
    for (index, entry) in grouped.enumerated() { entries[entry.group, default: []].append(index) }
    var done: [Extra.Role: Set<UInt64>] = [.label: [], .countryCode: []]
    for index in extras.indices where extras[index].role != .plain {
      let extra = extras[index]
      guard let meaning = extra.meaning, !meaning.isEmpty else {
        extras[index].isUsed = true
        continue
      }
      guard let group = extra.group, let places = entries[group],
        done[extra.role]?.insert(group).inserted == true
      else { continue }
      var isUsed = false
      for place in places where give(meaning, extra.role, to: grouped[place]) {
        isUsed = true
        if claims != nil {
          keptLines[index].entries.insert(.init(grouped[place].property, grouped[place].index))
        }
      }
      // A line that the model does not know may need its label too.
      let isWanted = extra.role == .label && groupsOfPlainLines.contains(group)
      extras[index].isUsed = isUsed && !isWanted
    }
  }

  private mutating func give(
    _ text: String, _ role: Extra.Role, to entry: (group: UInt64, property: Property, index: Int)
  ) -> Bool {
    switch role {
    case .plain: return false
    case .label:
      lists[list(entry.property)].entries[entry.index].label = Label(token: text)
      return true
    case .countryCode:
      guard entry.property == .addresses, Addresses.isCountryCode(text),
        case .fields(var fields) = entries(.addresses)[entry.index].value
      else { return false }
      fields["countryCode"] = text
      lists[list(.addresses)].entries[entry.index].value = .fields(fields)
      return true
    }
  }
}
