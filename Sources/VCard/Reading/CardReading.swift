import ContactModel

/// One pass over the lines of one card.
struct CardReading {
  private var reader: LineReader
  private var builder: CardBuilder
  private let limits: CardLimits
  private let firstLine: Int
  private var lineCount = 0
  private var propertyCount = 0
  private var hasBegun = false
  private var hasEnded = false
  /// How many cards inside this one are open.
  private var nesting = 0
  /// The text of the card inside this one, as the value of its `AGENT` line.
  private var nested: [UInt8] = []
  /// The charset that undeclared bytes are assumed to be in, once it is settled.
  private var assumed: Charset?

  init(firstLine: Int, limits: CardLimits) {
    reader = LineReader(firstLine: firstLine)
    builder = CardBuilder(limits: limits)
    self.limits = limits
    self.firstLine = firstLine
  }

  /// Reads all lines.
  mutating func run(_ bytes: Span<UInt8>) -> ParsedCard {
    var scratch: [UInt8] = []
    var decoded: [UInt8] = []
    while !hasEnded, var line = reader.next(bytes, &scratch) {
      guard line.range.count <= limits.binaryLineBytes else {
        return refuse(line, "a line too long")
      }
      var parsed =
        line.isJoined ? LineHead(scratch.span, line.range) : LineHead(bytes, line.range)
      if parsed?.encoding == .base64 {
        reader.extendBase64(bytes, &scratch, &line)
        parsed = line.isJoined ? LineHead(scratch.span, line.range) : parsed
      }
      guard let head = parsed else {
        if line.isJoined { skip(line, scratch.span) } else { skip(line, bytes) }
        continue
      }
      if line.range.count > limits.lineBytes,
        !(line.isJoined ? Self.isBinary(scratch.span, head) : Self.isBinary(bytes, head))
      {
        return refuse(line, "a line of more than \(limits.lineBytes) bytes")
      }
      lineCount += 1
      guard lineCount <= limits.properties else {
        return refuse(line, "more than \(limits.properties) properties")
      }
      let needsDecoding =
        line.isJoined
        ? needsDecoding(scratch.span, head, line) : needsDecoding(bytes, head, line)
      if needsDecoding {
        decoded.removeAll(keepingCapacity: true)
        if line.isJoined {
          decode(scratch.span, head, line, bytes, into: &decoded)
        } else {
          decode(bytes, head, line, bytes, into: &decoded)
        }
        guard let clean = LineHead(decoded.span, 0..<decoded.count) else { continue }
        take(ContentLine(decoded.span, clean, line))
      } else if line.isJoined {
        take(ContentLine(scratch.span, head, line))
      } else {
        take(ContentLine(bytes, head, line))
      }
      if let payload = builder.photoPayload { setPhotoSource(payload, line, bytes) }
      if let failure = builder.failure { return ParsedCard(card: nil, failure: failure) }
    }
    return finish()
  }

  private mutating func finish() -> ParsedCard {
    if nesting > 0 { closeNested() }
    guard hasBegun else {
      return ParsedCard(
        card: nil, warnings: builder.warnings,
        failure: CardFailure(line: firstLine, reason: "no BEGIN:VCARD"))
    }
    if !hasEnded {
      builder.warnings.append(
        CardWarning(.missingEnd, line: firstLine, message: "no END:VCARD; read what is there"))
    }
    let card = builder.finish()
    guard !card.saysNothing else {
      return ParsedCard(
        card: nil, warnings: builder.warnings,
        failure: CardFailure(line: firstLine, reason: "the card has no property with a value"))
    }
    return ParsedCard(card: card, warnings: builder.warnings)
  }

  private func refuse(_ line: LogicalLine, _ reason: String) -> ParsedCard {
    ParsedCard(
      card: nil, warnings: builder.warnings,
      failure: CardFailure(line: line.number, reason: reason))
  }

  /// Says where the encoded photo just read stands in the card, folds included.
  private mutating func setPhotoSource(
    _ payload: Range<Int>, _ line: LogicalLine, _ bytes: Span<UInt8>
  ) {
    builder.photoPayload = nil
    guard case .data(let octets, let mediaType, _)? = builder.card.photo else { return }
    var start = payload.lowerBound
    var end = line.source.upperBound
    if line.isJoined {
      start = LineReader.offset(bytes, line.source, ofUnfolded: payload.lowerBound)
    }
    while start < end, bytes[start].isBlank || bytes[start].isLineEnd { start += 1 }
    while end > start, bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
    builder.card.photo = .data(octets, mediaType: mediaType, source: start..<end)
  }

  // MARK: - Lines

