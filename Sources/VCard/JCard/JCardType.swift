/// The kinds of values of jCard (RFC 7095 section 3.5).
enum JCardType {
  /// Whether values of the kind are dates or times, which JSON has in the extended form.
  static func isDate(_ type: String) -> Bool {
    ["date", "time", "date-time", "date-and-or-time", "timestamp", "utc-offset"].contains(type)
  }
}

/// Dates and times in the two forms of ISO 8601: without signs between the parts, as vCard 4.0 has
/// them, and with, as jCard has.
enum JCardDate {
  /// `1996-04-15T14:30:00-05:00` as `19960415T143000-0500`.
  static func basic(_ text: String) -> String {
    guard isPlain(text) else { return text }
    let (date, time) = parts(text)
    return basicDate(date) + (time.map { "T" + $0.replacing(":", with: "") } ?? "")
  }

  /// `19960415T143000-0500` as `1996-04-15T14:30:00-05:00`.
  static func extended(_ text: String) -> String {
    guard isPlain(text) else { return text }
    let (date, time) = parts(text)
    return extendedDate(date) + (time.map { "T" + extendedTime($0) } ?? "")
  }

  /// `-0500` as `-05:00`, and back.
  static func offset(_ text: String, isExtended: Bool) -> String {
    let plain = text.replacing(":", with: "")
    guard isExtended, plain.utf8.count == 5 else { return plain }
    return plain.prefix(3) + ":" + plain.suffix(2)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      byte &- 0x30 < 10 || [0x2D, 0x3A, 0x2B, 0x2E, 0x54, 0x5A].contains(byte)
    }
  }

  private static func parts(_ text: String) -> (date: String, time: String?) {
    guard let mark = text.firstIndex(of: "T") else { return (text, nil) }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  private static func basicDate(_ date: String) -> String {
    let count = date.utf8.count
    if date.hasPrefix("---") || count == 7 && !date.hasPrefix("--") { return date }
    if date.hasPrefix("--") { return "--" + date.dropFirst(2).replacing("-", with: "") }
    return date.replacing("-", with: "")
  }

  private static func extendedDate(_ date: String) -> String {
    if date.hasPrefix("---") || date.dropFirst(2).contains("-") { return date }
    if date.hasPrefix("--") {
      return date.utf8.count == 6 ? date.prefix(4) + "-" + date.suffix(2) : date
    }
    return date.utf8.count == 8
      ? date.prefix(4) + "-" + date.dropFirst(4).prefix(2) + "-" + date.suffix(2) : date
  }

  private static func extendedTime(_ time: String) -> String {
    let zone = time.firstIndex { "+-Z".contains($0) } ?? time.endIndex
    var text = ""
    for (index, digit) in time[..<zone].replacing(":", with: "").enumerated() {
      if index == 2 || index == 4 { text += ":" }
      text.append(digit)
    }
    let rest = String(time[zone...])
    return text + (rest.hasPrefix("Z") ? rest : offset(rest, isExtended: true))
  }
}
