import ContactModel

extension CardProperty {
  /// `UID` (RFC 6350 section 6.7.6), as written, prefix included.
  static let uid = CardProperty(["UID"]) { line, builder in
    let text = line.text
    guard !text.isEmpty else { return }
    if let known = builder.card.uid {
      if !known.hasSameBytes(as: text) { builder.keep(line) }
    } else {
      builder.card.uid = text
    }
  } write: { card, output in
    if let uid = card.uid, !uid.isEmpty { output.text("UID", uid) }
  }

  /// `REV` (RFC 6350 section 6.7.4), kept as an unknown line; an instant in the form that 4.0
  /// wants and all versions read.
  static let revision = CardProperty(["REV"]) { line, builder in
    guard line.head.group.isEmpty, line.head.parameters.isEmpty else {
      builder.keep(line)
      return
    }
    let range = line.head.value
    var digits: [UInt8] = []
    for index in range {
      let byte = line.bytes[index]
      switch byte {
      case UInt8(ascii: "-") where index < range.lowerBound + 8, ASCII.colon: break
      default: digits.append(byte)
      }
    }
    // 19951031T222710Z and nothing else.
    let isInstant =
      digits.count == 16 && digits[8] == UInt8(ascii: "T") && digits[15] == UInt8(ascii: "Z")
      && digits.indices.allSatisfy { $0 == 8 || $0 == 15 || (0x30...0x39).contains(digits[$0]) }
    if isInstant {
      builder.keep(text: "REV:" + String(decoding: digits, as: UTF8.self))
    } else {
      builder.keep(line)
    }
  }
}
