extension Span<UInt8> {
  /// The eight bytes from `index` on, the first one lowest: one load of the processor.
  func word(at index: Int) -> UInt64 {
    let bytes = extracting(index..<(index &+ 8))
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    let high =
      UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40 | UInt64(bytes[6]) << 48
      | UInt64(bytes[7]) << 56
    return low | high
  }

  /// Where the first CR or LF from `start` on stands; the count of bytes when there is none.
  func lineEnd(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      if let offset = ByteWord.lineEnd(in: word(at: index)) { return index &+ offset }
      index &+= 8
    }
    while index < count, !self[index].isLineEnd { index &+= 1 }
    return index
  }
}

/// Looks at eight bytes at once.
///
/// A byte is zero where taking one from it borrows its highest bit (Warren, Hacker's Delight,
/// section 6-1); a byte above one that is zero may be taken for zero too, the lowest never wrongly.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Which byte is the first CR or LF.
  static func lineEnd(in word: UInt64) -> Int? {
    let (feed, back) = (word ^ (ones &* 0x0A), word ^ (ones &* 0x0D))
    let found = ((feed &- ones) & ~feed | (back &- ones) & ~back) & tops
    return found == 0 ? nil : found.trailingZeroBitCount >> 3
  }

  /// Whether one of the bytes is a backslash.
  static func hasBackslash(_ word: UInt64) -> Bool {
    let rest = word ^ (ones &* 0x5C)
    return (rest &- ones) & ~rest & tops != 0
  }

  /// Whether one of the bytes is beyond ASCII.
  static func hasHighByte(_ word: UInt64) -> Bool { word & tops != 0 }
}
