import CommandLineTool
import VCard

/// Limits given as `NAME=NUMBER`, such as `card=48M`.
enum ImportLimits {
  private static var names: [(name: String, limit: WritableKeyPath<CardLimits, Int>)] {
    [
      ("card", \.cardBytes), ("binary-line", \.binaryLineBytes), ("line", \.lineBytes),
      ("properties", \.properties), ("columns", \.columns), ("depth", \.depth),
      ("photo", \.photoBytes), ("cards", \.cards),
    ]
  }

  static let option = OptionSpec(
    "limit", value: "NAME=NUMBER",
    "Another limit: card, binary-line, line, photo (bytes), properties, columns, depth, cards",
    isRepeatable: true)

  /// The usual limits with those changed that the command line names.
  static func of(_ line: ParsedCommand) throws(Failure) -> CardLimits {
    var limits = CardLimits()
    for text in line.allOptions(option.name) {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let limit = names.first(where: { $0.name == parts[0] })?.limit,
        let number = number(parts[1])
      else {
        let words = names.map(\.name).joined(separator: ", ")
        throw Failure(
          .usage,
          "--limit takes NAME=NUMBER such as card=48M, with one of \(words), not '\(text)'")
      }
      limits[keyPath: limit] = number
    }
    return limits
  }

  /// A whole number from 1, perhaps with K, M or G behind it for powers of 1,024.
  private static func number(_ text: String) -> Int? {
    let shift: Int
    switch text.last {
    case "K", "k": shift = 10
    case "M", "m": shift = 20
    case "G", "g": shift = 30
    default: shift = 0
    }
    guard let number = Int(shift == 0 ? text[...] : text.dropLast()), number > 0,
      number <= 1 << (50 - shift)
    else { return nil }
    return number << shift
  }
}
