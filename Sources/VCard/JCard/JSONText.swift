/// Writes JSON without blanks.
enum JSONText {
  /// Appends a string.
  static func append(_ text: String, to output: inout [UInt8]) {
    output.append(ASCII.quote)
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash: output += [ASCII.backslash, byte]
      case ASCII.lineFeed: output += [ASCII.backslash, UInt8(ascii: "n")]
      case ASCII.carriageReturn: output += [ASCII.backslash, UInt8(ascii: "r")]
      case ASCII.tab: output += [ASCII.backslash, UInt8(ascii: "t")]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        output += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: output.append(byte)
      }
    }
    output.append(ASCII.quote)
  }

  /// Appends a value.
  static func append(_ value: JSONValue, to output: inout [UInt8]) {
    switch value {
    case .null: output += Array("null".utf8)
    case .boolean(let value): output += Array((value ? "true" : "false").utf8)
    case .number(let text): output += Array(text.utf8)
    case .string(let text): append(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(ASCII.comma) }
        append(element, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(ASCII.comma) }
        append(member.key, to: &output)
        output.append(ASCII.colon)
        append(member.value, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}
