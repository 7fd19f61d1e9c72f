internal import CivilCalendar

/// The moments that a written time can mean: a date is a whole day, `10:30` a whole minute.
///
/// Both ends belong to it, microseconds since 1970 in UTC. What was as of a time is what was at its
/// end; what happened since a time happened at or after its start.
public struct TimeSpan: Hashable, Sendable {
  /// The first microsecond.
  public let start: Int64
  /// The last microsecond.
  public let end: Int64

  /// A single moment.
  init(_ moment: Int64) {
    start = moment
    end = moment
  }

  /// So many microseconds from a second on.
  init(second: Int, microseconds: Int) {
    start = Int64(second) * 1_000_000
    end = start + Int64(microseconds) - 1
  }
}

/// Why a text is no time.
public struct TimeSpanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// What is wrong with it and how times are written, on one line.
  public let reason: String

  /// Text and reason.
  public var description: String { "'\(text)' is no time: \(reason)" }
}

extension TimeSpan {
  /// Reads a time as people write it.
  ///
  /// - `2026-11-29`, `2026-11-29T10:30`, `2026-11-29 10:30:05.25`, with `Z` or `+01:00` behind the
  ///   time or, without, in `zone`;
  /// - `now`, `today`, `yesterday`;
  /// - `90s ago`, `15 minutes ago`, `2h ago`, `3 days ago`, `a week ago`, `6 months ago`,
  ///   `1 year ago`. Days and longer go back in the calendar and keep the time of day.
  ///
  /// A pure function of its arguments.
  ///
  /// - Parameter now: Microseconds since 1970, UTC.
  /// - Throws: ``TimeSpanError`` that says what is wrong with the text.
  public init(_ text: String, now: Int64, zone: Zone) throws(TimeSpanError) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    let day = Self.floor(zone.clock(at: Self.seconds(now)), 86_400)
    switch words {
    case ["now"]: self.init(now)
    case ["today"]: self = Self.day(day, zone)
    case ["yesterday"]: self = Self.day(day - 1, zone)
    default:
      if words.last == "ago" {
        self.init(try Self.ago(words.dropLast().joined(), text, now: now, zone))
      } else {
        self = try Self.calendar(text, zone)
      }
    }
  }

  /// How times are written, for messages.
  public static let forms =
    "2026-11-29, 2026-11-29T10:30, 2026-11-29T10:30:05Z, yesterday, '2h ago' or '3 days ago'"

  private static func failure(_ text: String, _ reason: String) -> TimeSpanError {
    TimeSpanError(text: text, reason: reason)
  }

  // MARK: - Dates and times of day

  private static func day(_ number: Int, _ zone: Zone) -> TimeSpan {
    let start = zone.moment(ofClock: number * 86_400)
    // A day may have 23 or 25 hours.
    let next = zone.moment(ofClock: (number + 1) * 86_400)
    return TimeSpan(second: start, microseconds: (next - start) * 1_000_000)
  }

  private static func calendar(_ text: String, _ zone: Zone) throws(TimeSpanError) -> TimeSpan {
    var scanner = TimeScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let dayOfMonth = scanner.number(2)
    else { throw failure(text, "write \(forms)") }
    let date = CivilDay(year: year, month: month, day: dayOfMonth)
    guard date.isReal else { throw failure(text, "the calendar has no such day") }
    if scanner.isAtEnd { return day(date.daysSince1970, zone) }
    guard scanner.take("T", "t", " "), let hour = scanner.number(2), scanner.take(":"),
      let minute = scanner.number(2)
    else { throw failure(text, "write \(forms)") }
    var length = 60_000_000
    var second = 0
    var fraction = 0
    if scanner.take(":") {
      guard let number = scanner.number(2) else { throw failure(text, "the seconds are missing") }
      second = number
      let hasFraction = scanner.isAt(".")
      guard let read = scanner.fraction() else {
        throw failure(text, "digits are missing behind the point")
      }
      fraction = read
      length = hasFraction ? 1 : 1_000_000
    }
    guard hour < 24, minute < 60, second <= 60 else {
      throw failure(text, "the day has no such time")
    }
    let clock = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    let moment: Int
    if scanner.isAtEnd {
      moment = zone.moment(ofClock: clock)
    } else {
      guard let offset = scanner.offset(), scanner.isAtEnd else {
        throw failure(text, "behind the time only Z or an offset such as +01:00 may stand")
      }
      moment = clock - offset
    }
    let start = Int64(moment) * 1_000_000 + Int64(fraction)
    return TimeSpan(start: start, end: start + Int64(length) - 1)
  }

  private init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }

  // MARK: - So long ago

  private static func ago(
    _ amount: String, _ text: String, now: Int64, _ zone: Zone
  ) throws(TimeSpanError) -> Int64 {
    let digits = amount.prefix { ("0"..."9").contains($0) }
    var unit = String(amount.dropFirst(digits.count))
    var count = Int(digits)
    if digits.isEmpty {
      for article in ["an", "a"] where unit.hasPrefix(article) && unit != article {
        unit.removeFirst(article.count)
        count = 1
        break
      }
    }
    guard let count, count <= 1_000_000_000 else {
      throw failure(text, "a whole number must stand in front, such as '2h ago'")
    }
    let seconds: Int
    switch unit {
    case "s", "sec", "secs", "second", "seconds": seconds = count
    case "m", "min", "mins", "minute", "minutes": seconds = count * 60
    case "h", "hour", "hours": seconds = count * 3_600
    case "d", "day", "days": return try back(text, now, zone) { $0.day -= count }
    case "w", "week", "weeks": return try back(text, now, zone) { $0.day -= count * 7 }
    case "month", "months": return try back(text, now, zone) { $0.month -= count }
    case "y", "year", "years": return try back(text, now, zone) { $0.year -= count }
    default:
      throw failure(text, "take seconds, minutes, hours, days, weeks, months or years")
    }
    return try inRange(now - Int64(seconds) * 1_000_000, text)
  }

  /// The same time of day on an earlier day; the last day of a month that is too short.
  private static func back(
    _ text: String, _ now: Int64, _ zone: Zone, _ change: (inout CivilDay) -> Void
  ) throws(TimeSpanError) -> Int64 {
    let second = seconds(now)
    let clock = zone.clock(at: second)
    let today = floor(clock, 86_400)
    var date = CivilDay(daysSince1970: today)
    change(&date)
    let months = floor(date.month - 1, 12)
    date.year += months
    date.month -= months * 12
    guard date.year >= 0 else { throw failure(text, "that is before any calendar") }
    let first = CivilDay(year: date.year, month: date.month, day: 1).daysSince1970
    var day = first + date.day - 1
    // Months and years keep the day of the month where there is one.
    if date.day > 28 {
      let next =
        date.month == 12
        ? CivilDay(year: date.year + 1, month: 1, day: 1)
        : CivilDay(year: date.year, month: date.month + 1, day: 1)
      day = min(day, next.daysSince1970 - 1)
    }
    let firstDay = CivilDay(year: 0, month: 1, day: 2).daysSince1970
    guard day >= firstDay else { throw failure(text, "that is before any calendar") }
    let moment = zone.moment(ofClock: day * 86_400 + clock - today * 86_400)
    return try inRange(Int64(moment) * 1_000_000 + (now - Int64(second) * 1_000_000), text)
  }

  private static func inRange(_ moment: Int64, _ text: String) throws(TimeSpanError) -> Int64 {
    guard moment > -62_167_219_200_000_000 else {
      throw failure(text, "that is before any calendar")
    }
    return moment
  }

  private static func seconds(_ microseconds: Int64) -> Int { floor(Int(microseconds), 1_000_000) }

  /// The quotient, rounded down.
  private static func floor(_ number: Int, _ by: Int) -> Int {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: by)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
