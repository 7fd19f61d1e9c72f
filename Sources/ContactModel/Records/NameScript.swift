/// The script of a name, as far as it decides how the parts of the name are put together.
public enum NameScript: Sendable, Hashable {
  /// All Katakana, as names from elsewhere are written in Japanese.
  case katakana
  /// All Han, Hangul, Kana or Bopomofo: family name first, without a space.
  case eastAsian
  /// Anything else, mixed scripts and no name at all.
  case other

  /// What stands between the parts of a name in this script.
  public var delimiter: String {
    switch self {
    case .katakana: "\u{30FB}"
    case .eastAsian: ""
    case .other: " "
    }
  }

  /// The script of a text; spaces in it make no difference.
  ///
  /// - Complexity: O(*n*); ends at the first letter of another script.
  public init(of text: String) {
    var isKatakana = true
    var isEmpty = true
    for scalar in text.unicodeScalars where scalar != " " && scalar != "\u{3000}" {
      isEmpty = false
      if Self.isKatakana(scalar.value) { continue }
      guard Self.isEastAsian(scalar.value) else {
        self = .other
        return
      }
      isKatakana = false
    }
    self = isEmpty ? .other : isKatakana ? .katakana : .eastAsian
  }

  // Blocks of Unicode 16 (Blocks.txt); marks that lengthen and repeat stand in the same blocks.
  private static func isKatakana(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF65...0xFF9F, 0x1B130...0x1B16F: true
    default: false
    }
  }

  private static func isEastAsian(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0x3130...0x318F: true  // Hangul
    case 0x3040...0x309F, 0x1B000...0x1B12F: true  // Hiragana, old Kana
    case 0x3100...0x312F, 0x31A0...0x31BF: true  // Bopomofo
    case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: true  // Han
    case 0x20000...0x3FFFF: true  // Han, planes 2 and 3
    default: false
    }
  }
}
