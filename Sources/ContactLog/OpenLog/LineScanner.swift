internal import ContactModel

/// Reads the parts of an exported line that are not made from the bytes at its end.
struct LineScanner {
  private let line: [UInt8]
  private var next = 0

  init(_ line: [UInt8]) { self.line = line }

  /// Steps over a text; `false` where another one stands.
  mutating func literal(_ text: String) -> Bool {
    let bytes = text.utf8
    guard line.count - next >= bytes.count, line[next...].starts(with: bytes) else { return false }
    next += bytes.count
    return true
  }

  mutating func number() -> UInt64? {
    let digits = line[next...].prefix { (0x30...0x39).contains($0) }
    next += digits.count
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  mutating func hex() -> [UInt8]? {
    let digits = line[next...].prefix { LineText.value($0) != nil }
    next += digits.count
    return Self.bytes(digits)
  }

  mutating func hash() -> ContentHash? { hex().flatMap { ContentHash(bytes: $0) } }

  var isAtEnd: Bool { next == line.count }

  /// The bytes at the end of a line: `,"raw":"HEX"}`; `nil` where there are none.
  static func raw(_ line: [UInt8]) -> [UInt8]? {
    guard line.count > 2, line.suffix(2) == [0x22, 0x7D] else { return nil }
    let end = line.count - 2
    var start = end
    while start > 0, LineText.value(line[start - 1]) != nil { start -= 1 }
    guard line[..<start].suffix(8) == Array(#","raw":""#.utf8)[...] else { return nil }
    return bytes(line[start..<end])
  }

  private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = LineText.value(digit) else { return nil }
      if let upper = high {
        bytes.append(upper << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
