public import ContactModel

/// What came of reading one card: the card, or why there is none; and what had to be guessed.
public struct ParsedCard: Sendable {
  /// The card; `nil` when it was refused.
  public var card: Card?
  /// What the reader had to guess or leave out, in the order of the lines.
  public var warnings: [CardWarning]
  /// Why there is no card.
  public var failure: CardFailure?

  /// A result of these parts.
  public init(card: Card?, warnings: [CardWarning] = [], failure: CardFailure? = nil) {
    self.card = card
    self.warnings = warnings
    self.failure = failure
  }
}

/// Something in a card that the reader had to guess or leave out.
public struct CardWarning: Sendable, Hashable {
  /// What kind of thing it was.
  ///
  /// The numbers are documented and never change their meaning.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The documented number.
    public let rawValue: Int
    /// The code with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The card's `END` is missing; what stood before the next card, or the file's end, was read.
    public static let missingEnd = Code(rawValue: 1)
    /// The bytes are not UTF-8 and no charset is given; another one was assumed.
    public static let assumedCharset = Code(rawValue: 2)
    /// The charset has a name the reader does not know; another one was assumed.
    public static let unknownCharset = Code(rawValue: 3)
    /// Bytes that have no meaning in the charset given were read as Windows-1252.
    public static let damagedText = Code(rawValue: 4)
    /// A line without a colon was left out.
    public static let noColon = Code(rawValue: 5)
    /// A photo is not base64, or not an image; its line is kept as an unknown property.
    public static let badPhoto = Code(rawValue: 6)
    /// A date cannot be read; its line is kept as an unknown property.
    public static let badDate = Code(rawValue: 7)
    /// A version nobody knows; the card was read as well as possible.
    public static let unknownVersion = Code(rawValue: 8)
    /// An octet of quoted-printable text is no hexadecimal number; it was kept as it stands.
    public static let badQuotedPrintable = Code(rawValue: 9)
    /// A property's name has letters that no name has; its line is kept as an unknown property.
    public static let oddName = Code(rawValue: 10)
    /// A property of a jCard is not of the form that RFC 7095 gives; it was left out.
    public static let badProperty = Code(rawValue: 11)
    /// A date in a table can be meant in more than one way; the likelier one was taken.
    public static let ambiguousDate = Code(rawValue: 12)
    /// A table ends inside quotation marks; what is there was read.
    public static let missingQuote = Code(rawValue: 13)
    /// A row has more cells than the table has headings; the cells are kept as unknown lines.
    public static let missingHeading = Code(rawValue: 14)
  }

  /// The kind of thing.
  public let code: Code
  /// The documented number of the kind.
  public var number: Int { code.rawValue }
  /// The line, counted from 1 in the file.
  public let line: Int
  /// The property's name in capitals; empty when none.
  public let property: String
  /// What was done, in words, without the value.
  public let message: String

  /// A warning about a line.
  public init(_ code: Code, line: Int, property: String = "", message: String) {
    self.code = code
    self.line = line
    self.property = property
    self.message = message
  }
}

/// Why a card was refused.
public struct CardFailure: Sendable, Hashable {
  /// The line, counted from 1 in the file.
  public let line: Int
  /// The property's name in capitals; empty when the card as a whole is meant.
  public let property: String
  /// The reason, in words, without the value.
  public let reason: String

  /// A refusal.
  public init(line: Int, property: String = "", reason: String) {
    self.line = line
    self.property = property
    self.reason = reason
  }
}
