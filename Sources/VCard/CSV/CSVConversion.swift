import ContactModel

/// Makes a card of a row.
struct CSVConversion {
  let headings: [String]
  let targets: [CSVTarget?]
  /// What `3/4/1990` means.
  let isMonthFirst: Bool
  /// What stands between several values in one cell.
  static let listSeparator = " ::: "
  /// The line that keeps a cell whose heading nobody knows.
  static let unknownLine = "X-CSV;X-COLUMN="

  private(set) var warnings: [CardWarning] = []
  private var card = Card()
  private let line: Int

  /// The cells of an entry, and where they stand.
  private typealias Parts = [CSVTarget.Part: (text: String, column: Int)]
  private var slots: [(slot: CSVTarget.Slot, parts: Parts)] = []
  private var places: [CSVTarget.Slot: Int] = [:]
  private var birth: (year: String?, month: String?, day: String?) = (nil, nil, nil)

  init(headings: [String], targets: [CSVTarget?], isMonthFirst: Bool, line: Int) {
    self.headings = headings
    self.targets = targets
    self.isMonthFirst = isMonthFirst
    self.line = line
  }

  /// The card that the cells make.
  mutating func run(_ cells: [String]) -> Card {
    for (column, text) in cells.enumerated() where text.contains(where: { !$0.isWhitespace }) {
      take(text, column)
    }
    for (slot, parts) in slots { add(slot, parts) }
    finishBirthday()
    let hasName = Card.nameParts.contains { card.values[$0] != nil }
    if !hasName, card.isNamedByOrganization(orBy: card.text(.formattedName)) {
      card.values[.personKind] = .integer(1)
    }
    return card
  }

  private func heading(_ column: Int) -> String {
    column < headings.count && !headings[column].isEmpty
      ? headings[column] : "column \(column + 1)"
  }

  private mutating func warn(_ code: CardWarning.Code, _ column: Int, _ message: String) {
    warnings.append(CardWarning(code, line: line, property: heading(column), message: message))
  }

  // MARK: - Columns

  private mutating func take(_ text: String, _ column: Int) {
    if column == headings.count {
      warn(.missingHeading, column, "more cells than headings, kept as unknown lines")
    }
    switch column < targets.count ? targets[column] : nil {
    case nil: keep(text, column)
    case .value(let property)?: set(property, text, column)
    case .formattedName?: set(.formattedName, text, column)
    case .birthday?:
      if let date = date(text, column) { card.values[.birthday] = .date(date) }
    case .birthYear?: birth.year = text
    case .birthMonth?: birth.month = text
    case .birthDay?: birth.day = text
    case .categories(let separator)?: addCategories(text, separator)
    case .line(let head)?: addLine(head, text, column)
    case .part(let slot, let part)?:
      let place = places[slot] ?? slots.count
      if place == slots.count {
        places[slot] = place
        slots.append((slot, [:]))
      }
      if slots[place].parts[part] == nil {
        slots[place].parts[part] = (text, column)
      } else {
        keep(text, column)
      }
    }
  }

  private mutating func set(_ property: Property, _ text: String, _ column: Int) {
    if card.values[property] == nil {
      card.values[property] = .text(text)
    } else if card.values[property] != .text(text) {
      keep(text, column)
    }
  }

  /// Keeps a cell as a line that no program knows.
  private mutating func keep(_ text: String, _ column: Int) {
    let name = Escaping.parameter(heading(column), isList: false)
    let line = "\(Self.unknownLine)\(name):" + Escaping.text(text, .v4)
    card.add(.extra, .init(value: .text(line)))
  }

  private mutating func addLine(_ head: String, _ text: String, _ column: Int) {
    // What Outlook writes when nobody said anything.
    if head == "X-GENDER",
      ["unspecified", "keine angabe", "non spécifié"].contains(text.lowercased())
    {
      return
    }
    let value = head.hasSuffix("=uri") ? Escaping.address(text) : Escaping.text(text, .v4)
    card.add(.extra, .init(value: .text("\(head):\(value)")))
  }

  /// Takes in names of groups; those that Google gives everybody are left out.
  private mutating func addCategories(_ text: String, _ separator: String) {
    for name in text.split(separator: separator) {
      var name = CSVDate.trimmed(String(name))
      if name.hasPrefix("* ") { name.removeFirst(2) }
      guard !name.isEmpty, !["mycontacts", "my contacts"].contains(name.lowercased()),
        !card.categories.contains(where: { $0.hasSameBytes(as: name) })
      else { continue }
      card.categories.append(name)
    }
  }

