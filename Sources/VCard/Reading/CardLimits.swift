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
  /// How deep cards may stand in one another (`AGENT`).
  public var depth = 4
  /// Bytes of a decoded photo.
  public var photoBytes = 16 << 20

  /// The usual limits.
  public init() {}
}
