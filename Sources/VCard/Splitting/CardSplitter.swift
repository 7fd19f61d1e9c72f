/// Cuts a stream of bytes into cards, without reading what stands in them.
///
/// Feed pieces of any size, and take cards until there is none; after the last piece call
/// ``finish()`` and take the rest. At no time more than the largest card, or the limit, and one
/// piece are held. Line ends may be LF, CR, CRLF or CRCRLF; a mark of UTF-8 or UTF-16 at the
/// start is understood, as is UTF-16 without one; `BEGIN` and `END` may be folded. Text between
/// cards is left out and counted.
///
/// - Complexity: Linear in the bytes fed.
public struct CardSplitter: Sendable {
  /// How many lines that are not blank stood outside of cards.
  public private(set) var strayLineCount = 0
  /// The first such line, counted from 1.
  public private(set) var firstStrayLine: Int?
  /// The line now being looked at, counted from 1.
  public private(set) var line = 1

  private let limits: CardLimits
  private var buffer: [UInt8] = []
  private var cursor = 0
  private var isFinished = false
  private var isAtLineStart = true

  private var encoding: Encoding = .unknown
  private enum Encoding: Sendable {
    case unknown, utf8
    case utf16(UTF16Transcoder)
  }

  private var cardStart = 0
  private var cardLine = 0
  private var cardCount = 0
  private var depth = 0
  private var deepest = 0
  private var isAfterAgent = false
  private var isSkipping = false
  private var kept: [UInt8] = []

  /// A splitter for one file.
  public init(limits: CardLimits = CardLimits()) { self.limits = limits }

  // MARK: - Input

  /// Takes in the next bytes of the file.
  public mutating func feed(_ chunk: Span<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(chunk.count)
    for index in chunk.indices { bytes.append(chunk[index]) }
    feed(bytes)
  }

