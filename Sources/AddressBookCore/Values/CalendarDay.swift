internal import CivilCalendar
internal import ContactModel

/// Days of the calendar as the API has them: instants at 12:00 UTC.
///
/// A birthday without a year is one of 1604, as iOS has it: a leap year before anybody's birth.
enum CalendarDay {
  static let unknownYear: Int32 = 1604
  private static let noon = 43_200.0
  private static let secondsInDay = 86_400.0
  /// Days from 1970-01-01 to 2001-01-01.
  private static let reference = 11_323

  /// The day that an instant stands for; `nil` where it is not noon of a day.
  ///
  /// - Parameter seconds: Since 2001-01-01T00:00:00Z.
  static func date(_ seconds: Double) -> PartialDate? {
    let days = (seconds - noon) / secondsInDay
    guard days.rounded() == days, abs(days) < 1_000_000 else { return nil }
    let day = CivilDay(daysSince1970: Int(days) + reference)
    guard (1...9999).contains(day.year) else { return nil }
    return PartialDate(
      year: day.year == Int(unknownYear) ? nil : Int32(day.year), month: UInt8(day.month),
      day: UInt8(day.day))
  }

  /// Noon of a day; parts that are not known are 1604, January and the first.
  static func seconds(_ date: PartialDate) -> Double {
    let day = CivilDay(
      year: Int(date.year ?? unknownYear), month: Int(date.month ?? 1), day: Int(date.day ?? 1))
    return Double(day.daysSince1970 - reference) * secondsInDay + noon
  }
}
