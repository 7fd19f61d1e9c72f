/// How many columns of a terminal text takes.
///
/// Good enough for tables: wide East Asian letters and emoji count 2, combining marks 0. Terminals
/// differ on rare scripts and on joined emoji.
public enum DisplayWidth {
  /// Columns of a text without control characters.
  public static func of(_ text: String) -> Int {
    // Printable ASCII, the most common case, needs no look at properties.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Columns of one character as people see it.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // The emoji variation selector makes a narrow sign wide.
    if scalars.count > 1, scalars.contains("\u{FE0F}") { return 2 }
    return scalars.map(of).max() ?? 0
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // Vowels and finals of a Hangul syllable sit under its first letter.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// Blocks whose letters are wide (Unicode Standard Annex 11, classes W and F).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1AFF0...0x1B2FF,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }

  /// The text cut to so many columns, its last one an ellipsis where something was cut off.
  public static func truncate(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var (out, used) = ("", 0)
    for character in text {
      let width = of(character)
      if used + width > columns - 1 { break }
      out.append(character)
      used += width
    }
    return out + "…"
  }
}
