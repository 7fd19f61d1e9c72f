extension CardProperty {
  /// `VERSION` (RFC 6350 section 6.7.9): which version the card is written in.
  static let version = CardProperty(["VERSION"], .text) { line, builder in
    guard builder.version == nil else { return }
    switch line.isEmpty ? 0 : line.bytes[line.head.value.lowerBound] {
    case UInt8(ascii: "2"): builder.version = .v21
    case UInt8(ascii: "3"): builder.version = .v3
    case UInt8(ascii: "4"): builder.version = .v4
    default: builder.warn(.unknownVersion, line, "an unknown version, read as well as possible")
    }
  } write: { _, output in
    output.raw("VERSION", output.version.text)
  }

  /// `PROFILE` (RFC 2426 section 2.1.2), which says that a card is a card.
  static let profile = CardProperty(["PROFILE"]) { line, builder in
    if !line.bytes.isWord("VCARD", in: line.head.value) { builder.keep(line) }
  }
}
