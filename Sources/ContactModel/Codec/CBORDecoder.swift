/// Why bytes are not the deterministic CBOR that the store writes.
public struct CBORError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Code: Sendable, Hashable {
    /// The bytes end inside an item.
    case truncated
    /// A number has a longer form than it needs, keys are out of order, or a default is spelt out.
    case notCanonical
    /// Another type than the format has at this place.
    case unexpectedType
    /// A text is not UTF-8.
    case invalidText
    /// A number is outside what the field can hold.
    case outOfRange
    /// A field that must be there is not, or an unknown one is.
    case wrongFields
    /// Bytes follow the item.
    case trailingBytes
  }

  /// What is wrong.
  public let code: Code
  /// Where, counted in bytes from the start of the item.
  public let offset: Int

  /// An error at `offset`.
  public init(code: Code, offset: Int) {
    self.code = code
    self.offset = offset
  }
}

/// Reads deterministic CBOR strictly: whatever a canonical encoder would not write is refused.
public struct CBORDecoder: ~Escapable {
  let span: Span<UInt8>
  /// The next byte's place.
  public private(set) var offset = 0

  /// A decoder at the start of `span`.
  @_lifetime(copy span)
  public init(_ span: Span<UInt8>) { self.span = span }

  /// Whether all bytes are read.
  public var isAtEnd: Bool { offset == span.count }

  func error(_ code: CBORError.Code) -> CBORError { CBORError(code: code, offset: offset) }

  /// Throws `trailingBytes` unless all bytes are read.
  public func finish() throws(CBORError) {
    guard isAtEnd else { throw error(.trailingBytes) }
  }

  private mutating func head() throws(CBORError) -> (major: UInt8, argument: UInt64) {
    guard offset < span.count else { throw error(.truncated) }
    let first = span[offset]
    let short = first & 0x1F
    if short < 24 {
      offset += 1
      return (first >> 5, UInt64(short))
    }
    let count: Int
    switch short {
    case 24: count = 1
    case 25: count = 2
    case 26: count = 4
    case 27: count = 8
    default: throw error(.notCanonical)
    }
    guard span.count - offset > count else { throw error(.truncated) }
    var argument: UInt64 = 0
    for index in 1...count { argument = argument << 8 | UInt64(span[offset + index]) }
    let smallest: UInt64 = count == 1 ? 24 : 1 << UInt64(count * 4)
    guard argument >= smallest else { throw error(.notCanonical) }
    offset += 1 + count
    return (first >> 5, argument)
  }

  private mutating func head(_ major: UInt8) throws(CBORError) -> UInt64 {
    let start = offset
    let (found, argument) = try head()
    guard found == major else {
      offset = start
      throw error(.unexpectedType)
    }
    return argument
  }

  /// The major type of the next item, 0 to 7; `nil` at the end.
  public var nextMajorType: UInt8? { offset < span.count ? span[offset] >> 5 : nil }

  /// Reads an unsigned integer.
  public mutating func unsigned() throws(CBORError) -> UInt64 { try head(0) }

  /// Reads an unsigned integer that fits `type`.
  public mutating func unsigned<T: FixedWidthInteger>(_ type: T.Type) throws(CBORError) -> T {
    let number = try head(0)
    guard let fitting = T(exactly: number) else { throw error(.outOfRange) }
    return fitting
  }

  /// Reads an integer.
  public mutating func integer() throws(CBORError) -> Int64 {
    let (major, argument) = try head()
    guard major < 2 else { throw error(.unexpectedType) }
    guard argument <= UInt64(Int64.max) else { throw error(.outOfRange) }
    return major == 0 ? Int64(argument) : ~Int64(argument)
  }

  /// Reads the bytes of a byte string (major 2) or text string (major 3), without a copy.
  @_lifetime(copy self)
  private mutating func string(_ major: UInt8) throws(CBORError) -> Span<UInt8> {
    let count = try head(major)
    guard count <= UInt64(span.count - offset) else { throw error(.truncated) }
    defer { offset += Int(count) }
    return span.extracting(offset..<offset + Int(count))
  }

  /// Reads a text.
  public mutating func text() throws(CBORError) -> String {
    let bytes = try string(3)
    guard let valid = try? UTF8Span(validating: bytes) else { throw error(.invalidText) }
    return String(copying: valid)
  }

  /// Reads a byte string.
  public mutating func data() throws(CBORError) -> [UInt8] {
    let bytes = try string(2)
    return [UInt8](copying: bytes)
  }

  /// Reads a byte string without a copy.
  @_lifetime(copy self)
  public mutating func dataSpan() throws(CBORError) -> Span<UInt8> { try string(2) }

  /// Reads a hash.
  public mutating func hash() throws(CBORError) -> ContentHash {
    let bytes = try string(2)
    guard bytes.count == 32 else { throw error(.outOfRange) }
    return ContentHash(
      words: (
        bytes.bigEndian(0, 8), bytes.bigEndian(8, 8), bytes.bigEndian(16, 8),
        bytes.bigEndian(24, 8)
      ))
  }

  /// Reads the 8 bytes of an IEEE double.
  public mutating func bits() throws(CBORError) -> Double {
    let bytes = try string(2)
    guard bytes.count == 8 else { throw error(.outOfRange) }
    return Double(bitPattern: bytes.bigEndian(0, 8))
  }

  /// Reads the head of an array: how many items follow.
  ///
  /// Never more than the bytes could hold.
  public mutating func array() throws(CBORError) -> Int {
    let count = try head(4)
    guard count <= UInt64(span.count - offset) else { throw error(.truncated) }
    return Int(count)
  }

  /// Reads the head of a map: how many pairs follow.
  public mutating func map() throws(CBORError) -> Int {
    let count = try head(5)
    guard count <= UInt64(span.count - offset) / 2 else { throw error(.truncated) }
    return Int(count)
  }

  /// Skips one item of any kind, nested at most `depth` deep, checking its form.
  public mutating func skip(depth: Int = 16) throws(CBORError) {
    guard depth > 0, let major = nextMajorType else { throw error(.truncated) }
    switch major {
    case 0, 1: _ = try head()
    case 2: _ = try string(2)
    case 3: _ = try text()
    case 4: for _ in 0..<(try array()) { try skip(depth: depth - 1) }
    case 5: try skipMap(depth: depth)
    default: throw error(.unexpectedType)
    }
  }

  /// Skips a map, whose keys must ascend in the order of their bytes.
  private mutating func skipMap(depth: Int) throws(CBORError) {
    var last: Range<Int>?
    for _ in 0..<(try map()) {
      let start = offset
      try skip(depth: depth - 1)
      let key = start..<offset
      if let last, !precedes(last, key) { throw error(.notCanonical) }
      last = key
      try skip(depth: depth - 1)
    }
  }

  private func precedes(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    for (i, j) in zip(a, b) where span[i] != span[j] { return span[i] < span[j] }
    return a.count < b.count
  }
}

extension Span<UInt8> {
  fileprivate func bigEndian(_ start: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in start..<start + count { number = number << 8 | UInt64(self[index]) }
    return number
  }
}

extension [UInt8] {
  /// A copy of the bytes.
  fileprivate init(copying span: Span<UInt8>) {
    self = []
    reserveCapacity(span.count)
    for index in span.indices { append(span[index]) }
  }
}
