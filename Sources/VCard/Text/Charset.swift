/// How octets stand for letters.
enum Charset: Sendable, Equatable {
  case utf8
  case singleByte(SingleByte)
  case shiftJIS
  case eucJP

  /// The charsets with one octet a letter.
  enum SingleByte: Sendable {
    case windows1250, windows1251, windows1252, windows1253, windows1254, windows1257
    case latin2, cyrillic, greek, latin9, koi8r

    fileprivate var letters: [Unicode.Scalar] {
      switch self {
      case .windows1250: SingleByteTables.windows1250
      case .windows1251: SingleByteTables.windows1251
      case .windows1252: SingleByteTables.windows1252
      case .windows1253: SingleByteTables.windows1253
      case .windows1254: SingleByteTables.windows1254
      case .windows1257: SingleByteTables.windows1257
      case .latin2: SingleByteTables.latin2
      case .cyrillic: SingleByteTables.cyrillic
      case .greek: SingleByteTables.greek
      case .latin9: SingleByteTables.latin9
      case .koi8r: SingleByteTables.koi8r
      }
    }
  }

  /// The charsets by the names that cards give them.
  ///
  /// Latin-1 is read as Windows-1252, as everywhere: what says Latin-1 was written on Windows.
  static let byName = WordTable<Charset>([
    ("UTF-8", .utf8), ("UTF8", .utf8), ("US-ASCII", .utf8), ("ASCII", .utf8),
    ("ISO-8859-1", .singleByte(.windows1252)), ("ISO8859-1", .singleByte(.windows1252)),
    ("LATIN1", .singleByte(.windows1252)), ("LATIN-1", .singleByte(.windows1252)),
    ("WINDOWS-1252", .singleByte(.windows1252)), ("CP1252", .singleByte(.windows1252)),
    ("WINDOWS-1250", .singleByte(.windows1250)), ("CP1250", .singleByte(.windows1250)),
    ("WINDOWS-1251", .singleByte(.windows1251)), ("CP1251", .singleByte(.windows1251)),
    ("WINDOWS-1253", .singleByte(.windows1253)), ("WINDOWS-1254", .singleByte(.windows1254)),
    ("ISO-8859-9", .singleByte(.windows1254)), ("WINDOWS-1257", .singleByte(.windows1257)),
    ("ISO-8859-2", .singleByte(.latin2)), ("ISO-8859-5", .singleByte(.cyrillic)),
    ("ISO-8859-7", .singleByte(.greek)), ("ISO-8859-15", .singleByte(.latin9)),
    ("KOI8-R", .singleByte(.koi8r)),
    ("SHIFT_JIS", .shiftJIS), ("SHIFT-JIS", .shiftJIS), ("SJIS", .shiftJIS),
    ("WINDOWS-31J", .shiftJIS), ("CP932", .shiftJIS), ("EUC-JP", .eucJP),
  ])

  /// Appends the UTF-8 of `bytes`; octets without a meaning are read as Windows-1252.
  ///
  /// - Returns: Whether all octets had a meaning.
  @discardableResult
  func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]) -> Bool {
    var index = range.lowerBound
    var isSound = true
    while index < range.upperBound {
      let byte = bytes[index]
      if byte < 0x80 {
        output.append(byte)
        index += 1
        continue
      }
      let (letter, length) = letter(bytes, index, range.upperBound)
      if let letter {
        output.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
        index += length
      } else {
        isSound = false
        output.append(contentsOf: Self.westernUTF8(byte))
        index += 1
      }
    }
    return isSound
  }

  private func letter(
    _ bytes: Span<UInt8>, _ index: Int, _ end: Int
  ) -> (Unicode.Scalar?, length: Int) {
    switch self {
    case .singleByte(let charset):
      let letter = charset.letters[Int(bytes[index]) - 0x80]
      return (letter == "\u{FFFD}" ? nil : letter, 1)
    case .shiftJIS: return ShiftJIS.letter(bytes, index, end)
    case .eucJP: return ShiftJIS.letterOfEUC(bytes, index, end)
    case .utf8:
      let length = Self.utf8Length(bytes, index, end)
      guard length > 0 else { return (nil, 1) }
      var value = UInt32(bytes[index]) & (0xFF >> UInt32(length + 1))
      for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
      return (Unicode.Scalar(value), length)
    }
  }

  /// The length of the sound UTF-8 sequence of more than one octet at `index`; 0 when there is
  /// none.
  private static func utf8Length(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Int {
    let first = bytes[index]
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, index + length <= end else { return 0 }
    for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    switch (first, bytes[index + 1]) {
    case (0xE0, ..<0xA0), (0xED, 0xA0...), (0xF0, ..<0x90), (0xF4, 0x90...): return 0
    default: return length
    }
  }

  /// An octet read as Windows-1252, or, where that has none, as the control of that number.
  private static func westernUTF8(_ byte: UInt8) -> String.UTF8View {
    let letter = SingleByteTables.windows1252[Int(byte) - 0x80]
    return String(letter == "\u{FFFD}" ? Unicode.Scalar(byte) : letter).utf8
  }
}

extension Span<UInt8> {
  /// Whether the bytes in `range` are sound UTF-8.
  func isUTF8(_ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: extracting(range))) != nil
  }
}
