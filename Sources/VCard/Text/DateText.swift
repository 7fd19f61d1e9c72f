import CivilCalendar
import ContactModel

/// Dates as cards write them: ISO 8601 with or without dashes, parts left out, a time behind.
enum DateText {
  /// The date in a value; the time of day and the zone, which move no birthday, are dropped.
  ///
  /// - Parameter omittedYear: The year that stands for none (`X-APPLE-OMIT-YEAR`).
  static func date(_ line: borrowing ContentLine) -> PartialDate? {
    guard line.head.valueKind != .text else { return nil }
    let value = line.head.value
    var end = value.lowerBound
    while end < value.upperBound {
      let byte = line.bytes[end]
      if byte.capital == UInt8(ascii: "T") || byte.isBlank { break }
      end += 1
    }
    guard let date = PartialDate(line.plain(value.lowerBound..<end)) else { return nil }
    if let omitted = line.parameter("X-APPLE-OMIT-YEAR"), let year = date.year,
      omitted == String(year)
    {
      return PartialDate(month: date.month, day: date.day)
    }
    return date
  }

  /// The value and the parameters that say a date in a version.
  static func written(
    _ date: PartialDate, _ version: VCardVersion
  ) -> (parameters: [CardOutput.Parameter], value: String) {
    if version == .v4 { return ([], basic(date)) }
    if date.year == nil, let month = date.month, let day = date.day {
      let text = "1604-\(padded(Int(month), 2))-\(padded(Int(day), 2))"
      return ([.init("X-APPLE-OMIT-YEAR", "1604")], text)
    }
    return ([], date.description)
  }

  /// The form without dashes that vCard 4.0 wants (RFC 6350 section 4.3.1).
  private static func basic(_ date: PartialDate) -> String {
    switch (date.year, date.month, date.day) {
    case (let year?, let month?, let day?):
      padded(Int(year), 4) + padded(Int(month), 2) + padded(Int(day), 2)
    case (let year?, let month?, nil): padded(Int(year), 4) + "-" + padded(Int(month), 2)
    case (let year?, nil, _): padded(Int(year), 4)
    case (nil, let month?, let day?): "--" + padded(Int(month), 2) + padded(Int(day), 2)
    case (nil, let month?, nil): "--" + padded(Int(month), 2)
    case (nil, nil, let day): "---" + padded(Int(day ?? 1), 2)
    }
  }

  /// The calendar date in UTC of an instant, given in seconds since 2001-01-01.
  static func date(ofInstant seconds: Double) -> PartialDate? {
    guard seconds.isFinite, seconds.magnitude < 1e13 else { return nil }
    let day = CivilDay(daysSince1970: Int((seconds / 86_400).rounded(.down)) + 11_323)
    return PartialDate(
      year: Int32(truncatingIfNeeded: day.year), month: UInt8(day.month), day: UInt8(day.day))
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
