internal import ContactModel

/// Days of the calendar as the API has them: instants at 12:00 UTC.
///
/// A birthday without a year is one of 1604, as iOS has it: a leap year before anybody's birth.
enum CalendarDay {
  static let unknownYear: Int32 = 1604
  private static let noon = 43_200.0
  private static let secondsInDay = 86_400.0
  /// Days from 0000-03-01 to 2001-01-01.
  private static let reference = 730_791

  /// The day that an instant stands for; `nil` where it is not noon of a day.
  ///
  /// - Parameter seconds: Since 2001-01-01T00:00:00Z.
  static func date(_ seconds: Double) -> PartialDate? {
    let days = (seconds - noon) / secondsInDay
    guard days.rounded() == days, abs(days) < 1_000_000 else { return nil }
    // Era-based civil calendar: years begin in March, so that the leap day is the last one.
    let z = Int(days) + reference
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    guard (1...9999).contains(year) else { return nil }
    return PartialDate(
      year: year == Int(unknownYear) ? nil : Int32(year), month: UInt8(month), day: UInt8(day))
  }

  /// Noon of a day; parts that are not known are 1604, January and the first.
  static func seconds(_ date: PartialDate) -> Double {
    let month = Int(date.month ?? 1)
    let year = Int(date.year ?? unknownYear) - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let shifted = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shifted + 2) / 5 + Int(date.day ?? 1) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Double(era * 146_097 + dayOfEra - reference) * secondsInDay + noon
  }
}
