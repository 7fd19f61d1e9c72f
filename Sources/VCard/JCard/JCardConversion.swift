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
    var (isFirst, isFirstProperty) = (true, true)
    guard parser.beginArray(), try parser.hasElement(&isFirst),
      try parser.text()?.lowercased() == "vcard", try parser.hasElement(&isFirst),
      parser.beginArray()
    else { return false }
    output.frame("BEGIN")
    output.raw("VERSION", "4.0")
    while try parser.hasElement(&isFirstProperty) { try takeProperty(&parser) }
    output.frame("END")
    while try parser.hasElement(&isFirst) { try parser.skip() }
    try parser.end()
    return true
  }

  private func refusal(_ line: Int, _ reason: String) -> ConvertedCard {
    ConvertedCard(
      bytes: [], firstLine: firstLine, number: number,
      failure: CardFailure(line: line, reason: reason))
  }

  // MARK: - Properties

  /// A property as far as it was read: its parts become text at once, however many there are.
  private struct Property {
    var name: String?
    var group = ""
    var parameters = ""
    var hasParameters = false
    var type: String?
    var value: [UInt8] = []
    var count = 0
  }

  private mutating func takeProperty(_ parser: inout JSONParser) throws(JSONFault) {
    var property = Property()
    if parser.beginArray() {
      var isFirst = true
      while try parser.hasElement(&isFirst) {
        switch property.count {
        case 0: property.name = try parser.text()?.uppercased()
        case 1: try readParameters(&parser, into: &property)
        case 2: property.type = try parser.text()?.lowercased()
        default: try readValue(&parser, into: &property)
        }
        property.count += 1
      }
    } else {
      try parser.skip()
    }
    guard let name = property.name, property.hasParameters, let type = property.type,
      property.count >= 4
    else {
      warn("a property of another form than RFC 7095 says, left out")
      return
    }
    guard Self.isName(name) else {
      warn("a property with an impossible name, left out")
      return
    }
    guard !["VERSION", "BEGIN", "END"].contains(name) else { return }
    var head = property.group.isEmpty ? name : "\(property.group).\(name)"
    head += property.parameters
    if type == "binary" {
      head += ";ENCODING=b"
    } else if type != JCardShape.of(name).kind, type != "unknown", Self.isName(type) {
      head += ";VALUE=\(type)"
    }
    let value = Escaping.lineEndsUnified(String(decoding: property.value, as: UTF8.self))
    property.value = []
    output.finish(Array(head.utf8), value, isBinary: type == "binary")
  }

  private func readParameters(
    _ parser: inout JSONParser, into property: inout Property
  ) throws(JSONFault) {
    guard parser.beginObject() else { return try parser.skip() }
    property.hasParameters = true
    var isFirst = true
    while let name = try parser.nextName(&isFirst) {
      let key = name.uppercased()
      var (isFirstValue, hasValue) = (true, false)
      let isList = parser.beginArray()
      var isMore = isList ? try parser.hasElement(&isFirstValue) : true
      while isMore {
        if let value = try parser.text() {
          if key == "GROUP" {
            if !hasValue, Self.isName(value) { property.group = value }
          } else if Self.isName(key) {
            property.parameters += hasValue ? "," : ";\(key)="
            property.parameters += Escaping.parameter(value, isList: key == "TYPE")
          }
          hasValue = true
        }
        isMore = isList ? try parser.hasElement(&isFirstValue) : false
      }
    }
  }

  /// Appends a value, behind a comma where it is not the first: a text, or parts with semicolons
  /// between them, each a text or a list.
  private func readValue(
    _ parser: inout JSONParser, into property: inout Property
  ) throws(JSONFault) {
    if property.count > 3 { property.value.append(ASCII.comma) }
    guard parser.beginArray() else {
      let text = try parser.text() ?? ""
      property.value += Self.text(text, property.type ?? "").utf8
      return
    }
    var (isFirst, isFirstPart) = (true, true)
    while try parser.hasElement(&isFirst) {
      if !isFirstPart { property.value.append(ASCII.semicolon) }
      isFirstPart = false
      guard parser.beginArray() else {
        property.value += Escaping.text(try parser.text() ?? "", .v4).utf8
        continue
      }
      var (isFirstItem, hasItem) = (true, false)
      while try parser.hasElement(&isFirstItem) {
        if hasItem { property.value.append(ASCII.comma) }
        hasItem = true
        property.value += Escaping.text(try parser.text() ?? "", .v4).utf8
      }
    }
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
  private static func text(_ text: String, _ type: String) -> String {
    switch type {
    case "text": return Escaping.text(text, .v4)
    case "uri": return Escaping.address(text)
    case "utc-offset": return JCardDate.offset(text, isExtended: false)
    case let type where JCardType.isDate(type): return JCardDate.basic(text)
    default: return text
    }
  }
}
