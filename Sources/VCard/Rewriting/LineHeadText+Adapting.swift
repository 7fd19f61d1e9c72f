import ContactModel

extension LineHeadText {
  /// Parameters that say how the value is put into bytes, which the writer says itself.
  private static let encodings: Set<String> = ["ENCODING", "CHARSET"]
  private static let encodingWords: Set<String> = [
    "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT", "B", "Q", "UTF-8",
  ]
  /// Parameters that say something of one value, and not of another in its place.
  static let boundToValue: Set<String> = [
    "SORT-AS", "LABEL", "GEO", "TZ", "JSCOMPS", "X-ABCROP-RECTANGLE", "MEDIATYPE",
  ]

  /// Makes the parameters fit another value and keeps those that hold.
  ///
  /// - Parameters:
  ///   - before: What the writer would have had for the value before.
  ///   - line: What it has for the value now.
  mutating func adapt(from before: WrittenLine?, to line: WrittenLine?) {
    remove(Self.encodings)
    guard let line else {
      removeWords { Self.encodingWords.contains($0.uppercased()) }
      return
    }
    let isChanged = before.map { !$0.value.hasSameBytes(as: line.value) } ?? true
    if isChanged { remove(Self.boundToValue) }
    let name = capitalName
    func isLost(_ word: String) -> Bool {
      isChanged && !Self.isKind(word, of: line.value, in: name)
    }
    parameters.removeAll { $0.isNamed("VALUE") && isLost($0.values.first ?? "") }
    for index in parameters.indices where parameters[index].name.isEmpty {
      parameters[index].values.removeAll {
        Self.encodingWords.contains($0.uppercased()) || Self.isKindWord($0) && isLost($0)
      }
    }
    parameters.removeAll { $0.values.isEmpty }
    let old = (before?.parameters ?? []).filter { !$0.isAboutLabel }
    let new = line.parameters.filter { !$0.isAboutLabel }
    guard old != new else { return }
    remove(Set(old.map { $0.name.uppercased() }))
    remove(Set(new.map { $0.name.uppercased() }))
    parameters += new.map(Parameter.init)
  }

  private static func isKindWord(_ word: String) -> Bool {
    ["URI", "URL", "TEXT", "DATE", "DATE-TIME"].contains(word.uppercased())
  }

  /// Whether a value may still be said to be of a kind (`VALUE`).
  private static func isKind(_ word: String, of value: String, in name: String) -> Bool {
    switch word.uppercased() {
    case "TEXT", "DATE-AND-OR-TIME": true
    case "URI", "URL": name != "TEL" || isTelephoneAddress(value)
    case "DATE":
      !value.hasPrefix("--") && [8, 10].contains(value.utf8.count)
    default: false
    }
  }

  /// Whether a number may stand in an address `tel:` (RFC 3966 section 3).
  static func isTelephoneAddress(_ number: String) -> Bool {
    number.utf8.allSatisfy { $0.isAlphanumeric || "+-.()*#".utf8.contains($0) }
  }

  // MARK: - Labels

  /// Makes the words of `TYPE` say another label.
  ///
  /// Words that say nothing of what the value is for stay, as do other parameters.
  ///
  /// - Parameters:
  ///   - line: What the writer has for the label.
  ///   - old: The label before.
  mutating func relabel(as line: WrittenLine, from old: Label?, to label: Label?) {
    let new = line.parameters.filter(\.isType).flatMap {
      $0.value.split(separator: ",").map(String.init)
    }
    let isSmall = words.contains { !$0.isEmpty } && words.allSatisfy { $0 == $0.lowercased() }
    let place = parameters.firstIndex { parameter in
      parameter.isAboutType && parameter.values.contains { Self.saysLabel($0, old, label) }
    }
    let style = place.map { (parameters[$0].name, parameters[$0].values) }
    let isSilent = new.contains { ["FAX", "PAGER"].contains($0.uppercased()) }
    let hadWords = !words.isEmpty
    removeWords { word in
      Self.saysLabel(word, old, label) || isSilent && word.uppercased() == "VOICE"
    }
    guard hadWords else {
      parameters += line.parameters.filter(\.isType).map(Parameter.init)
      return
    }
    let known = Set(words.map { $0.uppercased() })
    let wanted = new.filter { Self.isLabelWord($0) && !known.contains($0.uppercased()) }
      .map { isSmall ? $0.lowercased() : $0.uppercased() }
    guard !wanted.isEmpty else { return }
    insert(wanted, as: style, at: place, like: line)
  }

  private mutating func insert(
    _ words: [String], as style: (name: String, values: [String])?, at place: Int?,
    like line: WrittenLine
  ) {
    let isBare = line.parameters.contains { $0.isType && $0.name.isEmpty }
    let name =
      style?.name ?? parameters.first(where: \.isAboutType)?.name ?? (isBare ? "" : "TYPE")
    if let place, let style, style.values.count > 1, place < parameters.count,
      parameters[place].isAboutType, parameters[place].name == name
    {
      parameters[place].values = words + parameters[place].values
    } else {
      let new = words.map { Parameter(name: name, values: [$0]) }
      parameters.insert(contentsOf: new, at: min(place ?? parameters.count, parameters.count))
    }
  }

  /// Whether a word of `TYPE`, as written, says what the value is for.
  private static func saysLabel(_ word: String, _ old: Label?, _ new: Label?) -> Bool {
    let words = word.replacing("\"", with: "").split(separator: ",").map(String.init)
    return words.contains { word in
      if isLabelWord(word) { return true }
      guard TypeWords.table[word] == nil, !encodingWords.contains(word.uppercased()) else {
        return false
      }
      let plain = word.uppercased().hasPrefix("X-") ? String(word.dropFirst(2)) : word
      return new == nil || old == Label(plain) || old == Label(word)
    }
  }

  private static func isLabelWord(_ word: String) -> Bool {
    TypeWords.table[word]?.label != nil
  }
}

extension LineHeadText.Parameter {
  /// A parameter as the writer writes it.
  init(_ parameter: CardOutput.Parameter) {
    name = parameter.name
    let isList = parameter.name == "TYPE"
    let value =
      parameter.isRaw ? parameter.value : Escaping.parameter(parameter.value, isList: isList)
    values = [value]
  }

  /// Whether words that say a label may stand here.
  fileprivate var isAboutType: Bool { name.isEmpty || isNamed("TYPE") }
}

extension CardOutput.Parameter {
  /// Whether words that say a label stand here.
  var isType: Bool { (name.isEmpty || name.uppercased() == "TYPE") && value.uppercased() != "PREF" }

  /// Whether it says a label, or that an entry is preferred.
  var isAboutLabel: Bool {
    name.isEmpty || name.uppercased() == "TYPE" || name.uppercased() == "PREF"
  }
}
