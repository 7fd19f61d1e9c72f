public import ContactModel

/// Cards as a store keeps them: a photo's octets are apart, and in their place in the text stands
/// `sha256:HASH;BYTES;TYPE`.
public enum StoredCard {
  /// The most ways of folding that are tried.
  private static let attempts = 400

  /// The card as it came, to the last byte.
  ///
  /// How the base64 of a photo was folded is not kept, but how many bytes the card had is. The ways
  /// that fit that number, the usual ones first, are tried until one gives the card.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes the card had.
  ///   - photo: Gives the octets of a stored photo.
  ///   - isOriginal: Whether some bytes are the card, by their hash.
  /// - Returns: The card; `nil` when no way was found, or the octets are not there.
  /// - Complexity: Linear in the bytes, a few hundred times at most.
  public static func original(
    of stored: [UInt8], byteCount: Int, photo: (BlobReference) -> [UInt8]?,
    isOriginal: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    if stored.count == byteCount, isOriginal(stored) { return stored }
    guard let (card, trace, _) = CardRewriter.read(stored),
      case .reference(let reference)? = card.photo, let octets = photo(reference),
      let line = trace.lines.first(where: { $0.claims.contains(.photo) && $0.photo != nil }),
      let place = line.photo
    else { return nil }
    var text: [UInt8] = []
    Base64.encode(octets, into: &text)
    let room = byteCount - stored.count + place.count
    let folding = PhotoFolding(stored, line.source.lowerBound..<place.lowerBound)
    for folds in folding.ways(text.count, room: room).prefix(attempts) {
      let bytes =
        stored[..<place.lowerBound] + folding.folded(text, folds) + stored[place.upperBound...]
      if isOriginal(Array(bytes)) { return Array(bytes) }
    }
    return nil
  }
}

/// The ways to fold the base64 of a photo.
struct PhotoFolding {
  /// One way.
  struct Way: Equatable {
    /// How much stands on the first line, and on those after it.
    let first: Int
    let later: Int
    /// What stands between them: a line end and blanks.
    let fold: [UInt8]
  }

  /// The ends that lines may have: the card's first, then others.
  private let lineEnds: [[UInt8]]
  /// How many bytes of other text the first line has.
  private let column: Int
  /// The blanks before the base64, when it stands on lines of its own.
  private let blanks: [UInt8]?

  /// The ways for base64 that comes after the bytes of a line in `before`.
  init(_ card: [UInt8], _ before: Range<Int>) {
    let first = LineEdits.lineEnd(card)
    lineEnds =
      [first] + [[ASCII.lineFeed], [ASCII.carriageReturn, ASCII.lineFeed]].filter { $0 != first }
    let text = card[before]
    let start = text.lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? before.lowerBound
    let line = Array(card[start..<before.upperBound])
    column = line.count
    blanks = line.allSatisfy(\.isBlank) && start > before.lowerBound ? line : nil
  }

  /// The ways in which base64 fills a room, the usual ones first.
  func ways(_ count: Int, room: Int) -> [Way] {
    if room == count { return [Way(first: count, later: count, fold: [])] }
    guard room > count else { return [] }
    let indents: [[UInt8]] =
      blanks.map { [$0] } ?? [[ASCII.space], [ASCII.space, ASCII.space], [ASCII.tab], []]
    var ways: [Way] = []
    for (lineEnd, indent) in lineEnds.flatMap({ end in indents.map { (end, $0) } }) {
      let fold = lineEnd + indent
      guard (room - count) % fold.count == 0 else { continue }
      let folds = (room - count) / fold.count
      for later in Self.lengths {
        for first in firstLengths(later, indent.count)
        where first > 0 && first < count && (count - first + later - 1) / later == folds {
          let way = Way(first: first, later: later, fold: fold)
          if !ways.contains(way) { ways.append(way) }
          if ways.count > 1000 { return ways }
        }
      }
    }
    return ways
  }

  /// How long later lines are: what programs write, then what they might.
  private static let lengths =
    [74, 75, 72, 76, 73, 71, 77, 78, 64, 60] + Array(40..<60) + Array(61..<64) + Array(65..<71)

  /// How long the first one may be: as long as the others with the text before it, or anything.
  private func firstLengths(_ later: Int, _ indent: Int) -> [Int] {
    if blanks != nil { return [later] }
    let usual = [later + indent, later, 75, 76, 74, 78].map { $0 - column }
    return usual + Array(1...later)
  }

  /// Base64 folded in a way.
  func folded(_ text: [UInt8], _ way: Way) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    var end = min(way.first, text.count)
    while true {
      output += text[start..<end]
      guard end < text.count else { return output }
      output += way.fold
      start = end
      end = min(text.count, start + way.later)
    }
  }
}
