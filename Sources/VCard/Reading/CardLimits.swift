/// What a card may cost.
///
/// A card beyond a limit is refused by name; the rest of the file goes on.
public struct CardLimits: Sendable, Hashable {
  /// Bytes of one card.
  public var cardBytes = 24 << 20
  /// Bytes of one unfolded line that holds base64.
  public var binaryLineBytes = 24 << 20
  /// Bytes of any other unfolded line.
  public var lineBytes = 1 << 20
  /// Content lines of one card.
  public var properties = 10_000
  /// Cells of one row of a table.
  public var columns = 2_000
  /// How deep cards may stand in one another (`AGENT`).
  public var depth = 4
  /// Bytes of a decoded photo.
  public var photoBytes = 16 << 20
  /// Cards of one import.
  public var cards = 1_000_000

  /// The usual limits.
  public init() {}

  /// No limits, for cards that were let in before.
  public static let none: CardLimits = {
    var limits = CardLimits()
    limits.cardBytes = .max / 2
    limits.binaryLineBytes = .max / 2
    limits.lineBytes = .max / 2
    limits.properties = .max / 2
    limits.columns = .max / 2
    limits.depth = .max / 2
    limits.photoBytes = .max / 2
    limits.cards = .max / 2
    return limits
  }()
}
