/// Text of a file that no card was made of, kept for whoever wants to mend it.
///
/// Positions are those of a reader's buffer; ``drop(_:of:isCard:isBetween:)`` moves them along.
struct RefusedText {
  let isKept: Bool
  /// The most bytes kept of text between cards.
  private let limit: Int
  private var bytes: [UInt8] = []
  /// Text between cards, as far as it is not in the buffer any more.
  private var between: [UInt8] = []
  /// Up to where in the buffer everything is done with or kept.
  private var position = 0

  init(isKept: Bool, limit: Int) {
    self.isKept = isKept
    self.limit = limit
  }

  /// Takes out what is kept of refused cards.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Keeps what matters of the first bytes of a buffer, which are about to go.
  ///
  /// - Parameters:
  ///   - isCard: Whether they are of a card that is refused.
  ///   - isBetween: Whether they stand between cards.
  mutating func drop(_ count: Int, of buffer: [UInt8], isCard: Bool, isBetween: Bool) {
    guard isKept else { return }
    if isCard {
      takeCard(buffer, from: 0, upTo: count, isRest: true)
    } else if isBetween, position < count, between.count < limit {
      between += buffer[position..<count]
    }
    position = max(0, position - count)
  }

  /// Keeps a part of a refused card.
  ///
  /// - Parameter isRest: Whether an earlier part is kept already.
  mutating func takeCard(_ buffer: [UInt8], from start: Int, upTo end: Int, isRest: Bool) {
    guard isKept else { return }
    let start = isRest ? max(start, position) : start
    if start < end { bytes += buffer[start..<end] }
    position = max(end, position)
  }

  /// Keeps text that stands between cards as that of a card that cannot be told from it.
  mutating func takeBetween(_ buffer: [UInt8], upTo end: Int) {
    guard isKept else { return }
    if position < end { between += buffer[position..<end] }
    bytes += between.drop(while: \.isLineEnd)
    between = []
    position = end
  }

  /// Forgets text between cards, as a card begins or ends at a position.
  mutating func forget(upTo end: Int) {
    guard isKept else { return }
    between = []
    position = max(end, position)
  }
}
