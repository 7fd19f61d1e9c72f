/// Why bytes are no JSON, and where.
struct JSONFault: Error {
  let offset: Int
  let reason: String
}

/// Reads JSON (RFC 8259).
///
/// Half of a surrogate pair becomes U+FFFD, as do bytes that are no UTF-8.
///
/// - Complexity: Linear in the bytes.
struct JSONParser {
  /// How deep values may stand in one another; a jCard needs five.
  private static let depth = 32

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: - Walking

  /// Goes into an array, if one is next.
  mutating func beginArray() -> Bool { take(UInt8(ascii: "[")) }

  /// Goes into an object, if one is next.
  mutating func beginObject() -> Bool { take(UInt8(ascii: "{")) }

  /// Whether another element follows in the array gone into; where none does, it is left.
  ///
  /// - Parameter isFirst: True before the first element, and set to false.
  mutating func hasElement(_ isFirst: inout Bool) throws(JSONFault) -> Bool {
    try hasNext(&isFirst, UInt8(ascii: "]"), "a bracket is missing")
  }

  /// The name of the member that follows in the object gone into; where none does, it is left.
  mutating func nextName(_ isFirst: inout Bool) throws(JSONFault) -> String? {
    guard try hasNext(&isFirst, UInt8(ascii: "}"), "a brace is missing") else { return nil }
    skipBlanks()
    guard position < bytes.count, bytes[position] == ASCII.quote else {
      throw fault("a name is missing")
    }
    let name = try string()
    guard take(ASCII.colon) else { throw fault("a colon is missing") }
    return name
  }

  /// The text of a string, a number or a boolean, whichever is next; `nil` for anything else, which
  /// is passed over.
  mutating func text() throws(JSONFault) -> String? { try text(depth: 0) }

  /// Passes over a value.
  mutating func skip() throws(JSONFault) { _ = try text(depth: 0) }

  /// Throws unless nothing but blanks follows.
  mutating func end() throws(JSONFault) {
    skipBlanks()
    guard position == bytes.count else { throw fault("something after the value") }
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(offset: position, reason: reason) }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position].isBlank || bytes[position].isLineEnd {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func hasNext(
    _ isFirst: inout Bool, _ closing: UInt8, _ reason: String
  ) throws(JSONFault) -> Bool {
    if isFirst {
      isFirst = false
      return !take(closing)
    }
    if take(ASCII.comma) { return true }
    guard take(closing) else { throw fault(reason) }
    return false
  }

  // MARK: - Values

  private mutating func text(depth: Int) throws(JSONFault) -> String? {
    guard depth < Self.depth else { throw fault("values too deep in one another") }
    skipBlanks()
    guard position < bytes.count else { throw fault("a value is missing") }
    var isFirst = true
    switch bytes[position] {
    case UInt8(ascii: "["):
      position += 1
      while try hasElement(&isFirst) { _ = try text(depth: depth + 1) }
      return nil
    case UInt8(ascii: "{"):
      position += 1
      while try nextName(&isFirst) != nil { _ = try text(depth: depth + 1) }
      return nil
    case ASCII.quote: return try string()
    case UInt8(ascii: "t"): return try word("true")
    case UInt8(ascii: "f"): return try word("false")
    case UInt8(ascii: "n"):
      _ = try word("null")
      return nil
    default: return try number()
    }
  }

  private mutating func word(_ word: String) throws(JSONFault) -> String {
    guard bytes[position...].starts(with: word.utf8) else { throw fault("an unknown word") }
    position += word.utf8.count
    return word
  }

  private mutating func number() throws(JSONFault) -> String {
    let start = position
    while position < bytes.count,
      bytes[position] &- 0x30 < 10 || "+-.eE".utf8.contains(bytes[position])
    {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Double(text) != nil, text.utf8.first != ASCII.plus else {
      position = start
      throw fault("no value")
    }
    return text
  }

  // MARK: - Strings

  private mutating func string() throws(JSONFault) -> String {
    position += 1
    var output: [UInt8] = []
    while true {
      let start = position
      while position < bytes.count, bytes[position] != ASCII.quote,
        bytes[position] != ASCII.backslash
      {
        position += 1
      }
      output += bytes[start..<position]
      guard position < bytes.count else { throw fault("a quotation mark is missing") }
      position += 1
      if bytes[position - 1] == ASCII.quote { return String(decoding: output, as: UTF8.self) }
      try escape(into: &output)
    }
  }

  private mutating func escape(into output: inout [UInt8]) throws(JSONFault) {
    guard position < bytes.count else { throw fault("a quotation mark is missing") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): output.append(ASCII.lineFeed)
    case UInt8(ascii: "r"): output.append(ASCII.carriageReturn)
    case UInt8(ascii: "t"): output.append(ASCII.tab)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "u"):
      output += (try letter()).utf8Bytes
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): output.append(byte)
    default: throw fault("an unknown escape")
    }
  }

  private mutating func letter() throws(JSONFault) -> Unicode.Scalar {
    let first = try unit()
    guard first & 0xFC00 == 0xD800, position + 1 < bytes.count,
      bytes[position] == ASCII.backslash, bytes[position + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let start = position
    position += 2
    let second = try unit()
    guard second & 0xFC00 == 0xDC00 else {
      position = start
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)) ?? "\u{FFFD}"
  }

  private mutating func unit() throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = bytes[position].hexadecimal else {
        throw fault("no number of a letter")
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}

extension Unicode.Scalar {
  fileprivate var utf8Bytes: [UInt8] {
    Array(UTF8.encode(self) ?? UTF8.encodedReplacementCharacter)
  }
}
