/// The charsets of Japanese telephones, which write JIS X 0208 in two ways.
enum ShiftJIS {
  /// The letter at `index` in Shift_JIS, and how many octets it takes.
  ///
  /// The second octet may look like a backslash, so this comes before any unescaping.
  static func letter(
    _ bytes: Span<UInt8>, _ index: Int, _ end: Int
  ) -> (Unicode.Scalar?, length: Int) {
    let first = Int(bytes[index])
    if (0xA1...0xDF).contains(first) { return (halfWidth(first), 1) }
    guard (0x81...0x9F).contains(first) || (0xE0...0xEF).contains(first), index + 1 < end else {
      return (nil, 1)
    }
    let second = Int(bytes[index + 1])
    let lead = first - (first < 0xA0 ? 0x81 : 0xC1)
    switch second {
    case 0x40...0x7E: return (JISX0208.letter(row: lead * 2 + 1, cell: second - 0x3F), 2)
    case 0x80...0x9E: return (JISX0208.letter(row: lead * 2 + 1, cell: second - 0x40), 2)
    case 0x9F...0xFC: return (JISX0208.letter(row: lead * 2 + 2, cell: second - 0x9E), 2)
    default: return (nil, 1)
    }
  }

  /// The letter at `index` in EUC-JP, and how many octets it takes.
  static func letterOfEUC(
    _ bytes: Span<UInt8>, _ index: Int, _ end: Int
  ) -> (Unicode.Scalar?, length: Int) {
    guard index + 1 < end else { return (nil, 1) }
    let (first, second) = (Int(bytes[index]), Int(bytes[index + 1]))
    if first == 0x8E, (0xA1...0xDF).contains(second) { return (halfWidth(second), 2) }
    guard first > 0xA0, second > 0xA0 else { return (nil, 1) }
    return (JISX0208.letter(row: first - 0xA0, cell: second - 0xA0), 2)
  }

  private static func halfWidth(_ octet: Int) -> Unicode.Scalar? {
    Unicode.Scalar(UInt32(0xFF61 + octet - 0xA1))
  }
}
