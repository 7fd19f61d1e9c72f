import CCrypto

/// SHA-256 over one context that is used again and again.
///
/// Making a context and looking the algorithm up cost more than hashing an event; both happen
/// once. Not shared between threads: one hasher each. The corresponding C type is
/// `EVP_MD_CTX`.
@safe public struct SHA256Hasher: ~Copyable {
  /// Looked up once in a process: a lookup by name at each hash costs a lock and 100 ns.
  ///
  /// Sound: an `EVP_MD` is immutable and counted by libcrypto; it is never freed.
  nonisolated(unsafe) private static let algorithm: OpaquePointer? = unsafe EVP_MD_fetch(
    nil, "SHA256", nil)

  // Sound: made here, freed in deinit, and this struct cannot be copied.
  private let context: OpaquePointer

  /// Creates a hasher; traps where memory is exhausted.
  public init() {
    guard let context = unsafe EVP_MD_CTX_new(), let algorithm = unsafe Self.algorithm else {
      preconditionFailure("SHA256Hasher: libcrypto has no SHA-256 or no memory")
    }
    unsafe self.context = unsafe context
    let started = unsafe EVP_DigestInit_ex2(context, algorithm, nil)
    precondition(started == 1, "SHA256Hasher: EVP_DigestInit_ex2 failed")
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Adds bytes to the current message: `EVP_DigestUpdate`.
  public mutating func update(_ span: Span<UInt8>) {
    // Sound: the buffer is only read, within the call.
    let done = unsafe span.withUnsafeBufferPointer {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
    }
    precondition(done == 1, "SHA256Hasher: EVP_DigestUpdate failed")
  }

  /// Adds one byte to the current message.
  public mutating func update(byte: UInt8) {
    let done = unsafe withUnsafeBytes(of: byte) {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, 1)
    }
    precondition(done == 1, "SHA256Hasher: EVP_DigestUpdate failed")
  }

  /// Adds the 32 bytes of a digest to the current message.
  public mutating func update(_ digest: Digest) {
    let (a, b, c, d) = digest.words
    let words = (a.bigEndian, b.bigEndian, c.bigEndian, d.bigEndian)
    let done = unsafe withUnsafeBytes(of: words) {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
    }
    precondition(done == 1, "SHA256Hasher: EVP_DigestUpdate failed")
  }

  /// Ends the current message and begins the next: `EVP_DigestFinal_ex`.
  public mutating func finish() -> Digest {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    // Sound: SHA-256 writes 32 bytes, the size of the tuple.
    let done = unsafe withUnsafeMutableBytes(of: &words) {
      unsafe EVP_DigestFinal_ex(
        context, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    // A nil algorithm keeps the one in the context, without a lookup.
    let restarted = unsafe EVP_DigestInit_ex2(context, nil, nil)
    precondition(done == 1 && restarted == 1, "SHA256Hasher: EVP_DigestFinal_ex failed")
    return Digest(
      words: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian))
  }
}

// MARK: - Whole messages

extension SHA256Hasher {
  /// Hashes bytes.
  ///
  /// - Complexity: O(*n*), about 200 ns for 200 bytes.
  public mutating func hash(_ span: Span<UInt8>) -> Digest {
    update(span)
    return finish()
  }

  /// Hashes a byte that separates kinds of messages, then bytes.
  public mutating func hash(prefix: UInt8, _ span: Span<UInt8>) -> Digest {
    update(byte: prefix)
    update(span)
    return finish()
  }

  /// Hashes a byte that separates kinds of messages, then two digests.
  public mutating func hash(prefix: UInt8, _ left: Digest, _ right: Digest) -> Digest {
    update(byte: prefix)
    update(left)
    update(right)
    return finish()
  }
}

/// SHA-256 of one message, for places where speed does not matter.
public enum SHA256 {
  /// Hashes bytes with a hasher of its own.
  public static func digest(of span: Span<UInt8>) -> Digest {
    var hasher = SHA256Hasher()
    return hasher.hash(span)
  }
}
