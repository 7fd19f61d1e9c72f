import _FoundationICU

/// What becomes of one scalar of case-folded, decomposed text.
enum FoldedScalar {
  /// Hands over nothing, the scalar itself, or what stands for it.
  @inline(__always)
  static func map(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    if scalar < 0x80 { return body(scalar) }
    // The accents of Latin, Greek and Cyrillic, most of those there are, need no table. The
    // one of them that is no accent, U+034F, is taken away by case folding.
    if scalar &- 0x300 < 0x70 { return }
    let replacement = letters(scalar)
    if !replacement.isEmpty {
      for byte in replacement.utf8 { body(UInt32(byte)) }
    } else if !isDropped(scalar) {
      body(hiragana(scalar))
    }
  }

  /// Letters, numbers and marks.
  static func isPartOfWord(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return scalar &- 0x61 < 26 || scalar &- 0x30 < 10 }
    let category = UInt32(1) << UInt32(swift_u_charType(UChar32(bitPattern: scalar)))
    // U_GC_L_MASK (1...5), U_GC_M_MASK (6...8), U_GC_N_MASK (9...11) of uchar.h.
    return category & 0xFFE != 0
  }

  /// What stands for letters with a stroke and ligatures, which do not decompose, and for
  /// apostrophes; empty for all else.
  private static func letters(_ scalar: UInt32) -> String {
    switch scalar {
    case 0x00E6: "ae"
    case 0x00F0, 0x0111: "d"
    case 0x00F8: "o"
    case 0x00FE: "th"
    case 0x0127: "h"
    case 0x0131: "i"
    case 0x0142: "l"
    case 0x0153: "oe"
    case 0x0167: "t"
    case 0x02BB, 0x02BC, 0x2018, 0x2019: "'"
    default: ""
    }
  }

  /// Accents and points, but not the marks that make another letter.
  private static func isDropped(_ scalar: UInt32) -> Bool {
    if scalar == 0x0640 { return true }  // Arabic tatweel only stretches the line.
    let point = UChar32(bitPattern: scalar)
    guard UInt32(swift_u_charType(point)) == U_NON_SPACING_MARK.rawValue else { return false }
    // Class 0: vowel signs of Indic scripts and Thai. 8: voicing of kana. 9: viramas.
    let combiningClass = swift_u_getCombiningClass(point)
    return combiningClass != 0 && combiningClass != 8 && combiningClass != 9
  }

  private static func hiragana(_ scalar: UInt32) -> UInt32 {
    guard (0x3041...0x30FE).contains(scalar) else { return scalar }
    let kana =
      (0x30A1...0x30F6).contains(scalar) || (0x30FD...0x30FE).contains(scalar)
      ? scalar - 0x60 : scalar
    switch kana {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E:
      return kana + 1
    case 0x3095: return 0x304B
    case 0x3096: return 0x3051
    default: return kana
    }
  }
}
