extension Span<UInt8> {
  /// The big-endian number in the two bytes at an offset; `nil` beyond the end.
  public func bigEndianUInt16(at offset: Int) -> UInt16? { bigEndian(at: offset) }

  /// The big-endian number in the four bytes at an offset; `nil` beyond the end.
  public func bigEndianUInt32(at offset: Int) -> UInt32? { bigEndian(at: offset) }

  /// The big-endian number in the eight bytes at an offset; `nil` beyond the end.
  public func bigEndianUInt64(at offset: Int) -> UInt64? { bigEndian(at: offset) }

  /// The number that ``KeyBuffer/append(_:)-(Int32)`` wrote at an offset; `nil` beyond the end.
  public func orderedInt32(at offset: Int) -> Int32? {
    bigEndianUInt32(at: offset).map { Int32(bitPattern: $0 ^ 0x8000_0000) }
  }

  @inline(__always)
  private func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T? {
    let size = MemoryLayout<T>.size
    guard offset >= 0, count >= size, offset <= count - size else { return nil }
    // Sound: the bounds were checked just above, and every bit pattern is a number.
    let value = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: T.self)
    return T(bigEndian: value)
  }
}
