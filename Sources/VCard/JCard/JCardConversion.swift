/// Makes a card of vCard 4.0 of one jCard.
struct JCardConversion {
  private let firstLine: Int
  private let number: Int
  private var output = CardOutput(bytes: [], version: .v4, photo: nil, takenItems: [])
  private var warnings: [CardWarning] = []

  init(firstLine: Int, number: Int) {
    self.firstLine = firstLine
    self.number = number
  }

  /// Reads the jCard.
  mutating func run(_ bytes: [UInt8]) -> ConvertedCard {
    do throws(JSONFault) {
      guard try convert(bytes) else { return refusal(firstLine, "no jCard") }
    } catch {
      let line = firstLine + bytes[..<error.offset].count { $0 == ASCII.lineFeed }
      return refusal(line, "no JSON: \(error.reason)")
    }
    return ConvertedCard(
      bytes: output.bytes, firstLine: firstLine, number: number, warnings: warnings)
  }

  /// Writes the properties one by one, so that none is held longer; `false` when it is no jCard.
  private mutating func convert(_ bytes: [UInt8]) throws(JSONFault) -> Bool {
    var parser = JSONParser(bytes)
    guard parser.beginArray(), try parser.firstElement()?.text?.lowercased() == "vcard",
      parser.takeComma(), parser.beginArray()
    else { return false }
    output.frame("BEGIN")
    output.raw("VERSION", "4.0")
    var property = try parser.firstElement()
    while let known = property {
      take(known)
      property = try parser.nextElement()
    }
    output.frame("END")
    while try parser.nextElement() != nil {}
    try parser.end()
    return true
  }

  private func refusal(_ line: Int, _ reason: String) -> ConvertedCard {
    ConvertedCard(
      bytes: [], firstLine: firstLine, number: number,
      failure: CardFailure(line: line, reason: reason))
  }

  // MARK: - Properties

  private mutating func take(_ property: JSONValue) {
    guard let parts = property.elements, parts.count >= 4, let written = parts[0].text,
      case .object(let parameters) = parts[1], let type = parts[2].text?.lowercased()
    else {
      warn("a property of another form than RFC 7095 says, left out")
      return
    }
    let name = written.uppercased()
    guard Self.isName(name) else {
      warn("a property with an impossible name, left out")
      return
    }
    guard !["VERSION", "BEGIN", "END"].contains(name) else { return }
    var head = name
    for (key, value) in parameters {
      let key = key.uppercased()
      let values = (value.elements ?? [value]).compactMap(\.text)
      if key == "GROUP" {
        if let group = values.first, Self.isName(group) { head = "\(group).\(head)" }
      } else if Self.isName(key), !values.isEmpty {
        let isList = key == "TYPE"
        head +=
          ";\(key)=" + values.map { Escaping.parameter($0, isList: isList) }.joined(separator: ",")
      }
    }
    if type == "binary" {
      head += ";ENCODING=b"
    } else if type != JCardShape.of(name).kind, type != "unknown", Self.isName(type) {
      head += ";VALUE=\(type)"
    }
    let value = parts[3...].map { text($0, type, name) }.joined(separator: ",")
    output.finish(Array(head.utf8), Escaping.lineEndsUnified(value), isBinary: type == "binary")
  }

  /// Whether a text can be a name of a property, parameter or group.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isLetterOfName)
  }

  private mutating func warn(_ message: String) {
    let warning = CardWarning(.badProperty, line: firstLine, message: message)
    // A jCard is one line mostly: the same is said once.
    if warnings.last != warning { warnings.append(warning) }
  }

  /// A value as vCard 4.0 has it.
  private func text(_ value: JSONValue, _ type: String, _ name: String) -> String {
    if let parts = value.elements {
      return parts.map { part in
        (part.elements ?? [part]).map { Escaping.text($0.text ?? "", .v4) }.joined(separator: ",")
      }.joined(separator: ";")
    }
    let text = value.text ?? ""
    switch type {
    case "text": return Escaping.text(text, .v4)
    case "uri": return Escaping.address(text)
    case "utc-offset": return JCardDate.offset(text, isExtended: false)
    case let type where JCardType.isDate(type): return JCardDate.basic(text)
    default: return text
    }
  }
}
