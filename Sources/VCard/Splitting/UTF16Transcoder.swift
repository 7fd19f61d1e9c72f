/// Turns UTF-16 that comes in pieces into UTF-8.
///
/// Half a unit or half a surrogate pair at the end of a piece waits for the next one. A surrogate
/// without its other half becomes U+FFFD.
struct UTF16Transcoder {
  private let isBigEndian: Bool
  private var half: UInt8?
  private var high: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Whether a file that starts with these bytes is UTF-16, and in which order; by its mark, or by
  /// the zeros that stand beside every plain letter.
  static func detect(_ first: some Collection<UInt8>) -> (isBigEndian: Bool, markBytes: Int)? {
    let bytes = Array(first.prefix(4))
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0xFE, bytes[1] == 0xFF { return (true, 2) }
    if bytes[0] == 0xFF, bytes[1] == 0xFE { return (false, 2) }
    guard bytes.count == 4 else { return nil }
    if bytes[0] == 0, bytes[1] != 0, bytes[2] == 0, bytes[3] != 0 { return (true, 0) }
    if bytes[0] != 0, bytes[1] == 0, bytes[2] != 0, bytes[3] == 0 { return (false, 0) }
    return nil
  }

  /// Appends the UTF-8 of the next piece.
  mutating func append(_ piece: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in piece {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit =
        isBigEndian
        ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      append(unit, to: &output)
    }
  }

  /// Appends what waits, at the end of the file.
  mutating func finish(_ output: inout [UInt8]) {
    if high != nil || half != nil { Self.append("\u{FFFD}", to: &output) }
    high = nil
    half = nil
  }

  private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
    if let first = high {
      high = nil
      if unit & 0xFC00 == 0xDC00 {
        let code = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        if let letter = Unicode.Scalar(code) { Self.append(letter, to: &output) }
        return
      }
      Self.append("\u{FFFD}", to: &output)
    }
    if unit & 0xFC00 == 0xD800 {
      high = unit
    } else {
      Self.append(Unicode.Scalar(unit) ?? "\u{FFFD}", to: &output)
    }
  }

  private static func append(_ letter: Unicode.Scalar, to output: inout [UInt8]) {
    output.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
  }
}
