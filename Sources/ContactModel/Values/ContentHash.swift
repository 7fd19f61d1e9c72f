/// The SHA-256 of some bytes, by which the store finds them.
public struct ContentHash: Hashable, Sendable {
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// The hash with these big-endian words.
  public init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// The hash in 32 bytes; `nil` for another count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var parts: [UInt64] = [0, 0, 0, 0]
    for (offset, byte) in bytes.enumerated() {
      parts[offset / 8] = parts[offset / 8] << 8 | UInt64(byte)
    }
    words = (parts[0], parts[1], parts[2], parts[3])
  }

  /// The hash in 64 hexadecimal digits.
  public init?(hex: some StringProtocol) {
    let digits = hex.utf8.map { UInt8(ascii: $0) }
    guard digits.count == 64, !digits.contains(nil) else { return nil }
    let nibbles = digits.compactMap { $0 }
    self.init(bytes: (0..<32).map { nibbles[2 * $0] << 4 | nibbles[2 * $0 + 1] })
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    append(to: &bytes)
    return bytes
  }

  /// Appends the 32 bytes.
  public func append(to bytes: inout [UInt8]) {
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Equal bits.
  public static func == (a: ContentHash, b: ContentHash) -> Bool { a.words == b.words }

  /// Hashes one word: the bits are uniform already.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension UInt8 {
  fileprivate init?(ascii digit: UInt8) {
    switch digit {
    case 0x30...0x39: self = digit - 0x30
    case 0x61...0x66: self = digit - 0x61 + 10
    case 0x41...0x46: self = digit - 0x41 + 10
    default: return nil
    }
  }
}

/// Bytes that the store keeps once, by their hash: a photo, or a card as imported.
public struct BlobReference: Hashable, Sendable {
  /// SHA-256 of the bytes.
  public let hash: ContentHash
  /// How many bytes.
  public let byteCount: Int
  /// Media type such as `image/jpeg`; empty when not known.
  public let mediaType: String

  /// Refers to bytes with this hash.
  public init(hash: ContentHash, byteCount: Int, mediaType: String) {
    self.hash = hash
    self.byteCount = byteCount
    self.mediaType = mediaType
  }
}
