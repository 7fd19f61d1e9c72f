/// Reads a file of jCard (RFC 7095): one card, an array of cards, or one after the other.
///
/// Feed pieces of any size, and take cards until there is none; after the last piece call
/// ``finish()`` and take the rest. No more than one card, or the limit, and one piece are held.
///
/// - Complexity: Linear in the bytes fed.
public struct JCardReader: Sendable {
  private let limits: CardLimits
  private var buffer: [UInt8] = []
  private var cursor = 0
  private var isFinished = false
  private var line = 1
  private var number = 0

  /// Where the card, or the bracket that may begin one, stands.
  private var start = 0
  private var startLine = 1
  /// How many brackets and braces are open.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isTooLarge = false
  private var place = Place.outside

  private enum Place {
    /// Between values.
    case outside
    /// After a bracket that begins a card or an array of cards.
    case afterBracket
    /// Between the cards of an array.
    case inArray
    case inCard(inArray: Bool)
  }

  private var refused: RefusedText

  /// A reader for one file.
  ///
  /// - Parameter keepsSource: Whether each card is to have the bytes it came as.
  public init(limits: CardLimits = CardLimits(), keepsSource: Bool = false) {
    self.limits = limits
    refused = RefusedText(isKept: keepsSource, limit: limits.cardBytes)
  }

  /// The bytes of cards refused because of their size or because they are none, since the last call,
  /// where they are kept.
  public mutating func takeRefused() -> [UInt8] { refused.take() }

  /// Takes in the next bytes of the file.
  public mutating func feed(_ chunk: [UInt8]) {
    let done: Int
    switch place {
    case .inCard where !isTooLarge, .afterBracket: done = start
    default: done = cursor
    }
    refused.drop(done, of: buffer, isCard: isTooLarge, isBetween: false)
    buffer.removeFirst(done)
    cursor -= done
    start -= min(start, done)
    buffer += chunk
  }

  /// Says that the file is at its end.
  public mutating func finish() { isFinished = true }

  /// The next card; `nil` when more bytes are needed or, after ``finish()``, when there is none.
  public mutating func next() -> ConvertedCard? {
    while cursor < buffer.count {
      let byte = buffer[cursor]
      cursor += 1
      if byte == ASCII.lineFeed { line += 1 }
      if isInString {
        checkSize()
        if isEscaped {
          isEscaped = false
        } else if byte == ASCII.backslash {
          isEscaped = true
        } else if byte == ASCII.quote {
          isInString = false
        }
        continue
      }
      if let card = take(byte) { return card }
    }
    guard isFinished, case .inCard = place else { return nil }
    place = .outside
    refused.takeCard(buffer, from: start, upTo: cursor, isRest: isTooLarge)
    return refusal(startLine, "the file ends inside a card")
  }

  private mutating func take(_ byte: UInt8) -> ConvertedCard? {
    switch place {
    case .outside:
      switch byte {
      case UInt8(ascii: "["):
        (start, startLine, place) = (cursor - 1, line, .afterBracket)
        return nil
      case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.comma, 0x1E, 0xEF,
        0xBB, 0xBF:
        return nil
      default: return stray()
      }
    case .afterBracket:
      switch byte {
      case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn: return nil
      case ASCII.quote:
        (depth, isInString, isTooLarge, place) = (1, true, false, .inCard(inArray: false))
        return nil
      default:
        place = .inArray
        return take(byte)
      }
    case .inArray:
      switch byte {
      case UInt8(ascii: "["):
        (start, startLine, depth, isTooLarge) = (cursor - 1, line, 1, false)
        place = .inCard(inArray: true)
        return nil
      case UInt8(ascii: "]"):
        place = .outside
        return nil
      case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.comma: return nil
      default: return stray()
      }
    case .inCard(let inArray): return takeInCard(byte, inArray)
    }
  }

  private mutating func takeInCard(_ byte: UInt8, _ inArray: Bool) -> ConvertedCard? {
    checkSize()
    switch byte {
    case ASCII.quote: isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      guard depth == 0 else { return nil }
      place = inArray ? .inArray : .outside
      guard !isTooLarge else {
        refused.takeCard(buffer, from: start, upTo: cursor, isRest: true)
        isTooLarge = false
        return refusal(startLine, "the card has more than \(limits.cardBytes) bytes")
      }
      number += 1
      var conversion = JCardConversion(firstLine: startLine, number: number)
      let bytes = Array(buffer[start..<cursor])
      var card = conversion.run(bytes)
      if refused.isKept { card.source = bytes }
      return card
    default: break
    }
    return nil
  }

  /// Lets go of the bytes of a card that has grown beyond the limit.
  private mutating func checkSize() {
    guard !isTooLarge, cursor - start > limits.cardBytes else { return }
    isTooLarge = true
    refused.takeCard(buffer, from: start, upTo: cursor, isRest: false)
  }

  /// Something that is no card: it is refused once, and left out up to the next bracket.
  private mutating func stray() -> ConvertedCard? {
    let (at, from) = (line, cursor - 1)
    while cursor < buffer.count, ![UInt8(ascii: "["), UInt8(ascii: "]")].contains(buffer[cursor]) {
      if buffer[cursor] == ASCII.lineFeed { line += 1 }
      cursor += 1
    }
    refused.takeCard(buffer, from: from, upTo: cursor, isRest: false)
    return refusal(at, "no jCard")
  }

  private mutating func refusal(_ line: Int, _ reason: String) -> ConvertedCard {
    number += 1
    return ConvertedCard(
      bytes: [], firstLine: line, number: number, failure: CardFailure(line: line, reason: reason))
  }
}
