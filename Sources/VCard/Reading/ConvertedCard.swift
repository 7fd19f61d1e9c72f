/// A card of another format than vCard, as a card of vCard 4.0 that says the same.
///
/// Importers read it and keep it as they do cards of a vCard file.
public struct ConvertedCard: Sendable {
  /// The card, from `BEGIN` to `END`; empty when there is a failure.
  public var bytes: [UInt8]
  /// The line where it starts, counted from 1 in the file.
  public let firstLine: Int
  /// Which card of the file it is, from 1.
  public let number: Int
  /// The bytes it came as, without the line end; empty unless the reader keeps them, and where they
  /// are too many.
  public var source: [UInt8] = []
  /// What had to be guessed or left out.
  public var warnings: [CardWarning]
  /// Why there is no card.
  public var failure: CardFailure?

  /// A card of these parts.
  public init(
    bytes: [UInt8], firstLine: Int, number: Int, warnings: [CardWarning] = [],
    failure: CardFailure? = nil
  ) {
    self.bytes = bytes
    self.firstLine = firstLine
    self.number = number
    self.warnings = warnings
    self.failure = failure
  }
}
