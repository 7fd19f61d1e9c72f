internal import ContactModel
internal import LMDB

/// Finds the records that several words find by the rows of each, without reading any.
///
/// The rows of all words are walked side by side, a chunk of each in turn, and whoever was seen under
/// every word is met. So the first of many are found long before any word's rows end, and where they
/// end all are found.
struct WordMeeting {
  /// Where the rows of a word are being read.
  private struct Stream {
    let word: [UInt8]
    var prefix: [UInt8] = []
    /// The next row is here or behind it.
    var next: [UInt8] = []
    var isAtEnd = false
    /// Rows seen, of all classes.
    var count = 0
  }

  private let index: WordIndex
  private var streams: [Stream]
  /// Under which words each record of a kind was seen, by number.
  ///
  /// A bit each in the lower half, and in the upper one for those of its given and family name. Hashing
  /// the record would take longer than its row.
  private var marks: [[UInt16]] = [[], [], []]
  /// How many rows may be read from here on: reading the records that the rarest word finds is less.
  private var budget = Int.max
  private let all: UInt16

  /// Rows of a word read at a time.
  private static let chunk = 256
  /// How many rows take as long as a record.
  private static let rowsPerRecord = 40

  /// A meeting of these words; `nil` where their rows alone do not say it: many words, or long ones,
  /// which are cut in some rows.
  init?(_ words: [[UInt8]], _ index: WordIndex) {
    guard (2...8).contains(words.count), words.allSatisfy({ $0.count <= WordIndex.longestEnd })
    else { return nil }
    self.index = index
    streams = words.map { Stream(word: $0) }
    all = UInt16(truncatingIfNeeded: 1 << words.count - 1)
  }

  /// Hands over who is met, best first, until `body` returns false.
  ///
  /// - Returns: Whether that is all; not, where one word has few rows and others very many, or where
  ///   `body` returned false.
  mutating func forEach(
    _ snapshot: borrowing Snapshot, _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws -> Bool {
    for kind in [WordIndex.Class.name, .other] {
      for place in streams.indices {
        streams[place].prefix = index.prefix(kind, streams[place].word)
        streams[place].next = streams[place].prefix
        streams[place].isAtEnd = false
      }
      while streams.contains(where: { !$0.isAtEnd }) {
        for place in streams.indices where !streams[place].isAtEnd {
          guard try advance(place, kind, snapshot, body), budget > 0 else { return false }
        }
      }
    }
    return true
  }

  /// Reads a chunk of a word's rows.
  private mutating func advance(
    _ place: Int, _ kind: WordIndex.Class, _ snapshot: borrowing Snapshot,
    _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws -> Bool {
    var left = Self.chunk
    var isWanted = true
    var last: [UInt8] = []
    let (prefix, start) = (streams[place].prefix, streams[place].next)
    let bit: UInt16 = 1 << place
    let table = snapshot.table(\.words)
    try snapshot.scan(\.words, from: start.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      guard left > 0 else {
        last = key.array
        return false
      }
      try Seal.check(key, stored, table)
      snapshot.cost.rows += 1
      guard let id = key.lastRecord, id.number >= 0,
        id.number < snapshot.head.nextNumbers[Int(id.kind.rawValue)]
      else { throw Seal.damage(key, table) }
      left -= 1
      isWanted = try met(id, bit, kind, body)
      return isWanted
    }
    let count = Self.chunk - left
    streams[place].count += count
    if budget != .max { budget -= count }
    if last.isEmpty {
      streams[place].isAtEnd = true
      budget = min(budget, max(Self.chunk, streams[place].count) * Self.rowsPerRecord)
    } else {
      streams[place].next = last
    }
    return isWanted
  }

  private mutating func met(
    _ id: RecordID, _ bit: UInt16, _ kind: WordIndex.Class,
    _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws -> Bool {
    let (list, number) = (Int(id.kind.rawValue), Int(id.number))
    if number >= marks[list].count {
      let missing = max(1_024, number + number / 2 - marks[list].count)
      marks[list].append(contentsOf: repeatElement(0, count: missing))
    }
    let before = marks[list][number]
    let seen = before | bit | (kind == .name ? bit << 8 : 0)
    marks[list][number] = seen
    let wanted = kind == .name ? all << 8 : all
    return try seen & wanted != wanted || before & wanted == wanted || body(id, kind)
  }
}
