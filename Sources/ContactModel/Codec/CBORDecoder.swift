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

  /// Reads a head of this major type and returns its argument.
  ///
  /// Most heads are one byte; the others are read out of line.
  @inline(__always)
  private mutating func head(_ major: UInt8) throws(CBORError) -> UInt64 {
    guard offset < span.count else { throw error(.truncated) }
    let first = span[offset]
    guard first >> 5 == major else { throw error(.unexpectedType) }
    let short = first & 0x1F
    guard short < 24 else { return try longHead(short) }
    offset &+= 1
    return UInt64(short)
  }

  private mutating func longHead(_ short: UInt8) throws(CBORError) -> UInt64 {
    let argument: UInt64
    let count: Int
    let smallest: UInt64
    switch short {
    case 24: (count, smallest) = (1, 24)
    case 25: (count, smallest) = (2, 0x100)
    case 26: (count, smallest) = (4, 0x1_0000)
    case 27: (count, smallest) = (8, 0x1_0000_0000)
    default: throw error(.notCanonical)
    }
    guard span.count - offset > count else { throw error(.truncated) }
    argument = span.bigEndian(offset + 1, count)
    guard argument >= smallest else { throw error(.notCanonical) }
    offset += 1 + count
    return argument
  }

  /// The major type of the next item, 0 to 7; `nil` at the end.
  public var nextMajorType: UInt8? { offset < span.count ? span[offset] >> 5 : nil }

  /// Reads an unsigned integer.
  public mutating func unsigned() throws(CBORError) -> UInt64 { try head(0) }

  /// Reads an unsigned integer up to `largest`.
  ///
  /// Not generic: that took a quarter of a record's time.
  @inline(__always)
  private mutating func unsigned(upTo largest: UInt64) throws(CBORError) -> UInt64 {
    let number = try head(0)
    guard number <= largest else { throw error(.outOfRange) }
    return number
  }

  /// Reads an unsigned integer of one byte.
  public mutating func unsigned(_: UInt8.Type) throws(CBORError) -> UInt8 {
    UInt8(truncatingIfNeeded: try unsigned(upTo: UInt64(UInt8.max)))
  }

  /// Reads an unsigned integer of two bytes.
  public mutating func unsigned(_: UInt16.Type) throws(CBORError) -> UInt16 {
    UInt16(truncatingIfNeeded: try unsigned(upTo: UInt64(UInt16.max)))
  }

  /// Reads an unsigned integer that a signed one of four bytes can hold.
  public mutating func unsigned(_: Int32.Type) throws(CBORError) -> Int32 {
    Int32(truncatingIfNeeded: try unsigned(upTo: UInt64(Int32.max)))
  }

  /// Reads an unsigned integer that an `Int` can hold.
  public mutating func unsigned(_: Int.Type) throws(CBORError) -> Int {
    Int(truncatingIfNeeded: try unsigned(upTo: UInt64(Int.max)))
  }

  /// Reads an integer.
  public mutating func integer() throws(CBORError) -> Int64 {
    let isNegative = nextMajorType == 1
    let argument = try head(isNegative ? 1 : 0)
    guard argument <= UInt64(Int64.max) else { throw error(.outOfRange) }
    return isNegative ? ~Int64(argument) : Int64(argument)
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
    case 0: _ = try head(0)
    case 1: _ = try head(1)
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
