import Charsets

/// What octets are whose charset no line names, and that are no UTF-8.
///
/// What can be told from a few words: Japanese of telephones by its pairs of octets, and scripts
/// other than Latin by having hardly a letter of ASCII among them. Everything else is taken for
/// Windows-1252, in which most such cards were written.
enum CharsetGuess {
  /// Charsets of other scripts, with what they are read as.
  private static let otherScripts: [Charset] = [
    "windows-1251", "KOI8-R", "ISO-8859-5", "windows-1253", "ISO-8859-7", "windows-1255",
    "ISO-8859-8", "windows-1256", "ISO-8859-6",
  ].compactMap { Charset(named: $0) }

  private static let shiftJIS = Charset(named: "Shift_JIS")

  /// The likeliest charset of some octets.
  static func charset(of octets: [UInt8]) -> Charset {
    if let shiftJIS, isJapanese(octets, shiftJIS) { return shiftJIS }
    guard isOtherScript(octets) else { return .windows1252 }
    return Charset.candidates(for: octets).first { otherScripts.contains($0) } ?? .windows1252
  }

  /// Whether the octets make sound Shift_JIS of letters that stand in twos and more.
  ///
  /// Western text makes single ones by chance: an apostrophe of Windows or an `é` and the letter
  /// after it. The first octets of common letters are below 0xA0, where Windows has signs; those of
  /// rare ones are letters there.
  private static func isJapanese(_ octets: [UInt8], _ shiftJIS: Charset) -> Bool {
    var (common, rare, alone, others) = (0, 0, 0, 0)
    var run = 0
    let isSound = shiftJIS.forEachLetter(of: octets.span) { letter, offset in
      let isWide = octets[offset] >= 0x80 && !isHalfWidth(letter)
      if isWide {
        switch letter.value {
        case 0x3000...0x30FF, 0x4E00...0x9FFF, 0xFF00...0xFFEF:
          if octets[offset] < 0xA0 { common += 1 } else { rare += 1 }
        // Letters of one's own telephone, which others would see as something else.
        case 0xE000...0xF8FF: others += 1
        default: break
        }
        run += 1
      } else {
        if run == 1 { alone += 1 }
        run = 0
      }
    }
    if run == 1 { alone += 1 }
    return isSound && others == 0 && common > rare && alone * 4 < common + rare
  }

  private static func isHalfWidth(_ letter: Unicode.Scalar) -> Bool {
    (0xFF61...0xFF9F).contains(letter.value)
  }

  /// Whether words with such octets have hardly another letter.
  private static func isOtherScript(_ octets: [UInt8]) -> Bool {
    var (high, plain) = (0, 0)
    var (wordHigh, wordPlain) = (0, 0)
    for octet in octets + [ASCII.space] {
      if octet >= 0x80 {
        wordHigh += 1
      } else if octet.isAlphanumeric {
        wordPlain += 1
      } else {
        if wordHigh > 0 { (high, plain) = (high + wordHigh, plain + wordPlain) }
        (wordHigh, wordPlain) = (0, 0)
      }
    }
    return high >= 4 && high >= plain * 4
  }
}
