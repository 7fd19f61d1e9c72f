import ContactModel

/// The lines of a card being written.
///
/// Every value goes through one place, ``write(_:_:_:group:)``, which lets no line end through.
struct CardOutput {
  /// A parameter of a line.
  struct Parameter: Equatable {
    let name: String
    let value: String
    /// Whether the value has its quotes and carets already.
    let isRaw: Bool

    init(_ name: String, _ value: String, isRaw: Bool = false) {
      self.name = name
      self.value = value
      self.isRaw = isRaw
    }

    /// A parameter of our own; `nil` for an empty value, or one that a parameter of 2.1 cannot hold.
    init?(own name: String, _ value: String, _ version: VCardVersion) {
      let isPlain =
        version != .v21 || value.utf8.allSatisfy { $0.isAlphanumeric || $0 == ASCII.space }
      guard !value.isEmpty, isPlain else { return nil }
      self.init(name, value)
    }
  }

  private(set) var bytes: [UInt8]
  let version: VCardVersion
  /// The octets of the card's stored photo.
  let photo: [UInt8]?
  /// The lines so far, when they are wanted as such and not as bytes.
  private(set) var captured: [WrittenLine]?
  private var origin = WrittenLine.Origin.card
  private var takenItems: Set<Int>
  private var lastItem = 0

  init(bytes: [UInt8], version: VCardVersion, photo: [UInt8]?, takenItems: Set<Int>) {
    self.bytes = bytes
    self.version = version
    self.photo = photo
    self.takenItems = takenItems
  }

  /// The lines that a card has besides its frame and its unknown lines.
  static func lines(
    of card: Card, _ version: VCardVersion, photo: [UInt8]? = nil, takenItems: Set<Int> = []
  ) -> [WrittenLine] {
    var output = CardOutput(bytes: [], version: version, photo: photo, takenItems: takenItems)
    output.captured = []
    for property in CardProperty.all { property.write(card, &output) }
    return output.captured ?? []
  }

  // MARK: - Lines

  /// `BEGIN:VCARD` or `END:VCARD`.
  mutating func frame(_ name: String) { bytes += Array("\(name):VCARD\r\n".utf8) }

  /// A line whose value is one text.
  mutating func text(_ name: String, _ text: String, group: Int? = nil) {
    write(name, [], Escaping.text(text, version), group: group)
  }

  /// A line with parameters whose value is one text.
  mutating func text(_ name: String, _ parameters: [Parameter], _ text: String) {
    write(name, parameters, Escaping.text(text, version), group: nil)
  }

  /// A line whose value is an address, or another value that has no escapes of its own.
  mutating func address(_ name: String, _ address: String) {
    write(name, [], Escaping.address(address), group: nil)
  }

  /// A line whose value is written as it is.
  mutating func raw(_ name: String, _ value: String) { write(name, [], value, group: nil) }

  /// A line with parameters whose value is written as it is.
  mutating func raw(_ name: String, _ parameters: [Parameter], _ value: String) {
    write(name, parameters, value, group: nil)
  }

  /// A line whose value has several parts.
  mutating func components(
    _ name: String, _ parts: [String], _ parameters: [Parameter] = [], separator: String = ";"
  ) {
    write(name, parameters, Escaping.parts(parts, separator, version), group: nil)
  }

  // MARK: - Entries

  /// Writes each entry of a list.
  mutating func forEach(
    _ property: Property, of card: Card, _ write: (Card.Entry, inout CardOutput) -> Void
  ) {
    guard let entries = card.entries[property] else { return }
    for index in entries.indices {
      origin = .entry(property, index)
      write(entries[index], &self)
    }
    origin = .card
  }

  /// The value of a line that stands with a label.
  struct LabelledValue {
    fileprivate let version: VCardVersion
    fileprivate var text = ""

    mutating func raw(_ value: String) { text = value }
    mutating func text(_ value: String) { text = Escaping.text(value, version) }
    mutating func address(_ value: String) { text = Escaping.address(value) }
    mutating func components(_ parts: [String]) { text = Escaping.parts(parts, ";", version) }
  }

  /// An entry's line, and the line of its label where `TYPE` cannot say it.
  ///
  /// - Parameters:
  ///   - words: The words of `TYPE` that say the label; `nil` when there are none.
  ///   - otherwise: The words of `TYPE` where the label has a line of its own.
  ///   - isGrouped: Whether the line has a group even without a label, for lines to follow.
  /// - Returns: The number of the line's group.
  @discardableResult
  mutating func labelled(
    _ entry: Card.Entry, _ name: String, _ parameters: [Parameter] = [], words: [String]?,
    otherwise: [String] = [], isGrouped: Bool = false, _ value: (inout LabelledValue) -> Void
  ) -> Int {
    let hasOwnLabel = words == nil && entry.label.map { !$0.token.isEmpty } ?? false
    let needsGroup =
      hasOwnLabel || isGrouped || entry.value.fields?["countryCode"].map { !$0.isEmpty } ?? false
    let group = needsGroup ? takeItem() : nil
    let types = typeParameters(words ?? otherwise, entry.isPreferred)
    var labelled = LabelledValue(version: version)
    value(&labelled)
    write(name, parameters + types, labelled.text, group: group)
    if hasOwnLabel, let label = entry.label { text("X-ABLabel", label.token, group: group) }
    return group ?? 0
  }