  private mutating func take(_ line: borrowing ContentLine) {
    if isFrame(line) { return }
    guard hasBegun else { return }
    if nesting > 0 {
      addNested(line)
      return
    }
    guard
      let (read, tag) = CardProperty.table.find(
        line.bytes, line.head.name, hash: line.head.nameHash)
    else {
      if !Self.isPlainName(line) { builder.warn(.oddName, line, "kept as an unknown line") }
      builder.keep(line)
      return
    }
    read(ContentLine(line.bytes, line.head, line.line, tag: tag), &builder)
  }

  /// Notes a line without a colon.
  ///
  /// Comments, which start with a `#`, need no words.
  private mutating func skip(_ line: LogicalLine, _ bytes: Span<UInt8>) {
    guard hasBegun else { return }
    for index in line.range where !bytes[index].isBlank {
      if bytes[index] != UInt8(ascii: "#") {
        builder.warnings.append(
          CardWarning(.noColon, line: line.number, message: "a line without a colon, left out"))
      }
      return
    }
  }

  private mutating func isFrame(_ line: borrowing ContentLine) -> Bool {
    let name = line.head.name
    switch line.bytes[name.lowerBound].capital {
    case UInt8(ascii: "B") where line.bytes.isWord("BEGIN", in: name): break
    case UInt8(ascii: "E") where line.bytes.isWord("END", in: name):
      guard line.isVCardFrame else { return false }
      if nesting > 1 {
        nesting -= 1
        addNested(line)
      } else if nesting == 1 {
        addNested(line)
        closeNested()
      } else if hasBegun {
        hasEnded = true
      }
      return true
    default:
      // A card inside this one whose first line stands on the line of its property (2.1).
      if hasBegun, nesting == 0, line.bytes.isWord("AGENT", in: name), !line.line.isJoined,
        line.isVCardFrame(after: "BEGIN:")
      {
        nesting = 1
        nested = Array("BEGIN:VCARD".utf8)
        return true
      }
      if hasBegun, nesting == 0, line.isEmpty, line.bytes.isWord("AGENT", in: name) { return true }
      return false
    }
    guard line.isVCardFrame else { return false }
    if hasBegun {
      nesting += 1
      addNested(line)
    }
    hasBegun = true
    return true
  }

  private mutating func addNested(_ line: borrowing ContentLine) {
    if !nested.isEmpty { nested += Array("\\n".utf8) }
    for byte in ExtraLine.text(line).utf8 {
      switch byte {
      case ASCII.backslash, ASCII.comma, ASCII.semicolon: nested.append(ASCII.backslash)
      default: break
      }
      nested.append(byte)
    }
  }

  private mutating func closeNested() {
    builder.keep(text: "AGENT:" + String(decoding: nested, as: UTF8.self))
    nested = []
    nesting = 0
  }

  private static func isPlainName(_ line: borrowing ContentLine) -> Bool {
    for index in line.head.name {
      let byte = line.bytes[index]
      guard byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") else {
        return false
      }
    }
    return true
  }

  /// Whether a long line holds base64, if only in a `data:` address.
  private static func isBinary(_ bytes: Span<UInt8>, _ head: LineHead) -> Bool {
    head.encoding == .base64 || bytes.hasWord("DATA:", at: head.value.lowerBound)
      || bytes.isWord("PHOTO", in: head.name)
  }
}

extension ContentLine {
  /// Whether the value is the word `VCARD`, blanks around it allowed.
  fileprivate var isVCardFrame: Bool { isVCardFrame(after: "") }

  fileprivate func isVCardFrame(after prefix: String) -> Bool {
    var start = head.value.lowerBound
    var end = head.value.upperBound
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return bytes.isWord(prefix + "VCARD", in: start..<end)
  }
}

extension Card {
  /// Whether nothing was read.
  fileprivate var saysNothing: Bool {
    values.isEmpty && entries.isEmpty && photo == nil && uid == nil && categories.isEmpty
      && members.isEmpty && kind == .person
  }
}

// MARK: - Charsets

extension CardReading {
  /// Whether the line has quoted-printable in it, or bytes that are no UTF-8.
  private func needsDecoding(_ bytes: Span<UInt8>, _ head: LineHead, _ line: LogicalLine) -> Bool {
    if head.encoding == .base64 { return line.hasHighBytes && !bytes.isUTF8(line.range) }
    if head.encoding == .quotedPrintable { return true }
    guard line.hasHighBytes else { return false }
    switch head.charset {
    case .known(let charset) where charset != .utf8: return true
    case .unknown: return true
    default: break
    }
    return !bytes.isUTF8(line.range)
  }

  /// Appends the line with quoted-printable undone, in UTF-8.
  private mutating func decode(
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
