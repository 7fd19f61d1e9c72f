/// Text that is not the JSON this package writes.
public struct JSONError: Error, Hashable, Sendable {
  /// Characters before the fault.
  public let offset: Int
}

extension JSON {
  /// Reads one JSON value.
  ///
  /// Meant for tests and for what this package wrote: whole numbers only, at most 64 levels deep.
  ///
  /// - Throws: ``JSONError``.
  public init(parsing text: String) throws(JSONError) {
    var parser = JSONParser(text)
    self = try parser.document()
  }

  /// Reads JSON Lines: one value on each line; empty lines are skipped.
  ///
  /// - Throws: ``JSONError``, its offset within the line.
  public static func lines(_ text: String) throws(JSONError) -> [JSON] {
    var values: [JSON] = []
    for line in text.split(separator: "\n") { values.append(try JSON(parsing: String(line))) }
    return values
  }
}

private struct JSONParser {
  private let scalars: [Unicode.Scalar]
  private var next = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard next == scalars.count else { throw fault }
    return value
  }

  private var fault: JSONError { JSONError(offset: next) }

  private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func skipSpace() {
    while let scalar = peek, [" ", "\n", "\r", "\t"].contains(scalar) { next += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == scalar else { return false }
    next += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    guard depth < 64 else { throw fault }
    skipSpace()
    switch peek {
    case "{": return try object(depth: depth)
    case "[": return try array(depth: depth)
    case "\"": return .string(try string())
    case "t": return try word("true", .bool(true))
    case "f": return try word("false", .bool(false))
    case "n": return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard scalars[next...].starts(with: word.unicodeScalars) else { throw fault }
    next += word.unicodeScalars.count
    return value
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = next
    if peek == "-" { next += 1 }
    while let scalar = peek, ("0"..."9").contains(scalar) { next += 1 }
    var digits = ""
    digits.unicodeScalars.append(contentsOf: scalars[start..<next])
    guard let number = Int64(digits), String(number) == digits else { throw fault }
    return .integer(number)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    next += 1
    var values: [JSON] = []
    if take("]") { return .array(values) }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw fault }
    return .array(values)
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    next += 1
    var fields: [JSON.Field] = []
    if take("}") { return .object(fields) }
    repeat {
      skipSpace()
      guard peek == "\"" else { throw fault }
      let name = try string()
      guard take(":"), !fields.contains(where: { $0.name == name }) else { throw fault }
      fields.append(JSON.Field(name, try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw fault }
    return .object(fields)
  }

  // MARK: - Strings

  private mutating func string() throws(JSONError) -> String {
    next += 1
    var text = ""
    while let scalar = peek {
      next += 1
      if scalar == "\"" { return text }
      guard scalar.value >= 0x20 else { throw fault }
      text.unicodeScalars.append(scalar == "\\" ? try escape() : scalar)
    }
    throw fault
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let letter = peek else { throw fault }
    next += 1
    switch letter {
    case "\"", "\\", "/": return letter
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicode()
    default: throw fault
    }
  }

  private mutating func unicode() throws(JSONError) -> Unicode.Scalar {
    let high = try unit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800..<0xDC00).contains(high), scalars[next...].starts(with: "\\u".unicodeScalars)
    else { throw fault }
    next += 2
    let low = try unit()
    guard (0xDC00..<0xE000).contains(low) else { throw fault }
    guard let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw fault }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    guard next + 4 <= scalars.count else { throw fault }
    var value: UInt32 = 0
    for scalar in scalars[next..<next + 4] {
      guard let digit = Character(scalar).hexDigitValue, scalar.isASCII else { throw fault }
      value = value * 16 + UInt32(digit)
    }
    next += 4
    return value
  }
}
