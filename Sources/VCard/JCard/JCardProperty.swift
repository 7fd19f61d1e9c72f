/// A line of vCard 4.0 as a property of jCard (RFC 7095 section 3.3).
enum JCardProperty {
  /// The property; `nil` for the card's frame.
  static func value(_ line: borrowing ContentLine) -> JSONValue? {
    let name = line.name
    guard name != "BEGIN", name != "END" else { return nil }
    let head = LineHeadText(line)
    var type = JCardShape.of(name).kind
    var parameters: [(key: String, value: JSONValue)] = []
    if !head.group.isEmpty { parameters.append(("group", .string(head.group))) }
    for parameter in head.parameters {
      let key = parameter.name.isEmpty ? "type" : parameter.name.lowercased()
      let values = parameter.values.flatMap { self.values($0, isList: key == "type") }
      if key == "value", let value = values.first {
        type = value.lowercased()
      } else if key == "encoding", values.first?.uppercased() == "B" {
        type = "binary"
      } else {
        add(key, values, to: &parameters)
      }
    }
    let head4: [JSONValue] = [.string(name.lowercased()), .object(parameters), .string(type)]
    return .array(head4 + self.values(line, name, type))
  }

  /// One value as such, several as an array; of a parameter given twice, all.
  private static func add(
    _ key: String, _ values: [String], to parameters: inout [(key: String, value: JSONValue)]
  ) {
    var all = values.map { JSONValue.string($0) }
    if let index = parameters.firstIndex(where: { $0.key == key }) {
      let known = parameters[index].value
      all = (known.elements ?? [known]) + all
      parameters[index].value = .array(all)
    } else if let only = all.first {
      parameters.append((key, all.count == 1 ? only : .array(all)))
    }
  }

  /// A parameter's value without quotes and carets.
  private static func values(_ raw: String, isList: Bool) -> [String] {
    let isQuoted = raw.utf8.count >= 2 && raw.hasPrefix("\"") && raw.hasSuffix("\"")
    let text = ContentLine.uncareted(isQuoted ? String(raw.dropFirst().dropLast()) : raw)
    return isList ? text.split(separator: ",").map(String.init) : [text]
  }

  private static func values(
    _ line: borrowing ContentLine, _ name: String, _ type: String
  ) -> [JSONValue] {
    guard type == "text" else {
      let text = line.plain(line.head.value)
      switch type {
      case "uri", "language-tag": return [.string(line.text)]
      case "utc-offset": return [.string(JCardDate.offset(text, isExtended: true))]
      case "boolean": return [text.uppercased() == "TRUE" ? .boolean(true) : .boolean(false)]
      case let type where JCardType.isDate(type): return [.string(JCardDate.extended(text))]
      default: return [.string(text)]
      }
    }
    let shape = JCardShape.of(name).parts
    switch shape {
    case .one: return [.string(line.text)]
    case .list: return line.parts(separator: ASCII.comma).map { .string($0) }
    case .structured, .structuredWithLists: break
    }
    var parts: [JSONValue] = []
    var position = line.head.value.lowerBound
    while let range = line.part(&position, separator: ASCII.semicolon) {
      let items = shape == .structuredWithLists ? list(line, range) : [line.text(range)]
      parts.append(
        items.count == 1 ? .string(items[0]) : .array(items.map { .string($0) }))
    }
    return parts.count == 1 ? parts : [.array(parts)]
  }

  /// The items of a part that is a list.
  private static func list(_ line: borrowing ContentLine, _ range: Range<Int>) -> [String] {
    var items: [String] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if line.bytes[index] == ASCII.comma {
        items.append(line.text(start..<index))
        start = index + 1
      }
      index += line.bytes[index] == ASCII.backslash ? 2 : 1
    }
    return items + [line.text(min(start, range.upperBound)..<range.upperBound)]
  }
}
