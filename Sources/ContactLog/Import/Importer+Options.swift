public import ContactModel

extension Importer {
  /// What a parser made of a card's bytes.
  public enum Parsed: Sendable {
    /// What the card says.
    case card(Card)
    /// Why it cannot be imported, at which line, in which property, and the card's name if known.
    case failure(line: Int, property: String = "", reason: String, name: String? = nil)
  }

  /// What becomes of a card that may be of somebody who is there.
  public enum Duplicates: Sendable, Hashable {
    /// It becomes a new record.
    case add
    /// It is left out.
    case skip
    /// What it says is added to the record, where there is only one; nothing is removed.
    case update
  }

  /// How to import.
  public struct Options: Sendable {
    /// The most cards a commit takes.
    public var cardsPerCommit = 10_000
    /// The most bytes of cards a commit takes.
    public var bytesPerCommit = 32 << 20
    /// The most cards an import takes; further ones are refused.
    public var cards = 1_000_000
    /// What becomes of a card that may be of somebody who is there.
    public var duplicates = Duplicates.add
    /// Whether only to report what would happen.
    ///
    /// Cards are looked at a commit's worth at a time: that two cards further apart are of one person
    /// is told by their uid only.
    public var dryRun = false
    /// Whether an import is held that would remove or empty more of the book than the settings allow,
    /// all its commits taken together.
    public var guardsMassChange = true

    /// The usual way.
    public init() {}
  }

  /// Reads a card's bytes; the line its first byte stands at is for messages.
  public typealias Parser = (Span<UInt8>, Int) -> Parsed
}
