import ContactModel

extension CardProperty {
  /// `KIND` (RFC 6350 section 6.1.4) and Apple's older name for it: person, group, organisation.
  static let kind = CardProperty(["KIND", "X-ADDRESSBOOKSERVER-KIND"], .text) { line, builder in
    let value = line.head.value
    if line.bytes.isWord("GROUP", in: value) {
      builder.card.kind = .group
    } else if line.bytes.isWord("ORG", in: value) || line.bytes.isWord("ORGANIZATION", in: value) {
      builder[.personKind] = .integer(1)
    } else if !line.bytes.isWord("INDIVIDUAL", in: value) {
      if !line.isEmpty { builder.keep(line) }
      return
    }
    builder.claim(.kind)
    builder.hasKind = true
  } write: { card, output in
    let isOrganization = card.values[.personKind]?.integer == 1
    switch (card.kind, output.version) {
    case (.group, .v4): output.raw("KIND", "group")
    case (.group, _): output.raw("X-ADDRESSBOOKSERVER-KIND", "group")
    case (_, .v4) where isOrganization: output.raw("KIND", "org")
    case (_, .v4) where card.wouldPassForOrganization: output.raw("KIND", "individual")
    default: break
    }
  }

  /// `X-ABShowAs`: whether Apple shows the card as a company.
  static let showAs = CardProperty(["X-ABSHOWAS"]) { line, builder in
    if line.bytes.isWord("COMPANY", in: line.head.value) {
      builder[.personKind] = .integer(1)
    } else if !line.bytes.isWord("PERSON", in: line.head.value) {
      if !line.isEmpty { builder.keep(line) }
      return
    }
    builder.claim(.kind)
    builder.hasKind = true
  } write: { card, output in
    guard output.version != .v4, card.kind == .person else { return }
    if card.values[.personKind]?.integer == 1 {
      output.raw("X-ABShowAs", "COMPANY")
    } else if card.wouldPassForOrganization {
      output.raw("X-ABShowAs", "PERSON")
    }
  }
}

extension Card {
  /// Whether a reader would take this person for an organisation, as only that gives it a name.
  fileprivate var wouldPassForOrganization: Bool {
    kind == .person && isNamedByOrganization(orBy: text(.formattedName))
  }
}
