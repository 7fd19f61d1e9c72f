import CivilCalendar
import Testing

/// Days of the calendar, counted both ways.
@Suite struct CivilDayTests {
  @Test func `both conversions agree over eight hundred years`() {
    var previous = CivilDay(daysSince1970: -146_098)
    for days in -146_097...146_097 {
      let day = CivilDay(daysSince1970: days)
      let isNext =
        day.day == previous.day + 1 && day.month == previous.month
        || day.day == 1 && (previous.day >= 28)
      if day.daysSince1970 != days || !isNext || !day.isReal {
        Issue.record("day \(days)")
        return
      }
      previous = day
    }
  }

  @Test(arguments: [
    (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (-25_508, 1900, 3, 1),
    (-719_528, 0, 1, 1), (2_932_896, 9999, 12, 31),
  ])
  func `days known from elsewhere are right`(days: Int, year: Int, month: Int, day: Int) {
    #expect(CivilDay(daysSince1970: days) == CivilDay(year: year, month: month, day: day))
  }
}
