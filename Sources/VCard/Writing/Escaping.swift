/// Backslashes before what would otherwise divide a value (RFC 6350 section 3.4), and carets in
/// parameters (RFC 6868).
///
/// Line ends stay LF here; the line that the value ends up in writes them in its version's way.
enum Escaping {
  /// A text in a value.
  ///
  /// In 2.1 a comma divides nothing.
  static func text(_ text: String, _ version: VCardVersion) -> String {
    escaped(text) {
      $0 == ASCII.backslash || $0 == ASCII.semicolon || $0 == ASCII.comma && version != .v21
    }
  }

  /// The parts of a value, divided by `separator`.
  static func parts(_ parts: [String], _ separator: String, _ version: VCardVersion) -> String {
    let escapesComma = version != .v21 || separator == ","
    return parts.map { part in
      escaped(part) {
        $0 == ASCII.backslash || $0 == ASCII.semicolon || $0 == ASCII.comma && escapesComma
      }
    }.joined(separator: separator)
  }

  /// An address: commas and semicolons belong to it.
  static func address(_ text: String) -> String { escaped(text) { $0 == ASCII.backslash } }

  /// A parameter's value, in quotes where it must be.
  ///
  /// No parameter can hold a line end or a quote as such.
  static func parameter(_ value: String, isList: Bool) -> String {
    var output: [UInt8] = []
    var needsQuotes = false
    for byte in lineEndsUnified(value).utf8 {
      switch byte {
      case ASCII.lineFeed: output += [ASCII.caret, UInt8(ascii: "n")]
      case ASCII.quote: output += [ASCII.caret, UInt8(ascii: "'")]
      case ASCII.caret: output += [ASCII.caret, ASCII.caret]
      case ASCII.comma where isList: output.append(byte)
      case ASCII.colon, ASCII.semicolon, ASCII.comma, ASCII.equals:
        needsQuotes = true
        output.append(byte)
      default: output.append(byte)
      }
    }
    let text = String(decoding: output, as: UTF8.self)
    return needsQuotes ? "\"\(text)\"" : text
  }

  /// The text with CRLF and CR made LF.
  static func lineEndsUnified(_ text: String) -> String {
    guard text.utf8.contains(ASCII.carriageReturn) else { return text }
    var output: [UInt8] = []
    var isAfterReturn = false
    for byte in text.utf8 {
      if byte == ASCII.carriageReturn {
        output.append(ASCII.lineFeed)
      } else if byte != ASCII.lineFeed || !isAfterReturn {
        output.append(byte)
      }
      isAfterReturn = byte == ASCII.carriageReturn
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func escaped(_ text: String, _ needsBackslash: (UInt8) -> Bool) -> String {
    guard text.utf8.contains(where: { needsBackslash($0) || $0 == ASCII.carriageReturn }) else {
      return text
    }
    var output: [UInt8] = []
    for byte in lineEndsUnified(text).utf8 {
      if needsBackslash(byte) { output.append(ASCII.backslash) }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
