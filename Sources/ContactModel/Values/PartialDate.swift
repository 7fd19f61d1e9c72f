/// A calendar date of which parts may be unknown.
///
/// No time of day and no time zone, ever.
///
/// Gregorian, proleptic. A birthday without a year has no `year`; `1990` alone has neither month
/// nor day. Source: RFC 6350 section 4.3.1.
public struct PartialDate: Hashable, Sendable {
  /// The year, when known.
  public let year: Int32?
  /// 1 to 12, when known.
  public let month: UInt8?
  /// 1 to 31, when known.
  public let day: UInt8?

  /// A date of the parts that are known; `nil` when no such date exists or no part is given.
  ///
  /// Without a year 29 February is a date.
  public init?(year: Int32? = nil, month: UInt8? = nil, day: UInt8? = nil) {
    if let month {
      guard (1...12).contains(month) else { return nil }
      if let day {
        guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
      }
    } else if let day {
      guard (1...31).contains(day), year == nil else { return nil }
    }
    guard year != nil || month != nil || day != nil else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(in month: UInt8, of year: Int32?) -> UInt8 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2:
      year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true ? 29 : 28
    default: 31
    }
  }
}

extension PartialDate: CustomStringConvertible {
  /// `1978-01-20`, `--01-20` without a year, `1978-01`, `1978`, `--01`, `---20`.
  public var description: String {
    var text = year.map { Self.padded($0, 4) } ?? (month == nil ? "--" : "-")
    if let month { text += "-" + Self.padded(Int32(month), 2) }
    if let day { text += "-" + Self.padded(Int32(day), 2) }
    return text
  }

  private static func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  /// Reads the written form, and the undashed forms `19780120` and `--0120`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }) else { return nil }
    func number(_ range: Range<Int>) -> Int32? {
      guard range.upperBound <= bytes.count else { return nil }
      var total: Int32 = 0
      for byte in bytes[range] {
        guard byte != 0x2D else { return nil }
        total = total * 10 + Int32(byte - 0x30)
      }
      return total
    }
    func part(_ range: Range<Int>) -> UInt8? { number(range).map { UInt8($0) } }
    switch (bytes.count, bytes.prefix(2) == [0x2D, 0x2D]) {
    case (10, false) where bytes[4] == 0x2D && bytes[7] == 0x2D:
      guard let y = number(0..<4), let m = part(5..<7), let d = part(8..<10) else { return nil }
      self.init(year: y, month: m, day: d)
    case (8, false):
      guard let y = number(0..<4), let m = part(4..<6), let d = part(6..<8) else { return nil }
      self.init(year: y, month: m, day: d)
    case (7, false) where bytes[4] == 0x2D:
      guard let y = number(0..<4), let m = part(5..<7) else { return nil }
      self.init(year: y, month: m)
    case (4, false):
      guard let y = number(0..<4) else { return nil }
      self.init(year: y)
    case (7, true) where bytes[4] == 0x2D:
      guard let m = part(2..<4), let d = part(5..<7) else { return nil }
      self.init(month: m, day: d)
    case (6, true):
      guard let m = part(2..<4), let d = part(4..<6) else { return nil }
      self.init(month: m, day: d)
    case (4, true):
      guard let m = part(2..<4) else { return nil }
      self.init(month: m)
    case (5, true) where bytes[2] == 0x2D:
      guard let d = part(3..<5) else { return nil }
      self.init(day: d)
    default: return nil
    }
  }
}
