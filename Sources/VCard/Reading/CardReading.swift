import Charsets
import ContactModel

/// One pass over the lines of one card.
struct CardReading: ~Copyable {
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
  /// Which line says what; `nil` when nobody asks.
  private(set) var trace: CardTrace?
  /// Where a card inside this one, or the line before it, starts.
  private var nestedStart = 0
  /// Whether the line before was an `AGENT` without a value.
  private var isAfterAgent = false
  /// Whether a line has what only vCard 2.1 allows.
  private var looksOld = false

  init(firstLine: Int, limits: CardLimits, isTraced: Bool = false) {
    reader = LineReader(firstLine: firstLine)
    builder = CardBuilder(limits: limits)
    if isTraced {
      trace = CardTrace()
      builder.claims = []
    }
    self.limits = limits
    self.firstLine = firstLine
  }

  /// Reads all lines.
  mutating func run(_ bytes: Span<UInt8>) -> ParsedCard {
    var scratch: [UInt8] = []
    var decoded: [UInt8] = []
    while !hasEnded, var line = reader.next(bytes, &scratch) {
      var parsed =
        line.isJoined ? LineHead(scratch.span, line.range) : LineHead(bytes, line.range)
      if parsed?.encoding == .base64 {
        reader.extendBase64(bytes, &scratch, &line)
        parsed = line.isJoined ? LineHead(scratch.span, line.range) : parsed
      }
      guard line.range.count <= limits.binaryLineBytes else {
        return refuse(
          line, "a line of more than \(limits.binaryLineBytes) bytes", parsed, scratch, bytes)
      }
      guard let head = parsed else {
        if line.isJoined { skip(line, scratch.span) } else { skip(line, bytes) }
        continue
      }
      if line.range.count > limits.lineBytes,
        !(line.isJoined ? Self.isBinary(scratch.span, head) : Self.isBinary(bytes, head))
      {
        return refuse(line, "a line of more than \(limits.lineBytes) bytes", head, scratch, bytes)
      }
      lineCount += 1
      if lineCount & 63 == 0 { builder.progress = (reader.position, bytes.count) }
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
      if builder.photoPayload != nil { setPhotoSource(line, bytes) }
      if let failure = builder.failure { return ParsedCard(card: nil, failure: failure) }
    }
    return finish()
  }

