/// A hash of words without regard to case (FNV-1a of the capitals), made while bytes go by.
struct WordHash: Hashable, Sendable {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of no word yet.
  init() {}

  /// The hash of a word.
  init(_ word: String) {
    for byte in word.utf8 { add(byte) }
  }

  /// Takes in the next byte of the word.
  mutating func add(_ byte: UInt8) {
    bits = (bits ^ UInt64(byte.capital)) &* 0x100_0000_01B3
  }

  /// Where a table starts to look; the upper bits are mixed best.
  var slot: Int { Int(truncatingIfNeeded: bits >> 32) }
}

/// Finds what a word stands for, without regard to case and without making a string of it.
///
/// Built once. A look-up costs one probe and one comparison of bytes, and retains nothing: the
/// words stand in one array, one after the other.
struct WordTable<Meaning: Sendable>: Sendable {
  /// The hashes of the words by slot; 0 in an empty slot.
  private var hashes: [UInt64]
  /// Which word stands in a slot.
  private var indices: [Int]
  private var starts: [Int] = [0]
  private var letters: [UInt8] = []
  private var meanings: [Meaning] = []
  private let mask: Int

  /// A table of these words; of equal ones the first counts.
  init(_ words: [(String, Meaning)]) {
    var size = 8
    while size < words.count * 3 { size *= 2 }
    hashes = Array(repeating: 0, count: size)
    indices = Array(repeating: 0, count: size)
    mask = size - 1
    for (word, meaning) in words {
      let bytes = word.utf8.map(\.capital)
      let hash = WordHash(word)
      guard find(bytes.span, 0..<bytes.count, hash: hash) == nil else { continue }
      var slot = hash.slot & mask
      while hashes[slot] != 0 { slot = (slot + 1) & mask }
      hashes[slot] = hash.bits
      indices[slot] = meanings.count
      letters += bytes
      starts.append(letters.count)
      meanings.append(meaning)
    }
  }

  /// What the word in `range` stands for; `hash` is that of its bytes.
  func find(_ bytes: Span<UInt8>, _ range: Range<Int>, hash: WordHash) -> Meaning? {
    var slot = hash.slot & mask
    while hashes[slot] != 0 {
      if hashes[slot] == hash.bits {
        let index = indices[slot]
        if isWord(index, bytes, range) { return meanings[index] }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func isWord(_ index: Int, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = starts[index]
    guard starts[index + 1] - start == range.count else { return false }
    let length = range.count
    var offset = 0
    while offset < length {
      if bytes[range.lowerBound &+ offset].capital != letters[start &+ offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// What the word in `range` stands for.
  func find(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Meaning? {
    var hash = WordHash()
    var index = range.lowerBound
    while index < range.upperBound {
      hash.add(bytes[index])
      index += 1
    }
    return find(bytes, range, hash: hash)
  }

  /// What a word stands for.
  subscript(word: String) -> Meaning? {
    let bytes = Array(word.utf8)
    return find(bytes.span, 0..<bytes.count)
  }
}
