/// A growing buffer of bytes that compare, byte by byte, as the values appended do.
///
/// Integers are stored big-endian, so that the order of the bytes is the order of the numbers.
/// Reuse one buffer with ``removeAll(keepingCapacity:)``: then nothing is allocated.
public struct KeyBuffer: Sendable {
  private var arena: ByteArena

  /// Creates an empty buffer with room for a usual key.
  public init(capacity: Int = 64) { arena = ByteArena(capacity: capacity) }

  /// The number of bytes.
  public var count: Int { arena.count }

  /// Whether there are no bytes.
  public var isEmpty: Bool { arena.count == 0 }

  /// The bytes, without a copy.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { arena.span }
  }

  /// A copy of the bytes.
  public var bytes: [UInt8] {
    // Sound: copied within the call.
    unsafe arena.span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// Empties the buffer.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    arena.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Shortens the buffer to its first `count` bytes; longer counts change nothing.
  public mutating func truncate(to count: Int) { arena.truncate(to: count) }
}

extension KeyBuffer: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

// MARK: - Appending

extension KeyBuffer {
  /// Appends one byte.
  public mutating func append(_ value: UInt8) { arena.append(bigEndian: value) }

  /// Appends two bytes, big-endian.
  public mutating func append(_ value: UInt16) { arena.append(bigEndian: value) }

  /// Appends four bytes, big-endian.
  public mutating func append(_ value: UInt32) { arena.append(bigEndian: value) }

  /// Appends eight bytes, big-endian.
  public mutating func append(_ value: UInt64) { arena.append(bigEndian: value) }

  /// Appends four bytes that sort negative numbers first: big-endian with the sign bit flipped.
  public mutating func append(_ value: Int32) {
    arena.append(bigEndian: UInt32(bitPattern: value) ^ 0x8000_0000)
  }

  /// Appends bytes as they are.
  public mutating func append(contentsOf span: Span<UInt8>) { arena.append(span) }

  /// Appends bytes as they are.
  public mutating func append(contentsOf array: [UInt8]) { arena.append(array.span) }

  /// Appends the UTF-8 bytes of a string.
  public mutating func append(utf8 string: String) { arena.append(string.utf8.span) }
}
