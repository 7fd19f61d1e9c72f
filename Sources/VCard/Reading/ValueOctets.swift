import Charsets

/// The octets of a value, quoted-printable undone, before their charset is.
///
/// An octet that stood encoded is data, never a separator or a line end of the card. Only the
/// charset says which octets are such signs: the second one of a letter in Shift_JIS may look like
/// a backslash. So the charset comes first, and then each sign that was encoded gets a backslash
/// for the unescaping that follows.
struct ValueOctets {
  private(set) var octets: [UInt8] = []
  /// Which octets stood encoded; empty when none did.
  private var isEncoded: [Bool] = []
  /// Whether every sign of encoding had two hexadecimal digits behind it.
  private(set) var isSound = true

  /// The octets of a value as they stand.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    octets.reserveCapacity(range.count)
    for index in range { octets.append(bytes[index]) }
  }

  /// The octets of a value in quoted-printable.
  init(quotedPrintable bytes: Span<UInt8>, _ range: Range<Int>) {
    octets.reserveCapacity(range.count)
    isEncoded.reserveCapacity(range.count)
    isSound = QuotedPrintable.decode(bytes, range) { octet, isEncoded in
      octets.append(octet)
      self.isEncoded.append(isEncoded)
    }
  }

  /// Whether the octets are sound UTF-8.
  var isUTF8: Bool { octets.span.isUTF8(0..<octets.count) }

  /// Appends the text in UTF-8, which the octets are in.
  func appendUTF8(to output: inout [UInt8]) {
    if isEncoded.isEmpty {
      output += octets
      return
    }
    var text = Text(output: [])
    text.output.reserveCapacity(octets.count)
    for index in octets.indices { text.append(octets[index], isEncoded[index]) }
    output += text.output
  }

  /// Appends the text in UTF-8.
  ///
  /// - Returns: Whether every octet has a meaning in the charset.
  func append(_ charset: Charset, to output: inout [UInt8]) -> Bool {
    var text = Text(output: [])
    let isSound = charset.forEachLetter(of: octets.span) { letter, offset in
      if letter.isASCII {
        text.append(UInt8(letter.value), offset < isEncoded.count && isEncoded[offset])
      } else {
        text.output.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
        text.isAfterReturn = false
      }
    }
    output += text.output
    return isSound
  }

  /// A text that grows by octets; encoded line ends become LF.
  private struct Text {
    var output: [UInt8]
    var isAfterReturn = false

    mutating func append(_ octet: UInt8, _ isEncoded: Bool) {
      defer { isAfterReturn = isEncoded && octet == ASCII.carriageReturn }
      guard isEncoded else {
        output.append(octet)
        return
      }
      switch octet {
      case ASCII.carriageReturn: output.append(ASCII.lineFeed)
      case ASCII.lineFeed where isAfterReturn: break
      case ASCII.semicolon, ASCII.comma, ASCII.backslash: output += [ASCII.backslash, octet]
      default: output.append(octet)
      }
    }
  }
}
