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
  private(set) var buffer: [UInt8] = []
  private var cursor = 0
  private(set) var isFinished = false
  private var isAtLineStart = true

  private var encoding: Encoding = .unknown
  private enum Encoding: Sendable {
    case unknown, utf8
    case utf16(UTF16Transcoder)
  }

  private var cardStart = 0
  private var cardLine = 0
  private var cardCount = 0
  private(set) var depth = 0
  private var deepest = 0
  private var isAfterAgent = false
  private var isSkipping = false
  private var kept: [UInt8] = []

  private var refused: RefusedText

  /// A splitter for one file.
  ///
  /// - Parameter keepsRefused: Whether ``takeRefused()`` is going to be asked.
  public init(limits: CardLimits = CardLimits(), keepsRefused: Bool = false) {
    self.limits = limits
    refused = RefusedText(isKept: keepsRefused, limit: limits.cardBytes)
  }

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
    refused.drop(done, of: buffer, isCard: isSkipping, isBetween: depth == 0)
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

  /// The bytes of cards refused because of their size or their frame, since the last call.
  ///
  /// Ask after each card and each piece fed: a card too large comes in parts. As ``RawCard/bytes``
  /// they are UTF-8 where the file was UTF-16; the text of a card without `BEGIN` is all that stood
  /// since the card before it.
  public mutating func takeRefused() -> [UInt8] { refused.take() }

  private mutating func open(at start: Int) {
    cardStart = start
    cardLine = line
    depth = 1
    deepest = 1
    isSkipping = false
    refused.forget(upTo: start)
  }

  private mutating func close(at end: Int) -> RawCard {
    guard depth > 0 else {
      // The line that ends a card nobody began: what it closed was lost somewhere before.
      cardLine = line
      refused.takeBetween(buffer, upTo: end)
      skipFrame(to: end)
      cardCount += 1
      return RawCard(bytes: [], firstLine: cardLine, number: cardCount, problem: .missingBegin)
    }
    let problem: RawCard.Problem? = deepest > limits.depth ? .tooDeep : nil
    depth = 0
    skipFrame(to: end)
    return card(upTo: end, problem: problem, isPassed: true)
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

  private mutating func card(
    upTo end: Int, problem: RawCard.Problem?, isPassed: Bool = false
  ) -> RawCard {
    cardCount += 1
    let isTooLarge = isSkipping || end - cardStart > limits.cardBytes
    if isTooLarge { refused.takeCard(buffer, from: cardStart, upTo: end, isRest: isSkipping) }
    refused.forget(upTo: end)
    let bytes = isTooLarge ? first(upTo: end) : takeBytes(upTo: end, isPassed)
    kept = []
    isSkipping = false
    return RawCard(
      bytes: bytes, firstLine: cardLine, number: cardCount,
      problem: isTooLarge ? .tooLarge : problem)
  }

  /// The bytes of the card; those of a large one are not copied but moved, if the cursor has
  /// passed it.
  private mutating func takeBytes(upTo end: Int, _ isPassed: Bool) -> [UInt8] {
    guard isPassed, end - cardStart >= 1 << 15, cursor >= end else {
      return Array(buffer[cardStart..<max(cardStart, end)])
    }
    refused.drop(cursor, of: buffer, isCard: false, isBetween: true)
    var bytes = Array(buffer[cursor...])
    swap(&bytes, &buffer)
    bytes.removeLast(bytes.count - end)
    bytes.removeFirst(cardStart)
    (cursor, cardStart) = (0, 0)
    return bytes
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

  private func textEnd(from start: Int) -> Int { buffer.span.lineEnd(from: start) }

  /// Lets go of the bytes of a card that has grown beyond the limit.
  private mutating func checkSize() {
    guard depth > 0, !isSkipping, cursor - cardStart > limits.cardBytes else { return }
    kept = Array(buffer[cardStart..<cardStart + min(4096, cursor - cardStart)])
    isSkipping = true
    refused.takeCard(buffer, from: cardStart, upTo: cursor, isRest: false)
  }
}
