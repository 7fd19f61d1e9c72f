/// Base64 (RFC 4648 section 4), read as loosely as cards need it.
enum Base64 {
  /// The bytes that `range` stands for; blanks are skipped.
  ///
  /// `nil` when it is no base64.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(range.count / 4 * 3)
    let values = values
    var word: UInt32 = 0
    var bits = 0
    var isPadded = false
    for index in range {
      let byte = bytes[index]
      let sextet = values[Int(byte)]
      if sextet < 64 {
        guard !isPadded else { return nil }
        word = word << 6 | UInt32(sextet)
        bits += 6
        if bits == 24 {
          output.append(UInt8(truncatingIfNeeded: word >> 16))
          output.append(UInt8(truncatingIfNeeded: word >> 8))
          output.append(UInt8(truncatingIfNeeded: word))
          word = 0
          bits = 0
        }
      } else if byte == ASCII.equals {
        isPadded = true
      } else if !byte.isBlank, !byte.isLineEnd {
        return nil
      }
    }
    switch bits {
    case 18:
      output.append(UInt8(truncatingIfNeeded: word >> 10))
      output.append(UInt8(truncatingIfNeeded: word >> 2))
    case 12: output.append(UInt8(truncatingIfNeeded: word >> 4))
    case 6: return nil
    default: break
    }
    return output
  }

  /// Appends the base64 of some bytes.
  static func encode(_ bytes: [UInt8], into output: inout [UInt8]) {
    output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = bytes.count - index
      let word =
        UInt32(bytes[index]) << 16 | (rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (rest > 2 ? UInt32(bytes[index + 2]) : 0)
      output.append(letters[Int(word >> 18)])
      output.append(letters[Int(word >> 12 & 63)])
      output.append(rest > 1 ? letters[Int(word >> 6 & 63)] : ASCII.equals)
      output.append(rest > 2 ? letters[Int(word & 63)] : ASCII.equals)
      index += 3
    }
  }

  /// Whether every byte may stand in base64, blanks included, and there is one that is no blank.
  static func isAlphabet(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var isAny = false
    for index in range where !bytes[index].isBlank {
      guard values[Int(bytes[index])] < 64 || bytes[index] == ASCII.equals else { return false }
      isAny = true
    }
    return isAny
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()
}
