/// What becomes of the lines of a card, and the card made of it.
struct LineEdits {
  private enum Outcome {
    case dropped
    case replaced([[UInt8]])
  }

  private let original: [UInt8]
  private let trace: CardTrace
  private var outcomes: [Int: Outcome] = [:]
  private var inserted: [Int: [[UInt8]]] = [:]
  private var appended: [[UInt8]] = []
  /// How the card ends its lines.
  let lineEnd: [UInt8]

  init(_ original: [UInt8], _ trace: CardTrace) {
    self.original = original
    self.trace = trace
    lineEnd = Self.lineEnd(original)
  }

  /// The first line end of a card; CRLF where it has none.
  static func lineEnd(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.firstIndex(where: \.isLineEnd) else {
      return [ASCII.carriageReturn, ASCII.lineFeed]
    }
    let end = Self.lineEnd(bytes, after: start)
    // An empty line may follow a lone CR.
    return bytes[start..<end].contains(ASCII.lineFeed) ? Array(bytes[start..<end]) : [bytes[start]]
  }

  private static func lineEnd(_ bytes: [UInt8], after start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == ASCII.carriageReturn { end += 1 }
    if end < bytes.count, bytes[end] == ASCII.lineFeed { end += 1 }
    return end
  }

  // MARK: - Edits

  /// Whether nothing was edited.
  var isEmpty: Bool { outcomes.isEmpty && inserted.isEmpty && appended.isEmpty }

  /// Whether something becomes of a line.
  func isEdited(_ place: Int) -> Bool { outcomes[place] != nil }

  /// Takes a line away, unless something stands in its place.
  mutating func drop(_ place: Int) {
    if outcomes[place] == nil { outcomes[place] = .dropped }
  }

  /// Puts lines in the place of one, after those that are there already.
  mutating func replace(_ place: Int, with lines: [[UInt8]]) {
    if case .replaced(let others)? = outcomes[place] {
      outcomes[place] = .replaced(others + lines)
    } else {
      outcomes[place] = .replaced(lines)
    }
  }

  /// Puts lines before one.
  mutating func insert(_ lines: [[UInt8]], before place: Int) {
    inserted[place, default: []] += lines
  }

  /// Puts lines before the end of the card.
  mutating func append(_ lines: [[UInt8]]) { appended += lines }

  /// Exchanges what stands in some places: what is at `from[i]` comes to `to[i]`.
  mutating func move(_ from: [Int], to: [Int]) {
    let old = from.map { outcomes[$0] ?? .replaced([Array(original[trace.lines[$0].source])]) }
    for (index, place) in to.enumerated() where from[index] != place {
      outcomes[place] = old[index]
    }
  }

  // MARK: - The card

  /// The card with the edits.
  func applied() -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(original.count + 256)
    var position = 0
    for (place, line) in trace.lines.enumerated() {
      output += original[position..<line.source.lowerBound]
      position = line.source.upperBound
      for new in inserted[place] ?? [] { output += new + lineEnd }
      switch outcomes[place] {
      case nil: output += original[line.source]
      case .dropped?:
        position = Self.lineEnd(original, after: position)
        // The empty line that ends base64 in vCard 2.1.
        if line.photo != nil, trace.version == .v21 {
          position = Self.lineEnd(original, after: position)
        }
      case .replaced(let lines)?: output += lines.joined(separator: lineEnd)
      }
    }
    output += original[position..<(trace.end ?? original.count)]
    if let last = output.last, !last.isLineEnd { output += lineEnd }
    for line in appended { output += line + lineEnd }
    if let end = trace.end {
      output += original[end...]
    } else {
      output += Array("END:VCARD".utf8)
    }
    if let last = output.last, !last.isLineEnd { output += lineEnd }
    return output
  }
}
