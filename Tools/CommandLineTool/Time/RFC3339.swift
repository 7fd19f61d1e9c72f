internal import CivilCalendar

/// Moments as text for programs: RFC 3339 in UTC with microseconds.
///
/// The text always has six decimals, so texts of the same moment are equal and sort by time.
public enum RFC3339 {
  /// Such as `2026-11-30T07:56:37.000250Z`.
  ///
  /// - Parameter microseconds: Since 1970, UTC. Years outside 0 to 9999, which RFC 3339 cannot
  ///   write, keep their sign and digits.
  public static func format(microseconds: Int64) -> String {
    let (days, inDay) = divide(Int(microseconds), 86_400_000_000)
    let date = CivilDay(daysSince1970: days)
    let seconds = inDay / 1_000_000
    let sign = date.year < 0 ? "-" : ""
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { pad($0, 2) }
    return
      "\(sign)\(pad(abs(date.year), 4))-\(pad(date.month, 2))-\(pad(date.day, 2))"
      + "T\(time.joined(separator: ":")).\(pad(inDay % 1_000_000, 6))Z"
  }

  /// Microseconds since 1970, or nil where the text is no RFC 3339 moment.
  ///
  /// Any offset is taken; decimals beyond the sixth are dropped; a leap second counts as the first
  /// moment of the next minute, as on POSIX systems.
  public static func parse(_ text: String) -> Int64? {
    var scanner = TimeScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let day = scanner.number(2), scanner.take("T", "t", " "),
      let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2),
      scanner.take(":"), let second = scanner.number(2)
    else { return nil }
    let date = CivilDay(year: year, month: month, day: day)
    guard date.isReal, hour < 24, minute < 60, second <= 60 else { return nil }
    guard let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Int64(seconds * 1_000_000 + fraction)
  }

  private static func divide(_ number: Int, _ by: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: by)
    return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
