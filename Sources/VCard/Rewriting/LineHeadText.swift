/// What stands before the colon of a line, in parts that can be changed one by one.
struct LineHeadText: Equatable {
  /// A parameter with its values as written, quotes included.
  struct Parameter: Equatable {
    /// As written; empty for words that stand alone.
    var name: String
    var values: [String]

    /// Whether this is the parameter; `name` is in capitals.
    func isNamed(_ name: String) -> Bool { self.name.uppercased() == name }
  }

  /// The group as written; empty without one.
  var group: String
  /// The name as written.
  let name: String
  /// The parameters in order.
  var parameters: [Parameter] = []

  /// Whether it names another charset than that of vCard 3.0 and 4.0.
  var namesForeignCharset: Bool {
    parameters.contains { parameter in
      parameter.isNamed("CHARSET")
        && !parameter.values.allSatisfy {
          ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains($0.filter { $0 != "\"" }.uppercased())
        }
    }
  }

  /// The head of a line of this name, without parameters.
  init(name: String, group: String = "") {
    self.group = group
    self.name = name
  }

  /// The head of a line as the writer writes it.
  init(_ line: WrittenLine) {
    group = line.group.map { "item\($0)" } ?? ""
    name = line.name
    parameters = line.parameters.map(Parameter.init)
  }

  /// The head of a line that was read.
  init(_ line: borrowing ContentLine) {
    group = line.plain(line.head.group)
    name = line.plain(line.head.name)
    guard !line.head.parameters.isEmpty else { return }
    let colon = line.head.value.lowerBound - 1
    var scanner = ParameterScanner(
      position: line.head.parameters.lowerBound, end: colon + 1, quoted: true)
    if Self.end(scanner, line.bytes) != colon {
      scanner = ParameterScanner(
        position: line.head.parameters.lowerBound, end: colon + 1, quoted: false)
    }
    while let item = scanner.next(line.bytes) {
      let text = line.plain(item.value)
      let value = item.isQuoted ? "\"\(text)\"" : text
      if item.isListed, !parameters.isEmpty {
        parameters[parameters.count - 1].values.append(value)
      } else {
        parameters.append(Parameter(name: line.plain(item.name), values: [value]))
      }
    }
  }

  private static func end(_ scanner: ParameterScanner, _ bytes: Span<UInt8>) -> Int? {
    var scanner = scanner
    while scanner.next(bytes) != nil {}
    return scanner.colon
  }

  /// The name in capitals.
  var capitalName: String { name.uppercased() }

  /// The text before the colon.
  var text: String {
    var text = group.isEmpty ? name : "\(group).\(name)"
    for parameter in parameters {
      text += parameter.name.isEmpty ? ";" : ";\(parameter.name)="
      text += parameter.values.joined(separator: ",")
    }
    return text
  }

  /// Takes away the parameters of some names, which are in capitals.
  mutating func remove(_ names: Set<String>) {
    parameters.removeAll { !$0.name.isEmpty && names.contains($0.name.uppercased()) }
  }

  /// Takes away the words of `TYPE`, and those that stand alone, that a test finds.
  mutating func removeWords(where isUnwanted: (String) -> Bool) {
    for index in parameters.indices
    where parameters[index].name.isEmpty || parameters[index].isNamed("TYPE") {
      parameters[index].values.removeAll { isUnwanted($0) }
    }
    parameters.removeAll { $0.values.isEmpty }
  }

  /// The words of `TYPE`, and those that stand alone, without quotes.
  var words: [String] {
    parameters.filter { $0.name.isEmpty || $0.isNamed("TYPE") }.flatMap(\.values)
      .flatMap { $0.replacing("\"", with: "").split(separator: ",").map(String.init) }
  }
}
