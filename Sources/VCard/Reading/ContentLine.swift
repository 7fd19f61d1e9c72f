/// A content line ready to be read: unfolded, quoted-printable and charsets undone, in UTF-8.
struct ContentLine: ~Escapable {
  /// The bytes that the ranges count in.
  let bytes: Span<UInt8>
  /// What stands before the colon.
  let head: LineHead
  /// Where the line stands in the card's source.
  let line: LogicalLine
  /// Which of its names the property was written with.
  let tag: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ head: LineHead, _ line: LogicalLine, tag: Int = 0) {
    self.bytes = bytes
    self.head = head
    self.line = line
    self.tag = tag
  }

  /// Whether nothing stands after the colon.
  var isEmpty: Bool { head.value.isEmpty }

  /// The name in capitals.
  var name: String {
    String(decoding: head.name.map { bytes[$0].capital }, as: UTF8.self)
  }

  // MARK: - Values

  /// The value as one text, backslashes undone.
  var text: String { text(head.value) }

  /// The bytes in `range` as text, backslashes undone (RFC 6350 section 3.4).
  ///
  /// A backslash before any other letter stands for that letter; at the end it stands for itself.
  func text(_ range: Range<Int>) -> String {
    guard line.kinds.hasBackslash else { return plain(range) }
    for index in range where bytes[index] == ASCII.backslash {
      return unescaped(range, from: index)
    }
    return plain(range)
  }

  /// The bytes in `range` as they stand.
  func plain(_ range: Range<Int>) -> String {
    if let utf8 = try? UTF8Span(validating: bytes.extracting(range)) {
      return String(copying: utf8)
    }
    // Only a parameter's range, cut inside a letter, could come here.
    return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }

  private func unescaped(_ range: Range<Int>, from first: Int) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    for index in range.lowerBound..<first { output.append(bytes[index]) }
    var index = first
    while index < range.upperBound {
      var byte = bytes[index]
      if byte == ASCII.backslash, index + 1 < range.upperBound {
        index += 1
        byte = bytes[index]
        if byte.capital == UInt8(ascii: "N") { byte = ASCII.lineFeed }
      }
      output.append(byte)
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The next part of a value that `separator` divides, from `position` on; `nil` after the last.
  func part(_ position: inout Int, separator: UInt8) -> Range<Int>? {
    let end = head.value.upperBound
    guard position <= end else { return nil }
    let start = position
    var index = position
    while index < end {
      let byte = bytes[index]
      if byte == separator { break }
      index += byte == ASCII.backslash ? 2 : 1
    }
    index = min(index, end)
    position = index + 1
    return start..<index
  }

  /// How often a byte stands in the value.
  func count(of byte: UInt8) -> Int {
    var count = 0
    for index in head.value where bytes[index] == byte { count += 1 }
    return count
  }

  /// All parts of a value that `separator` divides, backslashes undone.
  func parts(separator: UInt8) -> [String] {
    var parts: [String] = []
    var position = head.value.lowerBound
    while let range = part(&position, separator: separator) { parts.append(text(range)) }
    return parts
  }

  // MARK: - Parameters

  /// The first value of a parameter, quotes and carets undone (RFC 6868); `name` is in capitals.
  func parameter(_ name: String) -> String? {
    guard !head.parameters.isEmpty else { return nil }
    var scanner = ParameterScanner(
      position: head.parameters.lowerBound, end: head.value.lowerBound, quoted: true)
    while let item = scanner.next(bytes) {
      if bytes.isWord(name, in: item.name) { return Self.uncareted(plain(item.value)) }
    }
    return nil
  }

  /// Whether there may be parameters with names that start with `X-`.
  var hasOwnParameters: Bool {
    var index = head.parameters.lowerBound
    while index + 2 < head.parameters.upperBound {
      if bytes[index] == ASCII.semicolon, bytes.hasWord("X-", at: index + 1) { return true }
      index += 1
    }
    return false
  }

  /// The first word of `TYPE` that has no usual meaning.
  var customType: String? { head.customType.map { Self.uncareted(plain($0)) } }

  static func uncareted(_ text: String) -> String {
    guard text.utf8.contains(ASCII.caret) else { return text }
    var output: [UInt8] = []
    var isAfterCaret = false
    for byte in text.utf8 {
      if isAfterCaret {
        isAfterCaret = false
        switch byte {
        case UInt8(ascii: "n"): output.append(ASCII.lineFeed)
        case UInt8(ascii: "'"): output.append(ASCII.quote)
        case ASCII.caret: output.append(ASCII.caret)
        default: output += [ASCII.caret, byte]
        }
      } else if byte == ASCII.caret {
        isAfterCaret = true
      } else {
        output.append(byte)
      }
    }
    if isAfterCaret { output.append(ASCII.caret) }
    return String(decoding: output, as: UTF8.self)
  }
}
