/// One card of a file, as bytes, before it is read.
public struct RawCard: Sendable {
  /// What is wrong with the card's frame.
  public enum Problem: Sendable, Hashable {
    /// No `END`; the bytes go on to the next card or to the end of the file. Still readable.
    case missingEnd
    /// An `END` that no `BEGIN` stands before. No bytes.
    case missingBegin
    /// More bytes than the limit allows; only the first few are kept.
    case tooLarge
    /// Cards inside cards, deeper than the limit allows.
    case tooDeep
  }

  /// From `BEGIN` to the end of the text of the `END` line, byte for byte; UTF-8 when the file was
  /// UTF-16.
  public let bytes: [UInt8]
  /// The line of `BEGIN`, counted from 1 in the file.
  public let firstLine: Int
  /// Which card of the file it is, from 1.
  public let number: Int
  /// What is wrong with the frame.
  public let problem: Problem?

  /// A card of these bytes.
  public init(bytes: [UInt8], firstLine: Int = 1, number: Int = 1, problem: Problem? = nil) {
    self.bytes = bytes
    self.firstLine = firstLine
    self.number = number
    self.problem = problem
  }
}
