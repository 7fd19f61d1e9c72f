/// How well two phone numbers agree.
public enum PhoneMatch: Int, Sendable, Hashable, Comparable {
  /// One is the end of the other, which is too short to be sure.
  case short = 1
  /// The same number, one of them without its country code.
  case national
  /// The same number.
  case exact

  public static func < (a: PhoneMatch, b: PhoneMatch) -> Bool { a.rawValue < b.rawValue }
}

/// Compares phone numbers.
///
/// The index finds the candidates by their digits; what they are worth is decided here, when a number
/// is looked up. ``DigitComparison`` needs no tables; another implementation may know numbering plans.
public protocol PhoneComparing: Sendable {
  /// How well two numbers agree; `nil`: they are not the same.
  ///
  /// - Parameter region: The region whose numbers need no country code, two capital letters; empty:
  ///   not known.
  func match(_ first: String, _ second: String, region: String) -> PhoneMatch?

  /// The parts of a number, so that not every number that ends in the same digits need be compared.
  ///
  /// - Returns: `nil` where they are not known: who shares the last seven digits is compared.
  func forms(of number: String, region: String) -> PhoneForms?
}

extension PhoneComparing {
  /// Nothing is known but the digits.
  public func forms(of number: String, region: String) -> PhoneForms? { nil }
}

/// The parts of a phone number in its country's numbering plan, ASCII digits each.
public struct PhoneForms: Sendable, Hashable {
  /// The country code: `49`; empty where it is not known.
  public var countryCode: String
  /// The number behind it, as in E.164: `301234567`.
  public var significant: String
  /// As it is dialled within the country: `0301234567`.
  public var national: String

  /// The parts of a number.
  public init(countryCode: String, significant: String, national: String) {
    self.countryCode = countryCode
    self.significant = significant
    self.national = national
  }

  /// A number of which only the digits count.
  public init(digits: String) {
    self.init(countryCode: "", significant: digits, national: digits)
  }
}

/// Compares the digits of phone numbers, without knowing any numbering plan.
///
/// Digits of any script count, letters are digits as on a telephone's keys where there are three or
/// more of them, an extension does not count. The same digits are `exact`; also when leading zeros,
/// `00` among them, are left out. Where one number ends in the other, seven digits or more, and has
/// at most four more in front, they are `national`; from five digits on, `short`.
public struct DigitComparison: PhoneComparing {
  /// Makes the comparison.
  public init() {}

  public func match(_ first: String, _ second: String, region: String) -> PhoneMatch? {
    Self.match(PhoneDigits.of(first), PhoneDigits.of(second))
  }

  /// Only numbers of which one ends in the other agree.
  public func forms(of number: String, region: String) -> PhoneForms? {
    PhoneForms(digits: String(decoding: PhoneDigits.of(number), as: UTF8.self))
  }

  /// Compares two numbers of which the digits are known.
  static func match(_ a: [UInt8], _ b: [UInt8]) -> PhoneMatch? {
    if a == b { return a.isEmpty ? nil : .exact }
    let x = Array(a.drop { $0 == 0x30 })
    let y = Array(b.drop { $0 == 0x30 })
    let shorter = min(x.count, y.count)
    guard shorter > 0, x.suffix(shorter) == y.suffix(shorter) else { return nil }
    if shorter >= PhoneIndex.sharedDigits, max(x.count, y.count) - shorter <= 4 {
      return x.count == y.count ? .exact : .national
    }
    return shorter >= 5 ? .short : nil
  }
}
