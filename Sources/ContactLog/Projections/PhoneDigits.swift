/// The digits of a phone number, as the index and a digits-only comparison see them.
///
/// A pure function of the text, of no numbering plan and no version of Unicode.
enum PhoneDigits {
  /// The digits as ASCII, of any script, up to an extension (`;`, `,`, `#`, `x`, `ext`).
  ///
  /// Letters in front of the first digit do not count; three or more behind it are digits as on a
  /// telephone's keys.
  static func of(_ text: String) -> [UInt8] {
    var digits: [UInt8] = []
    var withLetters: [UInt8] = []
    var letters = 0
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    loop: while index < scalars.endIndex {
      let scalar = scalars[index].value
      if let digit = digit(scalar) {
        digits.append(0x30 + digit)
        withLetters.append(0x30 + digit)
      } else if !digits.isEmpty {
        switch scalar {
        case 0x23, 0x2C, 0x3B: break loop  // # , ;
        default:
          if let key = key(scalar) {
            if digits.count > 3, isExtension(scalars[index...]) { break loop }
            letters += 1
            withLetters.append(key)
          }
        }
      }
      index = scalars.index(after: index)
    }
    return letters >= 3 ? withLetters : digits
  }

  /// The value of a digit of any script; `nil` for anything else.
  static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar < 0x80 { return scalar &- 0x30 < 10 ? UInt8(scalar - 0x30) : nil }
    if (0x1D7CE...0x1D7FF).contains(scalar) { return UInt8((scalar - 0x1D7CE) % 10) }
    for zero in zeros where scalar >= zero && scalar - zero < 10 { return UInt8(scalar - zero) }
    return nil
  }

  /// The zeros of the scripts that have ten digits in a row (general category Nd of Unicode 16).
  private static let zeros: [UInt32] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0,
    0x11650, 0x116C0, 0x116D0, 0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50,
    0x11DA0, 0x11F50, 0x16130, 0x16A60, 0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1E140, 0x1E2F0,
    0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
  ]

  /// The digit that a letter shares its key with.
  private static func key(_ scalar: UInt32) -> UInt8? {
    let letter = scalar | 0x20
    guard letter &- 0x61 < 26, scalar < 0x80 else { return nil }
    return Array("22233344455566677778889999".utf8)[Int(letter - 0x61)]
  }

  /// Whether an extension begins here: `x` in front of a digit, `ext` as a word or its beginning.
  private static func isExtension(_ rest: Substring.UnicodeScalarView) -> Bool {
    let next = Array(rest.prefix(4)).map { $0.value | 0x20 }
    guard let first = next.first else { return false }
    if first == 0x78 {
      // Between the x and the digits there may be a point or a space.
      return rest.dropFirst().first { $0 != "." && $0 != " " }.flatMap { digit($0.value) } != nil
    }
    guard next.count >= 3, next[0] == 0x65, next[1] == 0x78, next[2] == 0x74 else { return false }
    let isWord = next.count < 4 || !(0x61...0x7A).contains(next[3])
    return isWord || next[3] == 0x6E || next[3] == 0x65
  }
}

// MARK: - Keys

extension PhoneDigits {
  /// The most digits a key has.
  static let most = 32

  /// The digits behind leading zeros, last one first: numbers that end alike begin alike.
  static func reversed(_ digits: [UInt8]) -> [UInt8] {
    let rest = digits.drop { $0 == 0x30 }
    return (rest.isEmpty ? digits[...] : rest).suffix(most).reversed()
  }
}
