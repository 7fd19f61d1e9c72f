internal import ContactModel
internal import LMDB

/// The last seven digits of every phone number, reversed: digits ‖ 0 ‖ record.
///
/// A pure function of the digits, so that it depends on no numbering plan; the few candidates are
/// compared when a number is looked up.
struct PhoneIndex: RecordIndex {
  static func table(_ set: Tables.Projections) -> Table { set.phones }
  let reads = PropertySet([.phones])

  /// How many digits the key has; shorter numbers are keyed whole.
  static let keyDigits = 7

  func appendKeys(of record: Record, to keys: inout KeyList) {
    guard record.exists, let list = record.list(.phones) else { return }
    for entry in list.entries where !entry.isRemoved {
      guard let text = entry.value.text else { continue }
      let digits = PhoneDigits.of(text)
      if digits.isEmpty { continue }
      keys.add(record.id) { bytes in
        bytes.append(contentsOf: Self.key(digits))
        bytes.append(0)
      }
    }
  }

  /// The key of a number of these digits.
  static func key(_ digits: [UInt8]) -> [UInt8] { digits.suffix(keyDigits).reversed() }
}

/// The digits of a phone number, as a digits-only comparison sees them.
enum PhoneDigits {
  /// The digits as ASCII, of any script, up to an extension (`;`, `,`, `x`, `ext`, `#`).
  static func of(_ text: String) -> [UInt8] {
    var digits: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: digits.append(UInt8(scalar.value))
      case 0x3B, 0x2C, 0x23, 0x78, 0x58:
        if !digits.isEmpty { return digits }
      case 0x80...:
        if let digit = scalar.properties.numericType == .decimal
          ? scalar.properties.numericValue : nil
        {
          digits.append(0x30 + UInt8(digit))
        }
      default:
        // A word such as "ext" ends the number; vanity letters do not.
        if scalar == "e" || scalar == "E", digits.count >= 4 { return digits }
      }
    }
    return digits
  }

  /// How well two numbers agree.
  enum Match: Int, Sendable, Comparable {
    /// Not the same.
    case none
    /// One ends in the other, which is too short to be sure.
    case short
    /// The same but for country code and trunk zeros.
    case national
    /// The same digits.
    case exact

    static func < (a: Match, b: Match) -> Bool { a.rawValue < b.rawValue }
  }

  /// Compares digits only: `00` and leading zeros are dropped, then one must end in the other.
  static func match(_ a: [UInt8], _ b: [UInt8]) -> Match {
    if a == b { return a.isEmpty ? .none : .exact }
    let x = Array(a.drop { $0 == 0x30 })
    let y = Array(b.drop { $0 == 0x30 })
    let shorter = min(x.count, y.count)
    guard shorter > 0, x.suffix(shorter) == y.suffix(shorter) else { return .none }
    if shorter >= PhoneIndex.keyDigits, max(x.count, y.count) - shorter <= 4 {
      return x.count == y.count ? .exact : .national
    }
    return shorter >= 5 ? .short : .none
  }
}
