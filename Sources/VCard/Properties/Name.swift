import ContactModel

extension CardProperty {
  /// `N` (RFC 6350 section 6.2.2): the parts of a name.
  ///
  /// A list inside a part is joined with spaces, as iOS composes it, in suffixes with a comma and
  /// a space. A comma with a space after it is taken for text that should have been escaped. In
  /// 2.1 every comma is text.
  ///
  /// A name with `PHONETIC` is the reading of another one (RFC 9554 section 4.6). The parts that RFC
  /// 9554 adds say again what stands in the first five.
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
      guard let range = line.part(&position, separator: ASCII.semicolon) else { return }
      guard !range.isEmpty else { continue }
      let text =
        builder.version == .v21 || !hasComma(line.bytes, range)
        ? line.text(range) : joined(line, range, by: part == .suffix ? ", " : " ")
      builder.set(part, text)
    }
  } write: { card, output in
    if card.kind == .group {
      output.components("N", [card.text(.name) ?? "", "", "", "", ""])
    } else {
      output.components("N", parts.map { card.text($0) ?? "" })
    }
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
