/// A hash of words without regard to case (FNV-1a of the capitals), made while bytes go by.
struct WordHash: Hashable, Sendable {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes in the next byte of the word.
  mutating func add(_ byte: UInt8) {
    bits = (bits ^ UInt64(byte.capital)) &* 0x100_0000_01B3
  }
}

/// Finds what a word stands for, without regard to case and without making a string of it.
///
/// Built once; a look-up costs one probe and one comparison of bytes.
struct WordTable<Meaning: Sendable>: Sendable {
  private struct Slot: Sendable {
    let hash: WordHash
    let word: [UInt8]
    let meaning: Meaning
  }

  private var slots: [Slot?]
  private let mask: Int

  /// A table of these words; of equal ones the first counts.
  init(_ words: [(String, Meaning)]) {
    var size = 8
    while size < words.count * 3 { size *= 2 }
    slots = Array(repeating: nil, count: size)
    mask = size - 1
    for (word, meaning) in words {
      let bytes = word.utf8.map(\.capital)
      var hash = WordHash()
      for byte in bytes { hash.add(byte) }
      var index = Int(truncatingIfNeeded: hash.bits >> 32) & mask
      while let slot = slots[index], slot.word != bytes { index = (index + 1) & mask }
      if slots[index] == nil { slots[index] = Slot(hash: hash, word: bytes, meaning: meaning) }
    }
  }

  /// What the word in `range` stands for; `hash` is that of its bytes.
  func find(_ bytes: Span<UInt8>, _ range: Range<Int>, hash: WordHash) -> Meaning? {
    var index = Int(truncatingIfNeeded: hash.bits >> 32) & mask
    while let slot = slots[index] {
      if slot.hash == hash, slot.word.count == range.count {
        var at = range.lowerBound
        var isSame = true
        for byte in slot.word {
          if bytes[at].capital != byte {
            isSame = false
            break
          }
          at += 1
        }
        if isSame { return slot.meaning }
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// What the word in `range` stands for.
  func find(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Meaning? {
    var hash = WordHash()
    for index in range { hash.add(bytes[index]) }
    return find(bytes, range, hash: hash)
  }

  /// What a word stands for.
  subscript(word: String) -> Meaning? {
    let bytes = Array(word.utf8)
    return find(bytes.span, 0..<bytes.count)
  }
}