  /// Takes in the next bytes of the file.
  public mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }

  /// Takes in the next bytes of the file.
  public mutating func feed(_ chunk: ArraySlice<UInt8>) {
    dropWhatIsDone()
    switch encoding {
    case .utf8: buffer.append(contentsOf: chunk)
    case .utf16(var transcoder):
      transcoder.append(chunk, to: &buffer)
      encoding = .utf16(transcoder)
    case .unknown:
      buffer.append(contentsOf: chunk)
      if buffer.count >= 4 { decideEncoding() }
    }
  }

  /// Says that the file is at its end.
  public mutating func finish() {
    guard !isFinished else { return }
    if case .unknown = encoding { decideEncoding() }
    if case .utf16(var transcoder) = encoding {
      transcoder.finish(&buffer)
      encoding = .utf16(transcoder)
    }
    isFinished = true
  }

  private mutating func decideEncoding() {
    guard let (isBigEndian, markBytes) = UTF16Transcoder.detect(buffer) else {
      encoding = .utf8
      return
    }
    var transcoder = UTF16Transcoder(isBigEndian: isBigEndian)
    let bytes = buffer.dropFirst(markBytes)
    buffer = []
    transcoder.append(bytes, to: &buffer)
    encoding = .utf16(transcoder)
  }

  private mutating func dropWhatIsDone() {
    let done = depth > 0 && !isSkipping ? cardStart : cursor
    guard done > 0 else { return }
    buffer.removeFirst(done)
    cursor -= done
    cardStart -= min(done, cardStart)
  }

  // MARK: - Output

  /// The next card; `nil` when more bytes are needed or, after ``finish()``, when there is none.
  public mutating func next() -> RawCard? {
    if case .unknown = encoding { return nil }
    while cursor < buffer.count {
      if isAtLineStart {
        switch frame(at: cursor) {
        case .incomplete: return nil
        case .begin(let start):
          if depth > 0, isAfterAgent {
            depth += 1
            deepest = max(deepest, depth)
          } else if depth > 0 {
            return take(upTo: cursor, next: start, problem: .missingEnd)
          } else {
            open(at: start)
          }
          isAfterAgent = false
        case .end(let end):
          isAfterAgent = false
          guard depth > 1 else {
            return close(at: end)
          }
          depth -= 1
        case .agent: isAfterAgent = true
        case .agentAndBegin:
          if depth > 0 {
            depth += 1
            deepest = max(deepest, depth)
          }
        case .blank: break
        case .other:
          isAfterAgent = false
          if depth == 0 { countStrayLine() }
        }
      }
      guard skipLine() else { break }
    }
    if isFinished, depth > 0 {
      return take(upTo: buffer.count, next: nil, problem: .missingEnd)
    }
    return nil
  }

  private mutating func open(at start: Int) {
    cardStart = start
    cardLine = line
    depth = 1
    deepest = 1
    isSkipping = false
  }

  private mutating func close(at end: Int) -> RawCard {
    guard depth > 0 else {
      // The line that ends a card nobody began: what it closed was lost somewhere before.
      cardLine = line
      skipFrame(to: end)
      cardCount += 1
      return RawCard(bytes: [], firstLine: cardLine, number: cardCount, problem: .missingBegin)
    }
    let problem: RawCard.Problem? = deepest > limits.depth ? .tooDeep : nil
    let card = card(upTo: end, problem: problem)
    depth = 0
    skipFrame(to: end)
    return card
  }

  private mutating func take(upTo end: Int, next: Int?, problem: RawCard.Problem) -> RawCard {
    var last = end
    while last > cardStart, buffer[last - 1].isLineEnd { last -= 1 }
    let card = card(upTo: last, problem: problem)
    depth = 0
    if let next {
      open(at: next)
      isAfterAgent = false
      _ = skipLine()
    }
    return card
  }

  private mutating func card(upTo end: Int, problem: RawCard.Problem?) -> RawCard {
    cardCount += 1
    let isTooLarge = isSkipping || end - cardStart > limits.cardBytes
    let bytes = isTooLarge ? first(upTo: end) : Array(buffer[cardStart..<max(cardStart, end)])
    kept = []
    isSkipping = false
    return RawCard(
      bytes: bytes, firstLine: cardLine, number: cardCount,
      problem: isTooLarge ? .tooLarge : problem)
  }

  /// Enough of a card that is too large to name it.
  private func first(upTo end: Int) -> [UInt8] {
    isSkipping ? kept : Array(buffer[cardStart..<min(end, cardStart + 4096)])
  }

  private mutating func countStrayLine() {
    strayLineCount += 1
    if firstStrayLine == nil { firstStrayLine = line }
  }

  // MARK: - Lines

  /// Moves behind a frame line whose text ends at `end`, counting the folds in it.
  private mutating func skipFrame(to end: Int) {
    while cursor < end, skipLine() {}
  }

  /// Moves to the start of the next line; `false` when its end has not come yet.
  private mutating func skipLine() -> Bool {
    let textEnd = textEnd(from: cursor)
    var end = textEnd
    while end < buffer.count, buffer[end] == ASCII.carriageReturn { end += 1 }
    // More may follow a CR: it is looked at again when the next piece is there.
    if textEnd == buffer.count || end == buffer.count && !isFinished {
      cursor = textEnd
      isAtLineStart = false
      checkSize()
      return false
    }
    if end < buffer.count, buffer[end] == ASCII.lineFeed {
      line += 1
      end += 1
    } else {
      line += end - textEnd
    }
    cursor = end
    isAtLineStart = true
    checkSize()
    return true
  }

  private func textEnd(from start: Int) -> Int {
    let bytes = buffer.span
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { break }
      index += 1
    }
    return index
  }

  /// Lets go of the bytes of a card that has grown beyond the limit.
  private mutating func checkSize() {
    guard depth > 0, !isSkipping, cursor - cardStart > limits.cardBytes else { return }
    kept = Array(buffer[cardStart..<cardStart + min(4096, cursor - cardStart)])
    isSkipping = true
  }
}

// MARK: - Frame lines

extension CardSplitter {
  private enum Frame {
    case begin(start: Int)
    case end(end: Int)
    case agent, agentAndBegin, blank, other, incomplete
  }

