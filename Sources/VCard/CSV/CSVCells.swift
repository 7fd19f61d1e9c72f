import ContactModel

/// The cells that a card fills in a layout.
struct CSVCells {
  private(set) var cells: [CSVCell] = []
  let layout: CSVLayout
  /// The layout's own columns by heading.
  private let fixed: [String: CSVCell.Column]

  /// The cells of a card.
  static func of(
    _ card: Card, _ layout: CSVLayout, fixed: [String: CSVCell.Column]
  ) -> [CSVCell] {
    var cells = CSVCells(layout: layout, fixed: fixed)
    if case .outlook(let language) = layout {
      cells.addOutlook(card, language)
    } else {
      cells.addGoogle(card)
    }
    cells.addUnknown(card)
    return cells.cells
  }

  /// The columns that a layout has in any case.
  static func columns(_ layout: CSVLayout) -> [CSVCell.Column] {
    switch layout {
    case .outlook(let language):
      return OutlookHeadings.all.enumerated().map { index, column in
        .init(section: 0, number: 0, part: index, heading: column.heading(language))
      }
    case .google, .oldGoogle:
      return googleHeadings(layout).enumerated().map { index, heading in
        .init(section: 0, number: 0, part: index, heading: heading)
      }
    }
  }

  private init(layout: CSVLayout, fixed: [String: CSVCell.Column]) {
    self.layout = layout
    self.fixed = fixed
  }

  // MARK: - Google

  private static func googleHeadings(_ layout: CSVLayout) -> [String] {
    layout == .google
      ? [
        "First Name", "Middle Name", "Last Name", "Phonetic First Name", "Phonetic Middle Name",
        "Phonetic Last Name", "Name Prefix", "Name Suffix", "Nickname", "File As",
        "Organization Name", "Organization Title", "Organization Department", "Birthday", "Notes",
        "Photo", "Labels",
      ]
      : [
        "Name", "Given Name", "Additional Name", "Family Name", "Yomi Name", "Given Name Yomi",
        "Additional Name Yomi", "Family Name Yomi", "Name Prefix", "Name Suffix", "Initials",
        "Nickname", "Short Name", "Maiden Name", "Birthday", "Gender", "Location",
        "Billing Information", "Directory Server", "Mileage", "Occupation", "Hobby",
        "Sensitivity", "Priority", "Subject", "Notes", "Language", "Photo", "Group Membership",
      ]
  }

  /// Adds a cell under one of the layout's headings, or under one of its own behind the others.
  mutating func add(_ text: String?, under heading: String) {
    guard let text, !text.isEmpty else { return }
    let column = fixed[heading] ?? .init(section: 9, number: 0, part: 0, heading: heading)
    cells.append(CSVCell(column: column, text: text))
  }

  private mutating func addGoogle(_ card: Card) {
    let headings = Self.googleHeadings(layout)
    for (heading, target) in GoogleHeadings.single where headings.contains(heading) {
      if case .value(let property) = target { add(card.text(property), under: heading) }
    }
    let isOld = layout == .oldGoogle
    if isOld {
      for (heading, property) in [
        ("Organization 1 - Name", Property.organization), ("Organization 1 - Title", .jobTitle),
        ("Organization 1 - Department", .department),
      ] {
        guard let text = card.text(property), !text.isEmpty else { continue }
        let part = property == .organization ? 0 : property == .jobTitle ? 1 : 2
        cells.append(
          CSVCell(column: .init(section: 4, number: 0, part: part, heading: heading), text: text))
      }
    }
    let name = card.text(.formattedName) ?? (isOld ? card.composedName : nil)
    add(name, under: isOld ? "Name" : "Display Name")
    addBirthday(card, under: "Birthday")
    add(
      card.categories.joined(separator: CSVConversion.listSeparator),
      under: isOld ? "Group Membership" : "Labels")
    for section in Self.sections {
      for (index, entry) in (card.entries[section.property] ?? []).enumerated() {
        add(entry, section, number: index + 1)
      }
    }
  }

  /// Adds the birthday.
  mutating func addBirthday(_ card: Card, under heading: String) {
    let date: PartialDate? =
      switch card.values[.birthday] {
      case .date(let date): date
      case .instant(let seconds): DateText.date(ofInstant: seconds)
      default: nil
      }
    add(date.map { CSVDate.text($0, layout) }, under: heading)
  }

  // MARK: - Numbered columns

