import ContactModel

/// Reads cards of vCard 2.1, 3.0 and 4.0 and of the programs that write something near them.
///
/// Nothing that stands in a card makes it trap, and nothing is fetched or opened because a card
/// says so. What the model does not know is kept as whole lines under `Property.extra`.
public struct VCardParser: Sendable {
  /// What one card may cost.
  public let limits: CardLimits

  /// A reader with these limits.
  public init(limits: CardLimits = CardLimits()) { self.limits = limits }

  /// Reads a card that a splitter has cut out, with what the splitter found wrong.
  public func parse(_ raw: RawCard) -> ParsedCard {
    switch raw.problem {
    case nil, .missingEnd: break
    case .missingBegin:
      return refusal(raw.firstLine, "END:VCARD without BEGIN:VCARD")
    case .tooLarge:
      return refusal(raw.firstLine, "the card has more than \(limits.cardBytes) bytes")
    case .tooDeep:
      return refusal(raw.firstLine, "cards stand more than \(limits.depth) deep in one another")
    }
    return parse(raw.bytes.span, firstLine: raw.firstLine)
  }

  /// Reads a card that came from another format, with what its reader found wrong.
  public func parse(_ converted: ConvertedCard) -> ParsedCard {
    if let failure = converted.failure {
      return ParsedCard(card: nil, warnings: converted.warnings, failure: failure)
    }
    var parsed = parse(converted.bytes.span, firstLine: converted.firstLine)
    parsed.warnings = converted.warnings + parsed.warnings
    return parsed
  }

  /// Reads one card, from `BEGIN` to `END`.
  ///
  /// Line numbers count on from `firstLine`.
  ///
  /// - Complexity: Linear in the bytes. A line that needs no unfolding is not copied.
  public func parse(_ bytes: Span<UInt8>, firstLine: Int = 1) -> ParsedCard {
    guard bytes.count <= limits.cardBytes else {
      return refusal(firstLine, "the card has more than \(limits.cardBytes) bytes")
    }
    var reading = CardReading(firstLine: firstLine, limits: limits)
    return reading.run(bytes)
  }

  private func refusal(_ line: Int, _ reason: String) -> ParsedCard {
    ParsedCard(card: nil, failure: CardFailure(line: line, reason: reason))
  }
}
