import ContactModel

extension CardProperty {
  /// `N` (RFC 6350 section 6.2.2): the parts of a name.
  ///
  /// A list inside a part is joined with spaces, as iOS composes it, in suffixes with a comma and
  /// a space. A comma with a space after it is taken for text that should have been escaped. In
  /// 2.1 every comma is text.
  ///
  /// A name with `PHONETIC` is the reading of another one (RFC 9554 section 4.6). The two parts that
  /// RFC 9554 adds say again what stands in the first five; before 4.0 they are parameters.
  static let name = CardProperty(["N"], .texts(.structuredWithLists)) { line, builder in
    if line.parameter("PHONETIC") != nil {
      readReading(line, &builder)
      return
    }
    let isKnown = parts.contains { builder.has($0) }
    if isKnown {
      builder.keep(line)
      return
    }
    var position = line.head.value.lowerBound
    for part in parts {
      guard let range = line.part(&position, separator: ASCII.semicolon) else { break }
      guard !range.isEmpty else { continue }
      let text =
        builder.version == .v21 || !hasComma(line.bytes, range)
        ? line.text(range) : joined(line, range, by: part == .suffix ? ", " : " ")
      builder.set(part, text)
    }
    var components = Fields()
    for component in components9554 {
      var text: String?
      if builder.version == .v4, let range = line.part(&position, separator: ASCII.semicolon),
        !range.isEmpty
      {
        text = hasComma(line.bytes, range) ? joined(line, range, by: " ") : line.text(range)
      }
      text = text ?? line.parameter(component.parameter)
      if let text, !text.isEmpty, isSaid(text, builder.text(component.part)) {
        components[component.key] = text
      }
    }
    if !components.isEmpty { builder[.nameComponents] = .fields(components) }
  } write: { card, output in
    if card.kind == .group {
      output.components("N", [card.text(.name) ?? "", "", "", "", ""])
    } else {
      let texts = parts.map { card.text($0) ?? "" }
      let (more, parameters) = components(card, output.version)
      output.components("N", texts + more, parameters)
    }
  }

  /// The parts that RFC 9554 section 2.2 adds.
  private static let components9554 = [
    (key: "secondaryLastName", part: Property.lastName, parameter: "X-SECONDARY-SURNAME"),
    (key: "generation", part: .suffix, parameter: "X-GENERATION"),
  ]

  /// The parts that RFC 9554 adds, as far as the part that says them too still does.
  private static func components(
    _ card: Card, _ version: VCardVersion
  ) -> (parts: [String], parameters: [CardOutput.Parameter]) {
    guard let fields = card.values[.nameComponents]?.fields, !fields.isEmpty else {
      return ([], [])
    }
    let texts = components9554.map { component in
      let text = fields[component.key] ?? ""
      return isSaid(text, card.text(component.part)) ? text : ""
    }
    guard texts.contains(where: { !$0.isEmpty }) else { return ([], []) }
    if version == .v4 { return (texts, []) }
    return (
      [],
      zip(components9554, texts).compactMap { CardOutput.Parameter(own: $0.parameter, $1, version) }
    )
  }

  /// Whether the part that should say a text too does, or says nothing: else it was edited.
  private static func isSaid(_ text: String, _ whole: String?) -> Bool {
    whole.map { $0.isEmpty || $0.contains(text) } ?? true
  }

  /// The parts in the order of `N`.
  private static let parts: [Property] = [.lastName, .firstName, .middleName, .prefix, .suffix]

  private static func hasComma(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where bytes[index] == ASCII.comma { return true }
    return false
  }

  private static func joined(
    _ line: borrowing ContentLine, _ range: Range<Int>, by separator: String
  ) -> String {
    var text = ""
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = line.bytes[index]
      if byte == ASCII.comma {
        text += line.text(start..<index)
        let isText = index + 1 < range.upperBound && line.bytes[index + 1].isBlank
        text += isText ? "," : separator
        start = index + 1
      }
      index += byte == ASCII.backslash ? 2 : 1
    }
    return text + line.text(min(start, range.upperBound)..<range.upperBound)
  }
}