  private enum Match {
    case none, incomplete
    case word(end: Int)
  }

  /// What kind of line stands at `start`, folds undone.
  private func frame(at start: Int) -> Frame {
    let bytes = buffer.span
    var first = start
    // A mark of UTF-8 stands at the start of each file that was joined to others.
    if bytes[first] == 0xEF {
      if first + 2 >= bytes.count { return isFinished ? .other : .incomplete }
      if bytes[first + 1] == 0xBB, bytes[first + 2] == 0xBF { first += 3 }
      if first == bytes.count { return isFinished ? .blank : .incomplete }
    }
    switch bytes[first].capital {
    case UInt8(ascii: "B"):
      switch match("BEGIN:VCARD", at: first) {
      case .none: return .other
      case .incomplete: return .incomplete
      case .word: return .begin(start: first)
      }
    case UInt8(ascii: "E"):
      switch match("END:VCARD", at: first) {
      case .none: return .other
      case .incomplete: return .incomplete
      case .word(let end): return .end(end: end)
      }
    case UInt8(ascii: "A"): return agent(at: first)
    case ASCII.lineFeed, ASCII.carriageReturn: return .blank
    default: return .other
    }
  }

  /// Whether the logical line at `start` is `word`, blanks after it allowed; and where it ends.
  private func match(_ word: String, at start: Int) -> Match {
    let bytes = buffer.span
    var index = start
    for letter in word.utf8 {
      if index < bytes.count, bytes[index].isLineEnd {
        guard let next = continuation(after: index) else { return .none }
        index = next
      }
      guard index < bytes.count else { return isFinished ? .none : .incomplete }
      guard bytes[index].capital == letter else { return .none }
      index += 1
    }
    let end = index
    while index < bytes.count, bytes[index].isBlank, index - end < 1024 { index += 1 }
    guard index < bytes.count else { return isFinished ? .word(end: index) : .incomplete }
    return bytes[index].isLineEnd ? .word(end: index) : .none
  }

  /// Where a folded line goes on; the count of bytes when that has not come yet.
  private func continuation(after end: Int) -> Int? {
    let bytes = buffer.span
    var index = end
    while index < bytes.count, bytes[index] == ASCII.carriageReturn { index += 1 }
    if index < bytes.count, bytes[index] == ASCII.lineFeed { index += 1 }
    guard index < bytes.count else { return index }
    return bytes[index].isBlank ? index + 1 : nil
  }

  /// A line `AGENT:` before a nested card (2.1), or with the nested card's first line in it.
  private func agent(at start: Int) -> Frame {
    guard depth > 0 else { return .other }
    let bytes = buffer.span
    let wanted = Array("AGENT".utf8)
    for (offset, letter) in wanted.enumerated() {
      guard start + offset < bytes.count else { return isFinished ? .other : .incomplete }
      guard bytes[start + offset].capital == letter else { return .other }
    }
    var index = start + wanted.count
    while index < bytes.count, bytes[index] != ASCII.colon, !bytes[index].isLineEnd {
      // Longer than any parameters of AGENT: some other line.
      if index - start > 1024 { return .other }
      index += 1
    }
    guard index < bytes.count else { return isFinished ? .other : .incomplete }
    guard bytes[index] == ASCII.colon else { return .other }
    index += 1
    guard index < bytes.count else { return isFinished ? .other : .incomplete }
    if bytes[index].isLineEnd { return .agent }
    switch match("BEGIN:VCARD", at: index) {
    case .none: return .other
    case .incomplete: return .incomplete
    case .word(let end):
      var next = end
      while next < bytes.count, bytes[next] == ASCII.carriageReturn { next += 1 }
      if next < bytes.count, bytes[next] == ASCII.lineFeed { next += 1 }
      guard next < bytes.count else { return isFinished ? .other : .incomplete }
      // A folded nested card (3.0) has no lines of its own.
      return bytes[next].isBlank ? .other : .agentAndBegin
    }
  }
}
