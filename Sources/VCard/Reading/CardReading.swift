import ContactModel

/// One pass over the lines of one card.
struct CardReading {
  private let table = CardProperty.table
  private let readers = CardProperty.readers
  private var reader: LineReader
  var builder: CardBuilder
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
  var assumed: Charset?

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
        line.kinds.hasBackslash = true
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
    guard let (reader, tag) = table.find(line.bytes, line.head.name, hash: line.head.nameHash)
    else {
      if !Self.isPlainName(line) { builder.warn(.oddName, line, "kept as an unknown line") }
      builder.keep(line)
      return
    }
    readers[reader](ContentLine(line.bytes, line.head, line.line, tag: tag), &builder)
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

  /// Takes `BEGIN` and `END` lines, and what opens a card inside this one.
  private mutating func isFrame(_ line: borrowing ContentLine) -> Bool {
    let hash = line.head.nameHash
    if hash == Self.begin {
      guard line.isVCardFrame(after: "") else { return false }
      if hasBegun {
        nesting += 1
        addNested(line)
      }
      hasBegun = true
      return true
    }
    if hash == Self.end {
      guard line.isVCardFrame(after: "") else { return false }
      if nesting > 0 { addNested(line) }
      if nesting == 1 {
        closeNested()
      } else if nesting > 1 {
        nesting -= 1
      } else {
        hasEnded = hasBegun
      }
      return true
    }
    guard hash == Self.agent, hasBegun, nesting == 0 else { return false }
    if !line.line.isJoined, line.isVCardFrame(after: "BEGIN:") {
      // The inner card's first line stands on the line of its property (2.1).
      nesting = 1
      nested = Array("BEGIN:VCARD".utf8)
      return true
    }
    return line.isEmpty
  }

  private static let begin = WordHash("BEGIN")
  private static let end = WordHash("END")
  private static let agent = WordHash("AGENT")

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
  /// Whether the value is `VCARD` after a prefix, blanks around it allowed.
  fileprivate func isVCardFrame(after prefix: String) -> Bool {
    var start = head.value.lowerBound
    var end = head.value.upperBound
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    let isPrefixed = prefix.isEmpty || bytes.hasWord(prefix, at: start)
    return isPrefixed
      && bytes.isWord("VCARD", in: start + prefix.utf8.count..<max(end, start + prefix.utf8.count))
  }
}

extension Card {
  /// Whether nothing was read.
  fileprivate var saysNothing: Bool {
    values.isEmpty && entries.isEmpty && photo == nil && uid == nil && categories.isEmpty
      && members.isEmpty && kind == .person
  }
}
