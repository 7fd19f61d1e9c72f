import Charsets

extension CardReading {
  /// Whether the line has quoted-printable in it, or bytes that are no UTF-8.
  func needsDecoding(_ bytes: Span<UInt8>, _ head: LineHead, _ line: LogicalLine) -> Bool {
    if head.encoding == .base64 { return line.kinds.hasHighBytes && !bytes.isUTF8(line.range) }
    if head.encoding == .quotedPrintable { return true }
    if case .known(let charset) = head.charset, !charset.holdsASCII { return true }
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
    let value = Self.value(bytes, head)
    let name = Self.name(bytes, head)
    if !value.isSound {
      warn(.badQuotedPrintable, line, name, "an octet is no hexadecimal number")
    }
    // Parameters are UTF-8 or Windows-1252, whatever `CHARSET` says of the value.
    let front = ValueOctets(bytes, line.range.lowerBound..<head.value.lowerBound)
    if front.isUTF8 {
      front.appendUTF8(to: &output)
    } else {
      _ = front.append(.windows1252, to: &output)
    }
    switch head.charset {
    case .known(.utf8) where value.isUTF8: value.appendUTF8(to: &output)
    case .known(let charset):
      if !value.append(charset, to: &output) {
        warn(
          .damagedText, line, name,
          "some octets have no meaning in \(charset.name); read as Windows-1252")
      }
    case .unknown where value.isUTF8:
      value.appendUTF8(to: &output)
      warn(.unknownCharset, line, name, "an unknown charset; read as UTF-8")
    case .unknown:
      _ = value.append(.windows1252, to: &output)
      warn(.unknownCharset, line, name, "an unknown charset; read as Windows-1252")
    case .none where value.isUTF8: value.appendUTF8(to: &output)
    case .none:
      let charset = assumedCharset(source)
      _ = value.append(charset, to: &output)
      warn(.assumedCharset, line, name, "no charset and no UTF-8; read as \(charset.name)")
    }
  }

  /// The octets of a line's value.
  private static func value(_ bytes: Span<UInt8>, _ head: LineHead) -> ValueOctets {
    head.encoding == .quotedPrintable
      ? ValueOctets(quotedPrintable: bytes, head.value) : ValueOctets(bytes, head.value)
  }

  private mutating func warn(
    _ code: CardWarning.Code, _ line: LogicalLine, _ name: String, _ message: String
  ) {
    builder.warn(CardWarning(code, line: line.number, property: name, message: message))
  }

  private static func name(_ bytes: Span<UInt8>, _ head: LineHead) -> String {
    String(decoding: head.name.map { bytes[$0].capital }, as: UTF8.self)
  }

  /// What undeclared bytes are taken for: the charset that another line of the card names, or what
  /// all undeclared bytes of the card together look like.
  private mutating func assumedCharset(_ source: Span<UInt8>) -> Charset {
    if let assumed { return assumed }
    var undeclared: [UInt8] = []
    var lines = LineReader(firstLine: 1)
    var scratch: [UInt8] = []
    var declared: Charset?
    while declared == nil, let line = lines.next(source, &scratch) {
      declared =
        line.isJoined
        ? Self.look(scratch.span, line, &undeclared) : Self.look(source, line, &undeclared)
    }
    let charset = declared ?? CharsetGuess.charset(of: undeclared)
    assumed = charset
    return charset
  }

  /// The charset that a line names, unless it is UTF-8; else takes in its octets.
  private static func look(
    _ bytes: Span<UInt8>, _ line: LogicalLine, _ undeclared: inout [UInt8]
  ) -> Charset? {
    guard let head = LineHead(bytes, line.range) else { return nil }
    switch head.charset {
    case .known(.utf8), .unknown: return nil
    case .known(let charset): return charset
    case .none: break
    }
    guard line.kinds.hasHighBytes || head.encoding == .quotedPrintable else { return nil }
    let value = value(bytes, head)
    if !value.isUTF8 { undeclared += value.octets + [ASCII.lineFeed] }
    return nil
  }
}
