extension CardReading {
  /// Whether the line has quoted-printable in it, or bytes that are no UTF-8.
  func needsDecoding(_ bytes: Span<UInt8>, _ head: LineHead, _ line: LogicalLine) -> Bool {
    if head.encoding == .base64 { return line.kinds.hasHighBytes && !bytes.isUTF8(line.range) }
    if head.encoding == .quotedPrintable { return true }
    guard line.kinds.hasHighBytes else { return false }
    switch head.charset {
    case .known(let charset) where charset != .utf8: return true
    case .unknown: return true
    default: break
    }
    return !bytes.isUTF8(line.range)
  }

  /// Appends the line with quoted-printable undone, in UTF-8.
  mutating func decode(
    _ bytes: Span<UInt8>, _ head: LineHead, _ line: LogicalLine, _ source: Span<UInt8>,
    into output: inout [UInt8]
  ) {
    var octets: [UInt8] = []
    octets.reserveCapacity(line.range.count)
    for index in line.range.lowerBound..<head.value.lowerBound { octets.append(bytes[index]) }
    let headCount = octets.count
    var isSound = true
    if head.encoding == .quotedPrintable {
      isSound = QuotedPrintable.decode(bytes, head.value, into: &octets)
    } else {
      for index in head.value { octets.append(bytes[index]) }
    }
    let line = (number: line.number, name: Self.name(bytes, head))
    if !isSound { warn(.badQuotedPrintable, line, "an octet is no hexadecimal number") }
    decodeHead(octets, headCount, into: &output)
    decodeValue(octets, headCount, head, line, source, into: &output)
  }

  /// Parameters are UTF-8 or in the charset assumed, whatever `CHARSET` says of the value.
  private mutating func decodeHead(
    _ octets: [UInt8], _ count: Int, into output: inout [UInt8]
  ) {
    let charset: Charset =
      octets.span.isUTF8(0..<count) ? .utf8 : .singleByte(.windows1252)
    charset.decode(octets.span, 0..<count, into: &output)
  }

  private mutating func decodeValue(
    _ octets: [UInt8], _ start: Int, _ head: LineHead, _ line: (number: Int, name: String),
    _ source: Span<UInt8>, into output: inout [UInt8]
  ) {
    let range = start..<octets.count
    let isUTF8 = octets.span.isUTF8(range)
    switch head.charset {
    case .known(.utf8):
      if !Charset.utf8.decode(octets.span, range, into: &output) {
        warn(.damagedText, line, "some octets are no UTF-8; read as Windows-1252")
      }
    case .known(let charset):
      if !charset.decode(octets.span, range, into: &output) {
        warn(.damagedText, line, "some octets have no meaning; read as Windows-1252")
      }
    case .unknown where isUTF8:
      output += octets[range]
      warn(.unknownCharset, line, "an unknown charset; read as UTF-8")
    case .unknown:
      Charset.singleByte(.windows1252).decode(octets.span, range, into: &output)
      warn(.unknownCharset, line, "an unknown charset; read as Windows-1252")
    case .none where isUTF8: output += octets[range]
    case .none:
      assumedCharset(source).decode(octets.span, range, into: &output)
      warn(.assumedCharset, line, "no charset and no UTF-8; one was assumed")
    }
  }

  private mutating func warn(
    _ code: CardWarning.Code, _ line: (number: Int, name: String), _ message: String
  ) {
    builder.warnings.append(
      CardWarning(code, line: line.number, property: line.name, message: message))
  }

  private static func name(_ bytes: Span<UInt8>, _ head: LineHead) -> String {
    String(decoding: head.name.map { bytes[$0].capital }, as: UTF8.self)
  }

  /// What undeclared bytes are taken for: the charset that another line of the card names, or
  /// Windows-1252.
  private mutating func assumedCharset(_ source: Span<UInt8>) -> Charset {
    if let assumed { return assumed }
    var found = Charset.singleByte(.windows1252)
    let word = "CHARSET="
    for index in source.indices
    where source[index].capital == UInt8(ascii: "C") && source.hasWord(word, at: index) {
      let start = index + word.utf8.count
      var end = start
      while end < source.count,
        source[end].isAlphanumeric || source[end] == UInt8(ascii: "-")
          || source[end] == UInt8(ascii: "_")
      {
        end += 1
      }
      if let charset = Charset.byName.find(source, start..<end), charset != .utf8 {
        found = charset
        break
      }
    }
    assumed = found
    return found
  }
}
