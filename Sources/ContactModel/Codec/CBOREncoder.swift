/// Writes deterministic CBOR: shortest heads, no indefinite lengths, the caller keeps key order.
///
/// Only what the store uses: unsigned and negative integers, byte and text strings, arrays, maps.
/// Source: RFC 8949 section 4.2.1.
public struct CBOREncoder: Sendable {
  /// What was written so far.
  public var bytes: [UInt8] = []

  /// An encoder with nothing written.
  public init() {}

  @inline(__always)
  private mutating func head(_ major: UInt8, _ argument: UInt64) {
    let top = major << 5
    switch argument {
    case 0..<24:
      bytes.append(top | UInt8(truncatingIfNeeded: argument))
    case 0..<0x100:
      bytes.append(top | 24)
      bytes.append(UInt8(truncatingIfNeeded: argument))
    case 0..<0x1_0000:
      bytes.append(top | 25)
      bigEndian(argument, 2)
    case 0..<0x1_0000_0000:
      bytes.append(top | 26)
      bigEndian(argument, 4)
    default:
      bytes.append(top | 27)
      bigEndian(argument, 8)
    }
  }

  private mutating func bigEndian(_ number: UInt64, _ count: Int) {
    for index in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8)))
    }
  }

  /// Writes an unsigned integer.
  public mutating func unsigned(_ number: UInt64) { head(0, number) }

  /// Writes an integer.
  public mutating func integer(_ number: Int64) {
    number >= 0 ? head(0, UInt64(number)) : head(1, UInt64(bitPattern: ~number))
  }

  /// Writes a text as its UTF-8 bytes, not normalised.
  public mutating func text(_ text: String) {
    head(3, UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a byte string.
  public mutating func data(_ data: some Collection<UInt8>) {
    head(2, UInt64(data.count))
    bytes.append(contentsOf: data)
  }

  /// Writes a hash as a byte string of 32.
  public mutating func hash(_ hash: ContentHash) {
    head(2, 32)
    hash.append(to: &bytes)
  }

  /// Writes the 8 bytes of an IEEE double, big-endian, as a byte string.
  public mutating func bits(_ number: Double) {
    head(2, 8)
    bigEndian(number.bitPattern, 8)
  }

  /// Begins an array of `count` items.
  public mutating func array(_ count: Int) { head(4, UInt64(count)) }

  /// Begins a map of `count` pairs.
  public mutating func map(_ count: Int) { head(5, UInt64(count)) }
}
