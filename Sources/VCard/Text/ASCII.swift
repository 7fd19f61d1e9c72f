/// The bytes that have a meaning in a card.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let percent: UInt8 = 0x25
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let dot: UInt8 = 0x2E
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let backslash: UInt8 = 0x5C
  static let caret: UInt8 = 0x5E
}

extension UInt8 {
  /// The capital letter, when the byte is a small one.
  var capital: UInt8 { self &- 0x61 < 26 ? self &- 32 : self }
  /// A blank between words: space or TAB.
  var isBlank: Bool { self == ASCII.space || self == ASCII.tab }
  /// CR or LF.
  var isLineEnd: Bool { self == ASCII.lineFeed || self == ASCII.carriageReturn }
  /// A digit or a letter without accent.
  var isAlphanumeric: Bool { self &- 0x30 < 10 || capital &- 0x41 < 26 }

  /// Whether names of properties, parameters and groups may have it.
  ///
  /// The specifications do not allow the low line, but Windows writes it.
  var isLetterOfName: Bool {
    isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
  /// The byte, or a dash where no name has it.
  var asLetterOfName: UInt8 { isLetterOfName ? self : UInt8(ascii: "-") }

  /// The value of a hexadecimal digit.
  var hexadecimal: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes at `start` are `word`, in any case.
  ///
  /// `word` is in capitals.
  func hasWord(_ word: String, at start: Int) -> Bool {
    var index = start
    for byte in word.utf8 {
      guard index < count, self[index].capital == byte else { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes in `range` are `word`, in any case.
  ///
  /// `word` is in capitals.
  func isWord(_ word: String, in range: Range<Int>) -> Bool {
    range.count == word.utf8.count && hasWord(word, at: range.lowerBound)
  }
}
