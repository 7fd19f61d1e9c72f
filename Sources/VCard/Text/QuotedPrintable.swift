/// Quoted-printable text (RFC 2045 section 6.7), as vCard 2.1 uses it.
enum QuotedPrintable {
  /// Calls `body` with each octet that `range` stands for, and whether it stood encoded.
  ///
  /// Soft line breaks are gone already.
  ///
  /// - Returns: Whether every `=` had two hexadecimal digits after it; others stay as they stand.
  static func decode(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ body: (_ octet: UInt8, _ isEncoded: Bool) -> Void
  ) -> Bool {
    var index = range.lowerBound
    var isSound = true
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == ASCII.equals else {
        body(byte, false)
        index += 1
        continue
      }
      guard index + 2 < range.upperBound, let high = bytes[index + 1].hexadecimal,
        let low = bytes[index + 2].hexadecimal
      else {
        // A soft break at the very end of a card leaves a bare sign behind.
        if index + 1 < range.upperBound {
          isSound = false
          body(byte, false)
        }
        index += 1
        continue
      }
      body(high << 4 | low, true)
      index += 3
    }
    return isSound
  }

  /// Appends text as quoted-printable, broken softly so that no line is longer than 76 octets and
  /// no letter's octets are parted.
  ///
  /// `column` is the length of the line so far.
  static func encode(_ text: String, column: Int, into output: inout [UInt8]) {
    var column = column
    for letter in text.unicodeScalars {
      let isLineEnd = letter == "\n"
      let octets = isLineEnd ? [0x0D, 0x0A] : Array(UTF8.encode(letter) ?? .init())
      let isPlain =
        octets.count == 1 && (0x21...0x7E).contains(octets[0]) && octets[0] != ASCII.equals
        || octets == [ASCII.space]
      let width = isPlain ? 1 : octets.count * 3
      if column + width > 75 {
        output.append(contentsOf: "=\r\n".utf8)
        column = 0
      }
      if isPlain {
        // A blank at a line's start may be taken for a fold, and a word for a card's frame.
        if column == 0, octets[0] == ASCII.space || "ABE".utf8.contains(octets[0].capital) {
          appendHex(octets[0], to: &output)
          column += 3
        } else {
          output.append(octets[0])
          column += 1
        }
      } else {
        for octet in octets { appendHex(octet, to: &output) }
        column += width
      }
    }
    if output.last == ASCII.space {
      output.removeLast()
      appendHex(ASCII.space, to: &output)
    }
  }

  private static func appendHex(_ octet: UInt8, to output: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    output.append(ASCII.equals)
    output.append(digits[Int(octet >> 4)])
    output.append(digits[Int(octet & 15)])
  }
}
