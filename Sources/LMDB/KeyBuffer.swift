/// A growing buffer of bytes that compare, byte by byte, as the values appended do.
///
/// Integers are stored big-endian, so that the order of the bytes is the order of the numbers.
/// Reuse one buffer with ``removeAll(keepingCapacity:)``: then nothing is allocated.
public struct KeyBuffer: Sendable, Hashable {
  /// The bytes so far.
  public private(set) var bytes: [UInt8]

  /// Creates an empty buffer with room for a usual key.
  public init(capacity: Int = 64) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Whether there are no bytes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The bytes, without a copy.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span }
  }

  /// Empties the buffer.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Shortens the buffer to its first `count` bytes; longer counts change nothing.
  public mutating func truncate(to count: Int) {
    if count < bytes.count { bytes.removeLast(bytes.count - max(count, 0)) }
  }
}

// MARK: - Appending

extension KeyBuffer {
  /// Appends one byte.
  public mutating func append(_ value: UInt8) { bytes.append(value) }

  /// Appends two bytes, big-endian.
  public mutating func append(_ value: UInt16) { appendBigEndian(value) }

  /// Appends four bytes, big-endian.
  public mutating func append(_ value: UInt32) { appendBigEndian(value) }

  /// Appends eight bytes, big-endian.
  public mutating func append(_ value: UInt64) { appendBigEndian(value) }

  /// Appends four bytes that sort negative numbers first: big-endian with the sign bit flipped.
  public mutating func append(_ value: Int32) {
    appendBigEndian(UInt32(bitPattern: value) ^ 0x8000_0000)
  }

  /// Appends bytes as they are.
  public mutating func append(contentsOf span: Span<UInt8>) {
    // Sound: the buffer is copied within the call.
    unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends bytes as they are.
  public mutating func append(contentsOf array: [UInt8]) { bytes.append(contentsOf: array) }

  /// Appends the UTF-8 bytes of a string.
  public mutating func append(utf8 string: String) { bytes.append(contentsOf: string.utf8) }

  @inline(__always)
  private mutating func appendBigEndian<T: FixedWidthInteger>(_ value: T) {
    // Sound: the pointer covers exactly the bytes of the local.
    unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
