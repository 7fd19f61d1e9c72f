/// A SHA-256 digest: 32 bytes without a heap allocation, ordered byte by byte.
public struct Digest: Hashable, Sendable {
  /// How many bytes a digest has.
  public static let byteCount = 32

  /// 32 zero bytes, for "no predecessor".
  public static let zero = Digest(words: (0, 0, 0, 0))

  // Big-endian words, so that comparing numbers compares bytes.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    (first, second, third, fourth) = words
  }

  package var words: (UInt64, UInt64, UInt64, UInt64) { (first, second, third, fourth) }

  /// Reads 32 bytes; `nil` for another number of them.
  public init?(bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    func word(_ index: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[8 * index + $1]) }
    }
    self.init(words: (word(0), word(1), word(2), word(3)))
  }

  /// Reads 64 hexadecimal digits of either case; `nil` for anything else.
  public init?(hex: String) {
    let digits = hex.utf8
    guard digits.count == 2 * Self.byteCount else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = Self.value(ofHexDigit: digit) else { return nil }
      if let upper = high {
        bytes.append(upper << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    self.init(bytes: bytes.span)
  }

  private static func value(ofHexDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

// MARK: - Written forms

extension Digest: CustomStringConvertible {
  /// The 32 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    append(to: &bytes)
    return bytes
  }

  /// Appends the 32 bytes.
  public func append(to bytes: inout [UInt8]) {
    for word in [first, second, third, fourth] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * Self.byteCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  public var description: String { hex }
}

extension Digest: Comparable {
  public static func < (a: Digest, b: Digest) -> Bool { a.words < b.words }
}
