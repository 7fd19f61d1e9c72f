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
    /// What is being read; `nil` at the end.
    var kind: WordIndex.Class? = .name
    /// The next row is here or behind it; `nil` at the beginning of its class.
    var next: [UInt8]?
    /// Rows seen, of both classes.
    var count = 0
  }

  private let index: WordIndex
  private var streams: [Stream]
  /// Under which words each record of a kind was seen, by number.
  ///
  /// A bit each in the lower half, and in the upper one for those of its given and family name. Hashing
  /// the record would take longer than its row.
  private var marks: [[UInt16]] = [[], [], []]
  private let all: UInt16
  /// Whether those are met who have all words in given and family name: they come first.
  private var isOfNames = true
  /// How many rows may be read from here on: reading the records that the rarest word finds is less.
  private var budget = Int.max
  /// The word whose rows ended first; `nil` while none has.
  private(set) var rarest: [UInt8]?

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
    while streams.contains(where: { $0.kind == .name }), !isNobodyNamed {
      for place in streams.indices where streams[place].kind == .name {
        guard try advance(place, snapshot, body), budget > 0 else { return false }
      }
    }
    (isOfNames, budget) = (false, .max)
    while streams.contains(where: { $0.kind != nil }) {
      for place in streams.indices where streams[place].kind != nil {
        guard try advance(place, snapshot, body), budget > 0 else { return false }
      }
    }
    return true
  }

  /// Whether a word is of no given or family name, so that the others need not be waited for.
  private var isNobodyNamed: Bool {
    streams.contains { $0.kind != .name && $0.count == 0 }
  }

  /// Reads a chunk of a word's rows.
  private mutating func advance(
    _ place: Int, _ snapshot: borrowing Snapshot,
    _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws -> Bool {
    let stream = streams[place]
    guard let kind = stream.kind else { return true }
    var left = Self.chunk
    var isWanted = true
    var next: [UInt8]?
    let prefix = index.prefix(kind, stream.word)
    // Of a kind with a name, both halves.
    let bits: UInt16 = 1 << place | (kind == .name ? 1 << (place + 8) : 0)
    let table = snapshot.table(\.words)
    let numbers = (snapshot.past?.present ?? snapshot.head).nextNumbers
    try snapshot.forEachIndexRow(in: \.words, under: prefix, from: stream.next) { id, key in
      guard id.number >= 0, id.number < numbers[Int(id.kind.rawValue)] else {
        throw Seal.damage(key, table)
      }
      left -= 1
      // Behind the last row of the chunk.
      if left == 0 { next = key.array + [0] }
      isWanted = try met(id, bits, body)
      return isWanted && left > 0
    }
    let count = Self.chunk - left
    streams[place].count += count
    streams[place].next = next
    if budget != .max { budget -= count }
    if next == nil {
      streams[place].kind = kind == .name ? .other : nil
      if kind == .other || isOfNames, !isNobodyNamed { limit(by: place) }
    }
    return isWanted
  }

  /// Lets the other words read as many rows as the records of one that has ended would take.
  private mutating func limit(by place: Int) {
    let rows = max(Self.chunk, streams[place].count) * Self.rowsPerRecord
    if rows < budget { (budget, rarest) = (rows, streams[place].word) }
  }

  private mutating func met(
    _ id: RecordID, _ bits: UInt16, _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws -> Bool {
    let (list, number) = (Int(id.kind.rawValue), Int(id.number))
    if number >= marks[list].count {
      let missing = max(1_024, number + number / 2 - marks[list].count)
      marks[list].append(contentsOf: repeatElement(0, count: missing))
    }
    let before = marks[list][number]
    let seen = before | bits
    marks[list][number] = seen
    let wanted = isOfNames ? all << 8 : all
    if seen & wanted != wanted || before & wanted == wanted { return true }
    return try body(id, isOfNames ? .name : .other)
  }
}
