import CXXHash

/// A short checksum against damage, not against tampering.
///
/// LMDB has none: a flipped bit, or another page in place of the right one, would be read as
/// data. Cover key and value, so that a row in the wrong place is noticed too.
public enum Checksum {
  /// The 64-bit XXH3 of some bytes, seed 0: `XXH3_64bits`.
  ///
  /// - Complexity: O(*n*), about 10 ns for 100 bytes.
  public static func xxh3(_ span: Span<UInt8>) -> UInt64 {
    // Sound: the buffer is only read, within the call.
    unsafe span.withUnsafeBufferPointer { unsafe XXH3_64bits($0.baseAddress, $0.count) }
  }

  /// The 64-bit XXH3 of some bytes with a seed: `XXH3_64bits_withSeed`.
  ///
  /// - Complexity: O(*n*).
  public static func xxh3(_ span: Span<UInt8>, seed: UInt64) -> UInt64 {
    // Sound: the buffer is only read, within the call.
    unsafe span.withUnsafeBufferPointer {
      unsafe XXH3_64bits_withSeed($0.baseAddress, $0.count, seed)
    }
  }

  /// The 64-bit XXH3 of a value, seeded with that of its key: `XXH3_64bits_withSeed`.
  ///
  /// Nothing is copied together, and bytes cannot pass from the key to the value unnoticed.
  /// - Complexity: O(*n*).
  public static func xxh3(_ key: Span<UInt8>, _ value: Span<UInt8>) -> UInt64 {
    let seed = xxh3(key)
    // Sound: the buffer is only read, within the call.
    return unsafe value.withUnsafeBufferPointer {
      unsafe XXH3_64bits_withSeed($0.baseAddress, $0.count, seed)
    }
  }
}
