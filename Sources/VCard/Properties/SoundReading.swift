import ContactModel

extension CardProperty {
  /// `SOUND;X-IRMC-N` of Japanese telephones: the reading of the name, parts as in `N`.
  ///
  /// Other sounds are kept as unknown lines.
  static let soundReading = CardProperty(["SOUND"]) { line, builder in
    guard line.head.types.contains(.reading) else {
      builder.keep(line)
      return
    }
    var position = line.head.value.lowerBound
    for part in [Property.lastNamePhonetic, .firstNamePhonetic, .middleNamePhonetic] {
      guard let range = line.part(&position, separator: ASCII.semicolon) else { return }
      if !builder.has(part) { builder.set(part, line.text(range)) }
    }
  }
}
