/// Accounts inside addresses such as `xmpp:eva@example.org`.
enum AddressText {
  /// The scheme before the colon, when there is one, and what follows.
  static func parts(_ text: String) -> (scheme: String?, rest: String) {
    guard let colon = text.utf8.firstIndex(of: ASCII.colon), colon != text.startIndex,
      text.utf8[..<colon].allSatisfy({
        $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == ASCII.dot
      })
    else { return (nil, text) }
    return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
  }

  /// Percent signs, blanks, controls and backslashes encoded (RFC 3986 section 2.1); letters of
  /// all scripts stay.
  static func encoded(_ text: String) -> String {
    var output: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if byte <= ASCII.space || byte == ASCII.percent || byte == ASCII.backslash || byte == 0x7F {
        output += [ASCII.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Percent encoding undone, unless the outcome would be no UTF-8.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(ASCII.percent) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == ASCII.percent, index + 2 < bytes.count,
        let high = bytes[index + 1].hexadecimal, let low = bytes[index + 2].hexadecimal
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(validating: output, as: UTF8.self) ?? text
  }
}
