import ContactModel

/// A card while its lines are read.
struct CardBuilder {
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
  var warnings: [CardWarning] = []
  /// Why the card must be refused.
  var failure: CardFailure?
  /// What the card may cost.
  let limits: CardLimits
  /// Instant messages read from lines like `X-AIM`, which may come a second time as `IMPP`.
  var doubledMessages: [Int] = []

  private var memberBytes: Set<[UInt8]> = []
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
    card.values.reserveCapacity(12)
    card.entries.reserveCapacity(6)
  }

  // MARK: - What readers of properties call

  /// Sets a text that the card has not said before; a second one is kept as an unknown line.
  mutating func set(_ property: Property, _ text: String, _ line: borrowing ContentLine) {
    guard !text.isEmpty else { return }
    if let known = card.values[property] {
      if known != .text(text) { keep(line) }
    } else {
      card.values[property] = .text(text)
    }
  }

  /// Adds an entry with the label that its `TYPE` says, unless another is given.
  mutating func add(
    _ property: Property, _ value: Value, _ line: borrowing ContentLine, label: Label? = nil
  ) {
    let entry = Card.Entry(
      label: label ?? Self.label(line), value: value, isPreferred: line.head.isPreferred)
    if let group = line.head.groupHash {
      grouped.append((group, property, card.entries[property]?.count ?? 0))
    }
    card.entries[property, default: []].append(entry)
  }

  /// Makes the group of a line one of those of an entry that was read before.
  mutating func share(_ property: Property, _ index: Int, _ line: borrowing ContentLine) {
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
    guard !member.isEmpty, memberBytes.insert(Array(member.utf8)).inserted else { return }
    card.members.append(member)
  }

  /// Keeps a line whole, as the model does not know what it says.
  mutating func keep(_ line: borrowing ContentLine) {
    extras.append(Extra(text: ExtraLine.text(line), group: line.head.groupHash))
  }

  /// Keeps a text as a line whole.
  mutating func keep(text: String) { extras.append(Extra(text: text)) }

  /// Takes the label of a group of lines, or its country code.
  mutating func keepLabel(_ line: borrowing ContentLine, isCountryCode: Bool = false) {
    extras.append(
      Extra(
        text: ExtraLine.text(line), group: line.head.groupHash,
        role: isCountryCode ? .countryCode : .label, meaning: line.text))
  }

  /// Notes a thing guessed or left out.
  mutating func warn(_ code: CardWarning.Code, _ line: borrowing ContentLine, _ message: String) {
    warnings.append(
      CardWarning(code, line: line.line.number, property: line.name, message: message))
  }

  // MARK: - The end

  /// The card, once all lines are read.
  mutating func finish() -> Card {
    if !extras.isEmpty { finishGroups() }
    finishName()
    let lines = extras.filter { !$0.isUsed }
    if !lines.isEmpty {
      card.entries[.extra] = lines.map { Card.Entry(value: .text($0.text)) }
    }
    return card
  }

  /// Hands the labels and country codes to the entries of their groups.
  private mutating func finishGroups() {
    guard extras.contains(where: { $0.role != .plain }) else { return }
    var groupsOfPlainLines: Set<UInt64> = []
    for extra in extras where extra.role == .plain {
      if let group = extra.group { groupsOfPlainLines.insert(group) }
    }
    var members: [UInt64: [Int]] = [:]
    for (index, entry) in grouped.enumerated() { members[entry.group, default: []].append(index) }
    for index in extras.indices where extras[index].role != .plain {
      let extra = extras[index]
      let isEmpty = extra.meaning?.isEmpty ?? true
      guard let group = extra.group, let entries = members[group] else {
        extras[index].isUsed = isEmpty
        continue
      }
      var isUsed = isEmpty
      for entry in entries where !isEmpty {
        if give(extra, to: grouped[entry]) { isUsed = true }
      }
      // A line that the model does not know may need its label too.
      extras[index].isUsed = isUsed && !groupsOfPlainLines.contains(group)
    }
  }

  private mutating func give(
    _ extra: Extra, to entry: (group: UInt64, property: Property, index: Int)
  ) -> Bool {
    guard let text = extra.meaning else { return false }
    switch extra.role {
    case .plain: return false
    case .label:
      card.entries[entry.property]?[entry.index].label = Label(token: text)
      return true
    case .countryCode:
      guard entry.property == .addresses, Addresses.isCountryCode(text),
        case .fields(var fields)? = card.entries[.addresses]?[entry.index].value
      else { return false }
      fields["countryCode"] = text
      card.entries[.addresses]?[entry.index].value = .fields(fields)
      return true
    }
  }
}
