public import ContactModel

/// Writes cards as jCard (RFC 7095).
///
/// Several cards are an array: ``listStart``, cards with ``listSeparator`` between them, and
/// ``listEnd``.
public enum JCardWriter {
  /// What stands before the first card of several.
  public static let listStart = Array("[\n".utf8)
  /// What stands between two cards.
  public static let listSeparator = Array(",\n".utf8)
  /// What stands behind the last card.
  public static let listEnd = Array("\n]\n".utf8)

  /// Appends a card, on one line and without a line end.
  ///
  /// - Parameters:
  ///   - original: The card as it came, for the parameters that the model does not know.
  ///   - photo: Gives the octets of a stored photo.
  /// - Complexity: Linear in what is written.
  public static func write(
    _ card: Card, original: [UInt8]? = nil, photo: (BlobReference) -> [UInt8]? = { _ in nil },
    into output: inout [UInt8]
  ) {
    var bytes: [UInt8] = []
    withoutActuallyEscaping(photo) { photo in
      if let original,
        var rewriter = CardRewriter(card, original: original, addsUID: true, photo: photo)
      {
        rewriter.convert(to: .v4, into: &bytes)
      } else {
        VCardWriter.write(card, version: .v4, photo: photo, into: &bytes)
      }
    }
    var properties: [JSONValue] = []
    // The writer's lines need no more than unfolding.
    var reader = LineReader(firstLine: 1)
    var scratch: [UInt8] = []
    while let line = reader.next(bytes.span, &scratch) {
      let property = line.isJoined ? value(scratch.span, line) : value(bytes.span, line)
      if let property { properties.append(property) }
    }
    JSONText.append(.array([.string("vcard"), .array(properties)]), to: &output)
  }

  private static func value(_ bytes: Span<UInt8>, _ line: LogicalLine) -> JSONValue? {
    LineHead(bytes, line.range).flatMap { JCardProperty.value(ContentLine(bytes, $0, line)) }
  }
}