  // MARK: - Dates

  private mutating func date(_ text: String, _ column: Int) -> PartialDate? {
    switch CSVDate.read(text, isMonthFirst: isMonthFirst) {
    case .date(let date): return date
    case .guess(let date):
      warn(.ambiguousDate, column, "day and month, or the century, may be meant in another way")
      return date
    case .none: return nil
    case .bad:
      warn(.badDate, column, "no date; kept as an unknown line")
      keep(text, column)
      return nil
    }
  }

  private mutating func finishBirthday() {
    guard card.values[.birthday] == nil else { return }
    let number = { (text: String?) in text.flatMap { Int32(CSVDate.trimmed($0)) } }
    let date = PartialDate(
      year: number(birth.year), month: number(birth.month).flatMap { UInt8(exactly: $0) },
      day: number(birth.day).flatMap { UInt8(exactly: $0) })
    if let date { card.values[.birthday] = .date(date) }
  }

  // MARK: - Entries

  /// Adds the entries of some cells: as many as the fullest cell has values.
  private mutating func add(_ slot: CSVTarget.Slot, _ parts: Parts) {
    var lists: [CSVTarget.Part: [String]] = [:]
    for (part, cell) in parts where part != .label {
      lists[part] = Self.values(of: cell.text)
    }
    let (label, isPreferred) = label(slot, parts[.label]?.text)
    for index in 0..<(lists.values.map(\.count).max() ?? 0) {
      let texts = lists.compactMapValues {
        index < $0.count && !$0[index].isEmpty ? $0[index] : nil
      }
      let column = (parts[.value] ?? parts.values.first)?.column ?? 0
      guard let value = value(slot.property, texts, column) else { continue }
      card.add(
        slot.property, .init(label: label, value: value, isPreferred: isPreferred))
    }
  }

  /// The values that stand in a cell, in an array of just their number.
  private static func values(of text: String) -> [String] {
    let (bytes, separator) = (Array(text.utf8), Array(listSeparator.utf8))
    func end(from start: Int) -> Int {
      var index = start
      while index + separator.count <= bytes.count {
        if bytes[index] == separator[0], bytes[index...].starts(with: separator) { return index }
        index += 1
      }
      return bytes.count
    }
    var count = 1
    var place = end(from: 0)
    while place < bytes.count {
      count += 1
      place = end(from: place + separator.count)
    }
    var values: [String] = []
    values.reserveCapacity(count)
    var start = 0
    while values.count < count {
      let end = end(from: start)
      values.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + separator.count
    }
    return values
  }

  private func label(_ slot: CSVTarget.Slot, _ text: String?) -> (Label?, isPreferred: Bool) {
    guard let text else { return (slot.label, false) }
    var word = CSVDate.trimmed(text)
    let isPreferred = word.hasPrefix("*")
    if isPreferred { word = CSVDate.trimmed(String(word.dropFirst())) }
    let isSilent = word.isEmpty || slot.property == .emails && word.uppercased() == "INTERNET"
    return (isSilent ? slot.label : Label(word), isPreferred)
  }

  private mutating func value(
    _ property: Property, _ texts: [CSVTarget.Part: String], _ column: Int
  ) -> Value? {
    switch property {
    case .addresses, .instantMessages, .socialProfiles:
      let fields = fields(texts)
      return fields.isEmpty ? nil : .fields(fields)
    case .dates:
      guard let text = texts[.value], let date = date(text, column) else { return nil }
      return .date(date)
    default: return texts[.value].map { .text($0) }
    }
  }

  private func fields(_ texts: [CSVTarget.Part: String]) -> Fields {
    var fields = Fields()
    for (part, text) in texts {
      switch part {
      case .field(let key): fields[key] = text
      case .account(let service):
        fields["service"] = service
        fields["username"] = text
      default: break
      }
    }
    for number in 2...3 {
      guard let line = texts[.streetLine(number)] else { continue }
      fields["street"] = fields["street"].map { "\($0)\n\(line)" } ?? line
    }
    // The whole address says nothing that its parts do not say.
    if fields.isEmpty, let text = texts[.formatted] { fields["street"] = text }
    return fields
  }
}
