import ContactModel

extension CSVCells {
  /// Adds the cells of Outlook's columns, and numbered ones for what has none.
  ///
  /// A telephone whose label Outlook does not know stands under "Other Phone", so that Outlook takes
  /// it; e-mail addresses have no labels there.
  mutating func addOutlook(_ card: Card, _ language: CSVLayout.Language) {
    let columns = OutlookHeadings.all
    var taken: Set<Int> = []
    for (place, column) in columns.enumerated() {
      let heading = column.heading(language)
      switch column.target {
      case .value(let property): addFixed(card.text(property), place, heading)
      case .birthday: addBirthday(card, under: heading)
      case .categories: addFixed(card.categories.joined(separator: ";"), place, heading)
      default: break
      }
    }
    addOutlookNames(card)
    for section in Self.sections {
      var left: [Card.Entry] = []
      for entry in card.entries[section.property] ?? [] {
        if !add(entry, section.property, language, &taken, isExact: true) { left.append(entry) }
      }
      left.removeAll { add($0, section.property, language, &taken, isExact: false) }
      for (index, entry) in left.enumerated() { add(entry, section, number: index + 1) }
    }
  }

  /// What Outlook has no columns for.
  private mutating func addOutlookNames(_ card: Card) {
    add(card.text(.formattedName), under: "Display Name")
    add(card.text(.middleNamePhonetic), under: "Phonetic Middle Name")
  }

  /// Puts an entry into a column of Outlook's; `false` when there is none free.
  private mutating func add(
    _ entry: Card.Entry, _ property: Property, _ language: CSVLayout.Language,
    _ taken: inout Set<Int>, isExact: Bool
  ) -> Bool {
    if property == .addresses { return addAddress(entry, language, &taken, isExact: isExact) }
    for (place, column) in OutlookHeadings.all.enumerated() where !taken.contains(place) {
      guard case .part(let slot, let part) = column.target, slot.property == property,
        let text = text(entry, part),
        isExact ? fits(entry, slot) : Self.mayHold(slot, entry)
      else { continue }
      taken.insert(place)
      addFixed(text, place, column.heading(language))
      return true
    }
    return false
  }

  private func fits(_ entry: Card.Entry, _ slot: CSVTarget.Slot) -> Bool {
    slot.property == .emails || slot.label == entry.label
  }

  /// Whether a column takes entries of other labels.
  private static func mayHold(_ slot: CSVTarget.Slot, _ entry: Card.Entry) -> Bool {
    switch slot.property {
    case .phones:
      slot.label == .standard(.other)
        || slot.label == .standard(.mobile) && entry.label == .standard(.iPhone)
    case .urls: true
    default: false
    }
  }

  /// What of an entry a column holds; `nil` when it cannot hold all of it.
  private func text(_ entry: Card.Entry, _ part: CSVTarget.Part) -> String? {
    if case .field(let key) = part {
      guard let fields = entry.value.fields, fields.count == 1 else { return nil }
      return fields[key]
    }
    return entry.value.text ?? entry.value.date.map { CSVDate.text($0, layout) }
  }

  private mutating func addAddress(
    _ entry: Card.Entry, _ language: CSVLayout.Language, _ taken: inout Set<Int>, isExact: Bool
  ) -> Bool {
    guard let fields = entry.value.fields, fields["extended"] == nil, fields["countryCode"] == nil
    else { return false }
    let label = isExact ? entry.label : .standard(.other)
    let places = OutlookHeadings.all.indices.filter { place in
      guard case .part(let slot, _) = OutlookHeadings.all[place].target else { return false }
      return slot.property == .addresses && slot.label == label
    }
    guard !places.isEmpty, taken.isDisjoint(with: places) else { return false }
    taken.formUnion(places)
    for place in places {
      let column = OutlookHeadings.all[place]
      guard case .part(_, .field(let key)) = column.target else { continue }
      addFixed(fields[key], place, column.heading(language))
    }
    return true
  }
}
