/// Dates in a query.
enum QueryDate {
  /// The first microsecond of a year, month or day in UTC, or of an RFC 3339 time, since 1970; `nil`
  /// for any other text.
  static func microseconds(_ text: String) -> Int64? {
    var scanner = DateScanner(text)
    guard let year = scanner.number(4) else { return nil }
    if scanner.isAtEnd { return moment(year, 1, 1) }
    guard scanner.take("-"), let month = scanner.number(2) else { return nil }
    if scanner.isAtEnd { return moment(year, month, 1) }
    guard scanner.take("-"), let day = scanner.number(2),
      let date = moment(year, month, day)
    else { return nil }
    if scanner.isAtEnd { return date }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(2), hour < 24, scanner.take(":"), let minute = scanner.number(2),
      minute < 60
    else { return nil }
    var seconds = 0
    if scanner.take(":") {
      guard let found = scanner.number(2), found <= 60 else { return nil }
      seconds = found
      if scanner.take(".") {
        guard scanner.skipDigits() else { return nil }
      }
    }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    return date + Int64(hour * 3600 + minute * 60 + seconds - offset) * 1_000_000
  }

  /// Midnight of a day.
  private static func moment(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard (1...12).contains(month) else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[month - 1]).contains(day) else { return nil }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400
    let inYear = days[..<(month - 1)].reduce(0, +) + day - 1
    // 719,162 days from year 1 to 1970.
    return Int64(before * 365 + leaps + inYear - 719_162 - (year == 0 ? 1 : 0)) * 86_400_000_000
  }
}

private struct DateScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard let first = rest.first, first == character.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
      value = value * 10 + Int(first - 0x30)
      rest.removeFirst()
    }
    return value
  }

  /// Whether there were digits to skip.
  mutating func skipDigits() -> Bool {
    let count = rest.count
    rest = rest.drop { (0x30...0x39).contains($0) }
    return rest.count < count
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : -1
    guard sign == 1 || take("-") else { return nil }
    guard let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60 else {
      return nil
    }
    return sign * (hours * 3600 + minutes * 60)
  }
}
