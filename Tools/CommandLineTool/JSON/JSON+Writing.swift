extension JSON {
  /// The value on one line, without spaces: the same value gives the same bytes.
  ///
  /// Everything ``Sanitizer`` calls dangerous is escaped, although JSON would allow some of it
  /// raw: output that reaches a terminal does no harm there.
  ///
  /// - RFC 8259, sections 4 to 7
  public var text: String {
    var out = ""
    write(to: &out)
    return out
  }

  private func write(to out: inout String) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .integer(let number): out += String(number)
    case .string(let text): Self.write(text, to: &out)
    case .array(let values):
      out += "["
      for (index, value) in values.enumerated() {
        if index > 0 { out += "," }
        value.write(to: &out)
      }
      out += "]"
    case .object(let fields):
      out += "{"
      for (index, field) in fields.enumerated() {
        if index > 0 { out += "," }
        Self.write(field.name, to: &out)
        out += ":"
        field.value.write(to: &out)
      }
      out += "}"
    }
  }

  private static func write(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where Sanitizer.isDangerous(scalar):
        // All dangerous characters lie in the basic plane: one unit of four digits.
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}