  private mutating func finish() -> ParsedCard {
    if nesting > 0 { closeNested(at: reader.position) }
    guard hasBegun else {
      return ParsedCard(
        card: nil, warnings: builder.warnings,
        failure: CardFailure(line: firstLine, reason: "no BEGIN:VCARD"))
    }
    if !hasEnded {
      builder.warn(
        CardWarning(.missingEnd, line: firstLine, message: "no END:VCARD; read what is there"))
    }
    let card = builder.finish()
    finishTrace()
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

  /// Refuses the card for a line, which is named.
  private func refuse(
    _ line: LogicalLine, _ reason: String, _ head: LineHead?, _ scratch: [UInt8],
    _ bytes: Span<UInt8>
  ) -> ParsedCard {
    var name: [UInt8] = []
    for index in head?.name ?? 0..<0 where name.count < 64 {
      name.append((line.isJoined ? scratch[index] : bytes[index]).capital)
    }
    var parsed = refuse(line, reason)
    parsed.failure = CardFailure(
      line: line.number, property: String(decoding: name, as: UTF8.self), reason: reason)
    return parsed
  }

  /// Says where the encoded photo just read stands in the card, folds included.
  private mutating func setPhotoSource(_ line: LogicalLine, _ bytes: Span<UInt8>) {
    guard let payload = builder.photoPayload else { return }
    builder.photoPayload = nil
    var start = payload.lowerBound
    var end = line.source.upperBound
    if line.isJoined {
      start = LineReader.offset(bytes, line.source, ofUnfolded: payload.lowerBound)
    }
    while start < end, bytes[start].isBlank || bytes[start].isLineEnd { start += 1 }
    while end > start, bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
    if let last = trace?.lines.indices.last { trace?.lines[last].photo = start..<end }
    guard case .data(let octets, let mediaType, _)? = builder.card.photo else { return }
    builder.card.photo = .data(octets, mediaType: mediaType, source: start..<end)
  }

  // MARK: - Lines

  private mutating func take(_ line: borrowing ContentLine) {
    if isFrame(line) { return }
    guard hasBegun else { return }
    read(line)
    if trace != nil, nesting == 0 { addToTrace(line) }
  }

  private mutating func read(_ line: borrowing ContentLine) {
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
        builder.warn(
          CardWarning(.noColon, line: line.number, message: "a line without a colon, left out"))
      }
      return
    }
  }

  /// Takes `BEGIN` and `END` lines, and what opens a card inside this one.
  private mutating func isFrame(_ line: borrowing ContentLine) -> Bool {
    // As for the splitter, which a group would hide a frame from.
    guard line.head.groupHash == nil else { return false }
    switch line.bytes[line.head.name.lowerBound].capital {
    case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "E"): break
    default:
      isAfterAgent = false
      return false
    }
    let hash = line.head.nameHash
    if hash == Self.begin {
      guard line.isVCardFrame(after: "") else { return false }
      if hasBegun {
        if nesting == 0, !isAfterAgent { nestedStart = line.line.source.lowerBound }
        nesting += 1
        addNested(line)
      }
      hasBegun = true
      isAfterAgent = false
      return true
    }
    if hash == Self.end {
      guard line.isVCardFrame(after: "") else { return false }
      if nesting > 0 { addNested(line) }
      if nesting == 1 {
        closeNested(at: line.line.source.upperBound)
      } else if nesting > 1 {
        nesting -= 1
      } else {
        hasEnded = hasBegun
        if hasEnded { trace?.end = line.line.source.lowerBound }
      }
      return true
    }
    isAfterAgent = false
    guard hash == Self.agent, hasBegun, nesting == 0 else { return false }
    if !line.line.isJoined, line.isVCardFrame(after: "BEGIN:") {
      // The inner card's first line stands on the line of its property (2.1).
      nesting = 1
      nestedStart = line.line.source.lowerBound
      nested = Array("BEGIN:VCARD".utf8)
      return true
    }
    guard line.isEmpty else { return false }
    isAfterAgent = true
    nestedStart = line.line.source.lowerBound
    return true
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

  private mutating func closeNested(at end: Int) {
    builder.keep(text: "AGENT:" + String(decoding: nested, as: UTF8.self))
    if let claims = builder.claims {
      trace?.lines.append(
        TracedLine(
          source: nestedStart..<end, head: LineHeadText(name: "AGENT"), value: "",
          claims: Set(claims), isGuessed: false))
      builder.claims = []
    }
    nested = []
    nesting = 0
  }

  // MARK: - Who said what

  private mutating func addToTrace(_ line: borrowing ContentLine) {
    let isBinary = line.head.encoding == .base64 || builder.photoPayload != nil
    let isGuessed = builder.warnings.reversed().prefix { $0.line == line.line.number }
      .contains { $0.code == .assumedCharset }
    trace?.lines.append(
      TracedLine(
        source: line.line.source, head: LineHeadText(line),
        value: isBinary ? "" : line.plain(line.head.value), claims: Set(builder.claims ?? []),
        isGuessed: isGuessed))
    builder.claims = []
    if line.head.hasBareWords || line.head.encoding == .quotedPrintable { looksOld = true }
  }

  private mutating func finishTrace() {
    guard trace != nil else { return }
    trace?.version = builder.version ?? (looksOld ? .v21 : .v3)
    for index in trace?.lines.indices ?? 0..<0 {
      guard let number = trace?.lines[index].claims.lazy.compactMap(\.keptNumber).first else {
        continue
      }
      trace?.lines[index].kept = builder.keptLines[number]
    }
  }

  private static func isPlainName(_ line: borrowing ContentLine) -> Bool {
    for index in line.head.name where !line.bytes[index].isLetterOfName { return false }
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
