public import ContactModel

/// Writes cards: 3.0 in the form iOS writes, 4.0 by RFC 6350, 2.1 for old devices.
///
/// Lines end in CRLF and are folded at 75 octets, never inside a letter and, where it can be
/// helped, not inside what a person takes for one. No value can begin a line of its own.
public enum VCardWriter {
  /// Appends a card.
  ///
  /// - Parameters:
  ///   - photo: Gives the octets of a stored photo; where it gives none, the card names the photo
  ///     by its hash, which no other program understands.
  ///   - output: What the card is appended to. Cards follow each other without a separator.
  /// - Complexity: Linear in what is written.
  public static func write(
    _ card: Card, version: VCardVersion = .v3, photo: (BlobReference) -> [UInt8]? = { _ in nil },
    into output: inout [UInt8]
  ) {
    var octets: [UInt8]?
    if case .reference(let reference)? = card.photo { octets = photo(reference) }
    let extras = (card.entries[.extra] ?? []).compactMap { $0.value.text }
    var lines = CardOutput(
      bytes: output, version: version, photo: octets, takenItems: itemNumbers(in: extras))
    output = []
    lines.frame("BEGIN")
    for property in CardProperty.all { property.write(card, &lines) }
    for extra in extras { lines.extra(extra) }
    lines.frame("END")
    output = lines.bytes
  }

  /// The numbers of the groups that unknown lines stand in, which no other line may take.
  static func itemNumbers(in extras: [String]) -> Set<Int> {
    var numbers: Set<Int> = []
    for extra in extras {
      let group = extra.prefix { $0 != "." && $0 != ":" && $0 != ";" }
      guard group.lowercased().hasPrefix("item"), let number = Int(group.dropFirst(4)) else {
        continue
      }
      numbers.insert(number)
    }
    return numbers
  }
}
