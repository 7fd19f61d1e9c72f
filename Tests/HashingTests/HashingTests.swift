import Hashing
import TestSupport
import Testing

struct SHA256Tests {
  // FIPS 180-2, appendix B, and NIST's empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func `known messages have their known digests`(message: String, hex: String) {
    #expect(SHA256.digest(of: Array(message.utf8).span).hex == hex)
  }

  @Test func `a used hasher starts afresh`() {
    var hasher = SHA256Hasher()
    let first = hasher.hash([1, 2].span)
    _ = hasher.hash(prefix: 9, [1].span)
    #expect(hasher.hash([1, 2].span) == first)
  }

  @Test func `pieces hash as the whole`() {
    var hasher = SHA256Hasher()
    let left = hasher.hash([1].span)
    let right = hasher.hash([2].span)
    let whole = hasher.hash(([1] + left.bytes + right.bytes).span)
    #expect(hasher.hash(prefix: 1, left, right) == whole)
    hasher.update([1].span)
    hasher.update(left)
    for byte in right.bytes { hasher.update(byte: byte) }
    #expect(hasher.finish() == whole)
    #expect(hasher.hash(prefix: 7, [8].span) == hasher.hash([7, 8].span))
  }
}

struct DigestTests {
  @Test func `bytes and digits read back`() {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    let digest = Digest(bytes: bytes.span)
    #expect(digest?.bytes == bytes)
    #expect(digest.flatMap { Digest(hex: $0.hex) } == digest)
    #expect(digest.flatMap { Digest(hex: $0.hex.uppercased()) } == digest)
    #expect(digest?.hex.count == 64)
  }

  @Test(arguments: ["", "00", String(repeating: "0", count: 63), String(repeating: "g", count: 64)])
  func `other text is not a digest`(text: String) {
    #expect(Digest(hex: text) == nil)
  }

  @Test func `a digest has 32 bytes`() {
    #expect(Digest(bytes: [UInt8](repeating: 0, count: 31).span) == nil)
    #expect(Digest(bytes: [UInt8](repeating: 0, count: 32).span) == .zero)
  }

  @Test func `digests sort as their bytes do`() {
    var random = SeededGenerator(seed: 2)
    let digests = (0..<50).map { _ in SHA256.digest(of: random.bytes(upTo: 9).span) }
    for (a, b) in zip(digests, digests.dropFirst()) {
      #expect((a < b) == a.bytes.lexicographicallyPrecedes(b.bytes))
    }
  }
}

struct SecureRandomTests {
  @Test func `bytes come in the number asked for and differ`() {
    #expect(SecureRandom.bytes(0).isEmpty)
    #expect(SecureRandom.bytes(100).count == 100)
    #expect(SecureRandom.bytes(16) != SecureRandom.bytes(16))
  }
}
