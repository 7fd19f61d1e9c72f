import ContactModel

extension CardBuilder {
  /// Settles what the card's name is, once all lines are read.
  mutating func finishName() {
    if card.kind == .group {
      finishGroupName()
      return
    }
    if !hasKind, card.isNamedByOrganization(orBy: formattedName) {
      card.values[.personKind] = .integer(1)
    }
    guard let formattedName, !formattedName.hasSameBytes(as: card.derivedName ?? "") else { return }
    if isNameDerived, formattedName.hasSameBytes(as: card.madeUpName ?? "") { return }
    card.values[.formattedName] = .text(formattedName)
  }

  private mutating func finishGroupName() {
    let composed = card.composedName
    let name = formattedName ?? composed
    for part in Card.nameParts { card.values[part] = nil }
    if let name { card.values[.name] = .text(name) }
  }
}

extension Card {
  /// The parts of a name in the order in which they are composed.
  static let nameParts: [Property] = [.prefix, .firstName, .middleName, .lastName, .suffix]

  /// The name made of its parts with single spaces; `nil` when there is no part.
  var composedName: String? {
    var name = ""
    for part in Self.nameParts {
      guard case .text(let text)? = values[part], !text.isEmpty else { continue }
      if !name.isEmpty { name += " " }
      name += text
    }
    return name.isEmpty ? nil : name
  }

  /// What stands for the name when the card says none: its parts, else the organisation.
  var derivedName: String? { composedName ?? text(.organization) }

  /// Whether only the organisation gives the card a name, so that it is one.
  func isNamedByOrganization(orBy formattedName: String?) -> Bool {
    guard let organization = text(.organization), values[.nickname] == nil else { return false }
    for part in Self.nameParts where values[part] != nil { return false }
    return formattedName?.hasSameBytes(as: organization) ?? true
  }
}
