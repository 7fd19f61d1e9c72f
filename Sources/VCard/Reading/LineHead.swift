import Charsets

/// What stands before the colon of a content line, read once.
struct LineHead {
  /// How the value is encoded.
  enum Encoding {
    case none, quotedPrintable, base64
  }

  /// What kind of value `VALUE` says.
  enum ValueKind {
    case unsaid, text, uri, date
  }

  /// The charset a line names.
  enum CharsetName: Equatable {
    case none, unknown
    case known(Charset)

    /// The charset that a parameter's value names.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      // What is ASCII says nothing else in UTF-8, and what is not was meant to be that.
      let isUTF8 = ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains { bytes.isWord($0, in: range) }
      if isUTF8 {
        self = .known(.utf8)
      } else {
        let name = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
        self = Charset(named: name).map { .known($0) } ?? .unknown
      }
    }
  }

  /// The group before the dot, such as `item1`.
  var group: Range<Int>
  /// A hash of the group without regard to case; `nil` without a group.
  var groupHash: UInt64?
  /// The name.
  var name: Range<Int>
  /// A hash of the name without regard to case.
  var nameHash: WordHash
  /// From the first semicolon to the colon.
  var parameters: Range<Int>
  /// The value, to the end of the line.
  var value: Range<Int>
  /// The words of `TYPE`, and words that stand alone.
  var types: TypeWords = []
  /// The first word of `TYPE` with no usual meaning.
  var customType: Range<Int>?
  /// How the value is encoded.
  var encoding = Encoding.none
  /// The charset the line names.
  var charset = CharsetName.none
  /// What `VALUE` says.
  var valueKind = ValueKind.unsaid
  /// Whether a parameter stands without its name, as vCard 2.1 allows.
  var hasBareWords = false

  /// Whether the entry is preferred.
  var isPreferred: Bool { types.contains(.preferred) }

  /// Reads the head of the line in `range`; `nil` when it has no colon or no name.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end, bytes[index].isBlank { index += 1 }
    // The mark of UTF-8 before a card in a file that was joined of several.
    if index + 2 < end, bytes[index] == 0xEF, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF {
      index += 3
    }
    let start = index
    var nameStart = index
    var hash = WordHash()
    var groupBits: UInt64?
    scan: while index < end {
      let byte = bytes[index]
      switch byte {
      case ASCII.colon, ASCII.semicolon: break scan
      case ASCII.dot:
        groupBits = (groupBits ?? 0) &* 31 &+ hash.bits
        hash = WordHash()
        nameStart = index + 1
      default: hash.add(byte)
      }
      index += 1
    }
    guard index < end, index > nameStart else { return nil }
    var nameEnd = index
    if bytes[index - 1].isBlank {
      // `TEL :1` is no name, but plain enough.
      while nameEnd > nameStart, bytes[nameEnd - 1].isBlank { nameEnd -= 1 }
      guard nameEnd > nameStart else { return nil }
      hash = WordHash()
      for at in nameStart..<nameEnd { hash.add(bytes[at]) }
    }
    group = start..<max(start, nameStart - 1)
    groupHash = groupBits
    name = nameStart..<nameEnd
    nameHash = hash
    parameters = index..<index
    value = index..<end
    let parametersStart = index
    if bytes[index] == ASCII.semicolon {
      guard
        let colon = readParameters(bytes, index..<end, quoted: true)
          ?? readParameters(bytes, index..<end, quoted: false)
      else { return nil }
      index = colon
    }
    parameters = parametersStart..<index
    value = index + 1..<end
  }

  // MARK: - Parameters

  /// Reads `;NAME=value,value;WORD` up to the colon and says where that is; `nil` without one.
  private mutating func readParameters(
    _ bytes: Span<UInt8>, _ range: Range<Int>, quoted: Bool
  ) -> Int? {
    var scanner = ParameterScanner(
      position: range.lowerBound, end: range.upperBound, quoted: quoted)
    (types, customType, encoding, charset) = ([], nil, .none, .none)
    (valueKind, hasBareWords) = (.unsaid, false)
    while let item = scanner.next(bytes) {
      if item.name.isEmpty {
        if !item.value.isEmpty {
          hasBareWords = true
          take(bareWord: item.value, bytes)
        }
      } else {
        take(item, bytes)
      }
    }
    return scanner.colon
  }

  private mutating func take(_ item: ParameterScanner.Item, _ bytes: Span<UInt8>) {
    switch Self.isType(bytes, item.name) ? .type : Self.names.find(bytes, item.name) {
    case .type?:
      // Some writers put the whole list in quotes.
      var start = item.value.lowerBound
      for at in item.value where bytes[at] == ASCII.comma {
        take(type: start..<at, bytes)
        start = at + 1
      }
      take(type: start..<item.value.upperBound, bytes)
    case .encoding?:
      if case .encoding(let encoding)? = Self.bareWords.find(bytes, item.value) {
        self.encoding = encoding
      }
    case .charset?: charset = CharsetName(bytes, item.value)
    case .value?:
      if case .value(let kind)? = Self.bareWords.find(bytes, item.value) { valueKind = kind }
    case .preference?:
      if bytes.isWord("1", in: item.value) { types.insert(.preferred) }
    case nil: break
    }
  }

  /// Whether a name is `TYPE`, as most are: asked before the table.
  private static func isType(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let start = name.lowerBound
    return name.count == 4 && bytes[start].capital == UInt8(ascii: "T")
      && bytes[start + 1].capital == UInt8(ascii: "Y")
      && bytes[start + 2].capital == UInt8(ascii: "P")
      && bytes[start + 3].capital == UInt8(ascii: "E")
  }

  private mutating func take(type word: Range<Int>, _ bytes: Span<UInt8>) {
    guard !word.isEmpty else { return }
    if let known = TypeWords.table.find(bytes, word) {
      types.formUnion(known)
    } else if customType == nil {
      customType = word
    }
  }

  private mutating func take(bareWord word: Range<Int>, _ bytes: Span<UInt8>) {
    switch Self.bareWords.find(bytes, word) {
    case .encoding(let encoding)?: if encoding != .none { self.encoding = encoding }
    case .value(let kind)?: valueKind = kind
    case .charset(let charset)?: self.charset = .known(charset)
    case nil: take(type: word, bytes)
    }
  }

  private enum Name {
    case type, encoding, charset, value, preference
  }

  private enum BareWord {
    case encoding(Encoding)
    case value(ValueKind)
    case charset(Charset)
  }

  private static let names = WordTable<Name>([
    ("TYPE", .type), ("ENCODING", .encoding), ("CHARSET", .charset), ("VALUE", .value),
    ("PREF", .preference),
  ])

  private static let bareWords = WordTable<BareWord>([
    ("QUOTED-PRINTABLE", .encoding(.quotedPrintable)), ("Q", .encoding(.quotedPrintable)),
    ("BASE64", .encoding(.base64)), ("B", .encoding(.base64)),
    ("8BIT", .encoding(.none)), ("7BIT", .encoding(.none)),
    ("URI", .value(.uri)), ("URL", .value(.uri)), ("TEXT", .value(.text)),
    ("DATE", .value(.date)), ("DATE-TIME", .value(.date)), ("DATE-AND-OR-TIME", .value(.date)),
    ("UTF-8", .charset(.utf8)),
  ])
}
