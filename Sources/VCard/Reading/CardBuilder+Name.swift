import ContactModel

extension CardBuilder {
  /// Settles what the card's name is, once all lines are read.
  mutating func finishName() {
    if card.kind == .group {
      finishGroupName()
      return
    }
    let hasParts = Card.nameParts.contains { has($0) }
    if hasParts {
      if let formattedName, !isComposed(formattedName) {
        self[.formattedName] = .text(formattedName)
      }
      return
    }
    let organization = text(.organization)
    let isOrganization = formattedName.hasSameBytes(as: organization)
    if !hasKind, organization != nil, !has(.nickname),
      formattedName == nil || isOrganization
    {
      self[.personKind] = .integer(1)
    }
    guard let formattedName, !isOrganization else { return }
    let madeUp =
      text(.nickname) ?? entries(.emails).first?.value.text ?? entries(.phones).first?.value.text
    if isNameDerived, organization == nil, madeUp.hasSameBytes(as: formattedName) { return }
    self[.formattedName] = .text(formattedName)
  }

  private mutating func finishGroupName() {
    let parts = Card.nameParts.compactMap { text($0) }
    let name = formattedName ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    for part in Card.nameParts + [.nameComponents] { self[part] = nil }
    if let name { self[.name] = .text(name) }
  }

  /// Whether a text is the parts of the name with single spaces between them.
  private func isComposed(_ name: String) -> Bool {
    let bytes = name.utf8Span.span
    var position = 0
    for part in Card.nameParts {
      guard case .text(let text)? = self[part] else { continue }
      if position > 0 {
        guard position < bytes.count, bytes[position] == ASCII.space else { return false }
        position += 1
      }
      let letters = text.utf8Span.span
      guard position + letters.count <= bytes.count else { return false }
      for index in letters.indices where letters[index] != bytes[position + index] { return false }
      position += letters.count
    }
    return position == bytes.count
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
