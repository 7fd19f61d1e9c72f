import ContactModel

extension CardProperty {
  /// `SOUND;X-IRMC-N` of Japanese telephones: the reading of the name, parts as in `N`.
  ///
  /// Other sounds are kept as unknown lines.
  static let soundReading = CardProperty(["SOUND"], .address) { line, builder in
    if line.head.types.contains(.reading) {
      readReading(line, &builder)
    } else {
      builder.keep(line)
    }
  }

  /// Reads the parts of a name's reading; a second one that differs is kept as an unknown line.
  static func readReading(_ line: borrowing ContentLine, _ builder: inout CardBuilder) {
    let parts: [Property] = [.lastNamePhonetic, .firstNamePhonetic, .middleNamePhonetic]
    var readings: [(part: Property, text: String)] = []
    var position = line.head.value.lowerBound
    for part in parts {
      guard let range = line.part(&position, separator: ASCII.semicolon) else { break }
      let text = line.text(range)
      if !text.isEmpty { readings.append((part, text)) }
    }
    for (part, text) in readings
    where builder.text(part).map({ !$0.hasSameBytes(as: text) }) ?? false {
      builder.keep(line)
      return
    }
    for (part, text) in readings { builder.set(part, text) }
  }
}
