import CCrypto

/// Bytes nobody can guess, for identifiers and salts.
public enum SecureRandom {
  /// Draws from libcrypto's generator, which the kernel seeds: `RAND_bytes`.
  ///
  /// Traps where there is no seed, because a guessable identifier must never be used.
  public static func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      // Sound: the buffer has room for `count` bytes.
      let done = unsafe RAND_bytes(start, CInt(count))
      precondition(done == 1, "SecureRandom: RAND_bytes failed")
      filled = count
    }
  }
}
