/// Writes the JSON objects of exported logs: one way to write each.
///
/// Every control character, and every one that a terminal could take for a command or that turns
/// the direction of text, is escaped.
struct LineText {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  mutating func begin() {
    bytes.append(0x7B)
    isFirst = true
  }

  mutating func end() {
    bytes.append(0x7D)
    isFirst = false
  }

  mutating func endLine() { bytes.append(0x0A) }

  mutating func name(_ name: String) {
    if !isFirst { bytes.append(0x2C) }
    isFirst = false
    string(name)
    bytes.append(0x3A)
  }

  mutating func field(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }

  mutating func field(_ name: String, _ number: some BinaryInteger) {
    self.name(name)
    bytes.append(contentsOf: String(number).utf8)
  }

  mutating func field(_ name: String, numbers: [UInt64]) {
    self.name(name)
    bytes.append(0x5B)
    bytes.append(contentsOf: numbers.map { String($0) }.joined(separator: ",").utf8)
    bytes.append(0x5D)
  }

  mutating func field(_ name: String, hex data: Span<UInt8>) {
    self.name(name)
    bytes.append(0x22)
    for index in data.indices {
      bytes.append(Self.digit(data[index] >> 4))
      bytes.append(Self.digit(data[index] & 15))
    }
    bytes.append(0x22)
  }

  /// Writes a text in quotes.
  mutating func string(_ text: String) {
    bytes.append(0x22)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C:
        bytes.append(0x5C)
        bytes.append(UInt8(scalar.value))
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x20..<0x7F: bytes.append(UInt8(scalar.value))
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069,
        0xFEFF:
        bytes += [0x5C, 0x75]
        for shift in [12, 8, 4, 0] as [UInt32] {
          bytes.append(Self.digit(UInt8(scalar.value >> shift & 15)))
        }
      default: bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    bytes.append(0x22)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  /// The value of a hexadecimal digit as this type writes it.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
