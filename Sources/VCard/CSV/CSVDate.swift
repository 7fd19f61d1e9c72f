import ContactModel

/// Dates as tables have them.
enum CSVDate {
  /// How a date was read.
  enum Outcome {
    case date(PartialDate)
    /// Day and month, or the century, could be meant in another way.
    case guess(PartialDate)
    /// A date that says that there is none, as Outlook writes.
    case none
    case bad
  }

  /// Reads ISO 8601, and numbers with slashes, dots or dashes between them.
  ///
  /// - Parameter isMonthFirst: What `3/4/1990` means where nothing else says it.
  static func read(_ text: String, isMonthFirst: Bool) -> Outcome {
    let text = trimmed(text)
    if let date = PartialDate(text) { return .date(date) }
    // A time of day behind it moves no birthday.
    let day = text.split(whereSeparator: { $0 == " " || $0 == "T" }).first.map(String.init) ?? ""
    if day != text, let date = PartialDate(day) { return .date(date) }
    let parts = day.split(whereSeparator: { "/.-".contains($0) }).map(String.init)
    let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int32($0) : nil }
    guard numbers.count == 3, parts.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return .bad }
    if numbers[0] == 0, numbers[1] == 0 { return .none }
    if parts[0].utf8.count == 4 {
      return date(numbers[0], numbers[1], numbers[2]).map { .date($0) } ?? .bad
    }
    return read(numbers, year: parts[2], hasDots: day.contains("."), isMonthFirst)
  }

  private static func read(
    _ numbers: [Int32], year: String, hasDots: Bool, _ isMonthFirst: Bool
  ) -> Outcome {
    var isGuess = false
    var number = numbers[2]
    if year.utf8.count <= 2 {
      number += number < 30 ? 2000 : 1900
      isGuess = true
    }
    let monthFirst = date(number, numbers[0], numbers[1])
    let dayFirst = date(number, numbers[1], numbers[0])
    switch (monthFirst, dayFirst) {
    case (nil, nil): return .bad
    case (let date?, nil): return isGuess || hasDots ? .guess(date) : .date(date)
    case (nil, let date?): return isGuess ? .guess(date) : .date(date)
    case (let first?, let second?):
      if hasDots { return isGuess ? .guess(second) : .date(second) }
      if first == second { return isGuess ? .guess(first) : .date(first) }
      return .guess(isMonthFirst ? first : second)
    }
  }

  private static func date(_ year: Int32, _ month: Int32, _ day: Int32) -> PartialDate? {
    guard let month = UInt8(exactly: month), let day = UInt8(exactly: day) else { return nil }
    return PartialDate(year: year, month: month, day: day)
  }

  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The date as a table of a layout has it.
  ///
  /// Dates of which a part is not known are written in ISO 8601 everywhere.
  static func text(_ date: PartialDate, _ layout: CSVLayout) -> String {
    guard case .outlook(let language) = layout, let year = date.year, let month = date.month,
      let day = date.day
    else { return date.description }
    let padded = (
      day: DateText.padded(Int(day), 2), month: DateText.padded(Int(month), 2),
      year: DateText.padded(Int(year), 4)
    )
    return switch language {
    case .english: "\(month)/\(day)/\(padded.year)"
    case .german: "\(padded.day).\(padded.month).\(padded.year)"
    case .french: "\(padded.day)/\(padded.month)/\(padded.year)"
    }
  }
}
