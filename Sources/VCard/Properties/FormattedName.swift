import ContactModel

extension CardProperty {
  /// `FN` (RFC 6350 section 6.2.1): the name as one text.
  ///
  /// The model keeps it only where it is not the composition of the parts, or the organisation.
  /// A card without either gets a made-up one, marked as such (`DERIVED`, RFC 9554 section 4.4).
  static let formattedName = CardProperty(["FN"], .text) { line, builder in
    let text = line.text
    guard !text.isEmpty else { return }
    if let known = builder.formattedName, !known.hasSameBytes(as: text) {
      builder.keep(line)
      return
    }
    builder.claim(.formattedName)
    guard builder.formattedName == nil else { return }
    builder.formattedName = text
    builder.isNameDerived = line.parameter("DERIVED")?.uppercased() == "TRUE"
  } write: { card, output in
    if card.kind == .group {
      output.text("FN", card.text(.name) ?? "")
    } else if let name = card.text(.formattedName) ?? card.derivedName {
      output.text("FN", name)
    } else if let name = card.madeUpName {
      output.text("FN", [.init("DERIVED", "TRUE")], name)
    } else {
      output.text("FN", "")
    }
  }
}

extension Card {
  /// What a nameless card is called, as `FN` may not be missing: its nickname, its first e-mail
  /// address or its first telephone number.
  var madeUpName: String? {
    text(.nickname) ?? entries[.emails]?.first?.value.text ?? entries[.phones]?.first?.value.text
  }
}
