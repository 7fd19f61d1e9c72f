import ContactModel

extension CardProperty {
  /// `UID` (RFC 6350 section 6.7.6), as written, prefix included.
  static let uid = CardProperty(["UID"], .address) { line, builder in
    let text = line.text
    guard !text.isEmpty else { return }
    if let known = builder.card.uid, !known.hasSameBytes(as: text) {
      builder.keep(line)
    } else {
      builder.claim(.uid)
      builder.card.uid = text
    }
  } write: { card, output in
    if let uid = card.uid, !uid.isEmpty { output.text("UID", uid) }
  }

  /// `REV` (RFC 6350 section 6.7.4), kept as an unknown line; an instant in the form that 4.0
  /// wants and all versions read.
  static let revision = CardProperty(["REV"], .timestamp) { line, builder in
    let range = line.head.value
    guard line.head.group.isEmpty, line.head.parameters.isEmpty, range.count == 20 else {
      builder.keep(line)
      return
    }
    // 1995-10-31T22:27:10Z and nothing else.
    var output = InlineArray<20, UInt8>(repeating: ASCII.colon)
    (output[0], output[1], output[2]) = (0x52, 0x45, 0x56)
    var count = 4
    for offset in 0..<20 {
      let byte = line.bytes[range.lowerBound + offset]
      let isSound: Bool
      switch offset {
      case 4, 7: isSound = byte == UInt8(ascii: "-")
      case 13, 16: isSound = byte == ASCII.colon
      case 10: isSound = byte == UInt8(ascii: "T")
      case 19: isSound = byte == UInt8(ascii: "Z")
      default: isSound = byte &- 0x30 < 10
      }
      guard isSound else {
        builder.keep(line)
        return
      }
      if byte != UInt8(ascii: "-"), byte != ASCII.colon {
        output[count] = byte
        count += 1
      }
    }
    guard let text = try? UTF8Span(validating: output.span.extracting(0..<count)) else { return }
    builder.keep(text: String(copying: text))
  }
}