  /// An entry's line, its label, if any, in a line of its own.
  mutating func labelled(
    _ entry: Card.Entry, _ name: String, _ parameters: [Parameter],
    _ value: (inout LabelledValue) -> Void
  ) {
    let group = entry.label.map { !$0.token.isEmpty } ?? false ? takeItem() : nil
    var labelled = LabelledValue(version: version)
    value(&labelled)
    write(name, parameters, labelled.text, group: group)
    if let group, let label = entry.label { text("X-ABLabel", label.token, group: group) }
  }

  /// The parameter that says that an entry is preferred.
  func preference(_ entry: Card.Entry) -> [Parameter] { typeParameters([], entry.isPreferred) }

  private func typeParameters(_ words: [String], _ isPreferred: Bool) -> [Parameter] {
    switch version {
    case .v21: (words + (isPreferred ? ["PREF"] : [])).map { Parameter("", $0) }
    case .v3:
      words.map { Parameter("type", $0) } + (isPreferred ? [Parameter("type", "pref")] : [])
    case .v4:
      (words.isEmpty ? [] : [Parameter("TYPE", words.joined(separator: ",").lowercased())])
        + (isPreferred ? [Parameter("PREF", "1")] : [])
    }
  }

  private mutating func takeItem() -> Int {
    repeat { lastItem += 1 } while takenItems.contains(lastItem)
    return lastItem
  }

  // MARK: - Unknown lines

  /// A line that the model does not know, as it came.
  ///
  /// What could pass for the frame of a card, or has no colon, is left out.
  mutating func extra(_ text: String) {
    var line = Array(Escaping.lineEndsUnified(text).utf8)
    line = Array(line.drop { $0.isBlank || $0 == ASCII.lineFeed })
    guard let head = LineHead(line.span, 0..<line.count) else { return }
    for name in ["BEGIN", "END", "VERSION"] where line.span.isWord(name, in: head.name) { return }
    guard !line[..<head.value.lowerBound].contains(ASCII.lineFeed) else { return }
    var value = String(decoding: line[head.value], as: UTF8.self)
    // Not even one that asks for a soft break may take in the line after it.
    while head.encoding == .quotedPrintable, value.hasSuffix("=") { value.removeLast() }
    // The first line of a card inside this one, without the rest of it.
    let isOpen =
      value.utf8.allSatisfy(\.isBlank) || line.span.hasWord("BEGIN", at: head.value.lowerBound)
    if line.span.isWord("AGENT", in: head.name), isOpen, !value.utf8.contains(ASCII.backslash) {
      return
    }
    let group = head.group.isEmpty ? [] : line[head.group].map(\.asLetterOfName) + [ASCII.dot]
    let parameters = line[head.parameters.lowerBound..<(head.value.lowerBound - 1)]
    let name = line[head.name].map(\.asLetterOfName)
    finish(group + name + parameters, value, isBinary: head.encoding == .base64)
  }

  // MARK: - The one place where lines are made

  private mutating func write(
    _ name: String, _ parameters: [Parameter], _ value: String, group: Int?
  ) {
    let line = WrittenLine(
      origin: origin, group: group, name: name, parameters: parameters, value: value)
    if captured == nil { write(line) } else { captured?.append(line) }
  }

  /// Appends a line.
  mutating func write(_ line: WrittenLine) {
    var head: [UInt8] = []
    if let group = line.group { head += Array("item\(group).".utf8) }
    head += Array(line.name.utf8)
    var isBinary = false
    for parameter in line.parameters {
      head.append(ASCII.semicolon)
      if !parameter.name.isEmpty { head += Array("\(parameter.name)=".utf8) }
      let isList = parameter.name == "TYPE"
      let value =
        parameter.isRaw ? parameter.value : Escaping.parameter(parameter.value, isList: isList)
      head += Array(value.utf8)
      if parameter.name == "ENCODING" { isBinary = true }
    }
    finish(head, line.value, isBinary: isBinary)
    // The empty line that ends base64 in vCard 2.1.
    if version == .v21, isBinary { bytes += [ASCII.carriageReturn, ASCII.lineFeed] }
  }

  /// Appends a line of which everything before the colon is written already.
  ///
  /// Line ends in the value become what the version has for them.
  mutating func finish(_ head: [UInt8], _ value: String, isBinary: Bool) {
    var line = head
    if version == .v21, !isBinary {
      let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == ASCII.tab }
      if isPlain, head.count + 1 + value.utf8.count <= 76, value.utf8.last != ASCII.equals {
        bytes += line + [ASCII.colon] + Array(value.utf8)
      } else {
        if !value.utf8.allSatisfy({ $0 < 0x80 }) { line += Array(";CHARSET=UTF-8".utf8) }
        line += Array(";ENCODING=QUOTED-PRINTABLE:".utf8)
        bytes += line
        QuotedPrintable.encode(value, column: line.count, into: &bytes)
      }
      bytes += [ASCII.carriageReturn, ASCII.lineFeed]
      return
    }
    line.append(ASCII.colon)
    for byte in value.utf8 {
      if byte == ASCII.lineFeed {
        line += [ASCII.backslash, UInt8(ascii: "n")]
      } else if byte != ASCII.carriageReturn {
        line.append(byte)
      }
    }
    Folding.append(line, to: &bytes)
  }
}
