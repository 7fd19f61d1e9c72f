import ContactModel

extension CardProperty {
  /// A property that holds one text; a second, different one is kept as an unknown line.
  private static func single(
    _ names: [(String, Property)], _ shape: JCardShape = .text
  ) -> CardProperty {
    let properties = names.map(\.1)
    return CardProperty(names.map(\.0), shape) { line, builder in
      builder.set(properties[line.tag], line.text, line)
    } write: { card, output in
      for (name, property) in names {
        if let text = card.text(property), !text.isEmpty { output.text(name, text) }
      }
    }
  }

  /// `NICKNAME` (RFC 6350 section 6.2.3).
  ///
  /// A list is kept as one text.
  static let nickname = single([("NICKNAME", .nickname)], .texts(.list))

  /// `TITLE` (RFC 6350 section 6.6.1).
  static let jobTitle = single([("TITLE", .jobTitle)])

  /// The reading of a name, as Apple, Google and Android write it.
  static let phoneticNames = single([
    ("X-PHONETIC-FIRST-NAME", .firstNamePhonetic),
    ("X-PHONETIC-MIDDLE-NAME", .middleNamePhonetic),
    ("X-PHONETIC-LAST-NAME", .lastNamePhonetic),
  ])
}
