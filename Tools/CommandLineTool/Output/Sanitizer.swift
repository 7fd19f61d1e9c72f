/// Keeps data from steering the terminal or the reader's eye.
///
/// Contact files come from strangers. A name may hold escape sequences that retitle a window or
/// line separators and direction overrides that make a line read as another.
public enum Sanitizer {
  /// Whether a character must not reach a terminal raw.
  ///
  /// C0, DEL and C1 controls; line and paragraph separator; direction embeddings, overrides and
  /// isolates; interlinear annotation; the byte order mark. Joiners stay: Persian and emoji need
  /// them.
  public static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x2028...0x202E, 0x2066...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// The text with each dangerous character spelt out: `\n`, `\t`, `\r`, else `\u{1B}`.
  public static func clean(_ text: String) -> String {
    escape(text, backslash: false)
  }

  /// As ``clean(_:)``, with backslashes doubled, so that the text can be had back.
  static func cleanReversibly(_ text: String) -> String {
    escape(text, backslash: true)
  }

  private static func escape(_ text: String, backslash: Bool) -> String {
    guard text.unicodeScalars.contains(where: { isDangerous($0) || (backslash && $0 == "\\") })
    else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case "\\" where backslash: out += "\\\\"
      case _ where isDangerous(scalar):
        out += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