  /// The columns of a list, such as `Phone 1 - Value`.
  struct Section {
    let section: Int
    let word: String
    let property: Property
    /// What stands behind the number, and the fields.
    var fields: [(heading: String, key: String)] = []
  }

  static let sections: [Section] = [
    .init(section: 1, word: "E-mail", property: .emails),
    .init(section: 2, word: "Phone", property: .phones),
    .init(
      section: 3, word: "Address", property: .addresses,
      fields: [
        ("Street", "street"), ("City", "city"), ("PO Box", "poBox"), ("Region", "state"),
        ("Postal Code", "zip"), ("Country", "country"), ("Extended Address", "extended"),
        ("Country Code", "countryCode"),
      ]),
    .init(
      section: 5, word: "IM", property: .instantMessages,
      fields: [("Service", "service"), ("Value", "username")]),
    .init(section: 6, word: "Website", property: .urls),
    .init(section: 7, word: "Relation", property: .relatedNames),
    .init(section: 8, word: "Event", property: .dates),
    .init(
      section: 8, word: "Social Profile", property: .socialProfiles,
      fields: [
        ("Service", "service"), ("User", "username"), ("User ID", "userIdentifier"),
        ("Value", "url"),
      ]),
  ]

  /// Adds an entry in columns of its number.
  mutating func add(_ entry: Card.Entry, _ section: Section, number: Int) {
    var parts: [(heading: String, text: String)] = []
    if section.fields.isEmpty {
      let text = entry.value.text ?? entry.value.date.map { CSVDate.text($0, layout) } ?? ""
      parts = [("Value", text)]
    } else if let fields = entry.value.fields {
      parts = section.fields.compactMap { field in fields[field.key].map { (field.heading, $0) } }
    }
    parts.removeAll { $0.text.isEmpty }
    guard !parts.isEmpty else { return }
    let names = section.fields.map(\.heading)
    func add(_ text: String, _ heading: String, _ part: Int) {
      cells.append(
        CSVCell(
          column: .init(
            section: section.section, number: number, part: part,
            heading: "\(section.word) \(number) - \(heading)"), text: text))
    }
    let label = (entry.isPreferred ? "* " : "") + (entry.label?.word ?? "")
    add(
      label, layout == .oldGoogle ? "Type" : "Label", section.property == .socialProfiles ? 10 : 0)
    for part in parts {
      let place = (names.firstIndex(of: part.heading) ?? 0) + 1
      add(part.text, part.heading, section.property == .socialProfiles ? place + 10 : place)
    }
  }

  // MARK: - Cells of other tables

  /// Adds what came from a table without being understood, and other lines that have a column.
  private mutating func addUnknown(_ card: Card) {
    for entry in card.entries[.extra] ?? [] {
      guard let line = entry.value.text else { continue }
      let bytes = Array(line.utf8)
      guard let head = LineHead(bytes.span, 0..<bytes.count) else { continue }
      let value =
        CardRewriter.parts(of: String(decoding: bytes[head.value], as: UTF8.self), separator: 0)
        .first?.text ?? ""
      let name = String(decoding: bytes[head.name], as: UTF8.self).uppercased()
      switch name {
      case "X-CSV":
        guard let heading = Self.parameter("X-COLUMN", bytes, head) else { continue }
        add(value, under: heading)
      case "X-GENDER":
        if layout != .google { add(value, under: gender) }
      case "X-MAIDENNAME": add(value, under: "Maiden Name")
      case "PHOTO":
        if head.valueKind == .uri { add(value, under: "Photo") }
      default: break
      }
    }
  }

  private var gender: String {
    guard case .outlook(let language) = layout else { return "Gender" }
    let column = OutlookHeadings.rest.first { $0.target == .line("X-GENDER") }
    return column?.heading(language) ?? "Gender"
  }

  private static func parameter(_ name: String, _ bytes: [UInt8], _ head: LineHead) -> String? {
    let range = 0..<bytes.count
    let line = ContentLine(
      bytes.span, head,
      LogicalLine(isJoined: false, range: range, source: range, number: 1, kinds: ByteKinds()))
    return line.parameter(name)
  }

  /// Adds a cell of one of the layout's own columns.
  mutating func addFixed(_ text: String?, _ place: Int, _ heading: String) {
    guard let text, !text.isEmpty else { return }
    cells.append(
      CSVCell(column: .init(section: 0, number: 0, part: place, heading: heading), text: text))
  }
}
