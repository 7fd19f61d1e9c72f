import ContactModel

extension CardRewriter {
  private var photoPlaces: [Int] {
    trace.lines.indices.filter { trace.lines[$0].claims.contains(.photo) }
  }

  /// Whether two photos are the same, wherever their octets are.
  static func isSame(
    _ a: Card.Photo?, _ b: Card.Photo?, _ photo: (BlobReference) -> [UInt8]?
  ) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (.reference(let x)?, .reference(let y)?): x.hash == y.hash
    case (.data(let x, _, _)?, .data(let y, _, _)?): x == y
    case (.data(let bytes, _, _)?, .reference(let reference)?),
      (.reference(let reference)?, .data(let bytes, _, _)?):
      photo(reference).map { $0 == bytes } ?? (reference.byteCount == bytes.count)
    default: false
    }
  }

  /// Rewrites the photo if it is another one.
  mutating func rewritePhoto() {
    guard !Self.isSame(base.photo, wanted.photo, photo) else { return }
    let places = photoPlaces
    var card = Card()
    card.photo = wanted.photo
    let octets: [UInt8]? =
      if case .reference(let reference)? = wanted.photo { photo(reference) } else { nil }
    let line = CardOutput.lines(of: card, version, photo: octets).first { $0.name == "PHOTO" }
    if let line, let place = places.first {
      var head = trace.lines[place].head
      head.adapt(from: nil, to: line)
      head.removeWords { _ in true }
      head.remove(["TYPE", "VALUE"])
      head.parameters += line.parameters.filter(\.isType).map(LineHeadText.Parameter.init)
      edits.replace(place, with: [bytes(isPlain ? LineHeadText(line) : head, line.value)])
    } else if let line {
      // In vCard 2.1 an empty line ends base64.
      edits.append([bytes(line)] + (version == .v21 ? [[]] : []))
    }
    for place in places { edits.drop(place) }
  }

  /// Puts the octets where a stored card has only their hash.
  mutating func fillInPhoto() {
    guard case .reference(let reference)? = base.photo,
      Self.isSame(base.photo, wanted.photo, photo),
      let octets = photo(reference)
    else { return }
    for place in photoPlaces {
      guard let range = trace.lines[place].photo else { continue }
      let source = trace.lines[place].source
      var column = 0
      var start = range.lowerBound
      while start > source.lowerBound, !original[start - 1].isLineEnd {
        start -= 1
        column += 1
      }
      let payload = Self.folded(octets, column: column, edits.lineEnd)
      edits.replace(
        place,
        with: [
          original[source.lowerBound..<range.lowerBound] + payload
            + original[range.upperBound..<source.upperBound]
        ])
    }
  }

  /// Base64 in lines of 75 octets, the first of which starts at a column.
  ///
  /// Base64 that started on a line of its own without a blank goes on like that.
  private static func folded(_ octets: [UInt8], column: Int, _ lineEnd: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    Base64.encode(octets, into: &text)
    let isIndented = column > 0
    var output: [UInt8] = []
    output.reserveCapacity(text.count + text.count / 24)
    var start = 0
    var room = max(0, 75 - column)
    while start < text.count {
      let end = min(text.count, start + room)
      output += text[start..<end]
      start = end
      room = isIndented ? 74 : 75
      if start < text.count { output += lineEnd + (isIndented ? [ASCII.space] : []) }
    }
    return output
  }
}
