import Glibc

/// A moment as clocks on the wall of this machine show it.
///
/// - C: `localtime_r(3)`
public struct LocalTime: Hashable, Sendable, CustomStringConvertible {
  /// Year, month 1 to 12, day 1 to 31, hour, minute, second.
  public let year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  /// Seconds east of UTC.
  public let offset: Int

  /// Converts microseconds since 1970 (UTC) into the time zone of the process.
  ///
  /// - Returns: nil where the year does not fit the C library.
  public init?(microseconds: Int64) {
    var seconds = time_t(microseconds / 1_000_000)
    if microseconds % 1_000_000 < 0 { seconds -= 1 }
    var parts = unsafe tm()
    // Both structures belong to this frame; the zone name inside `parts` is not kept.
    guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
    year = unsafe Int(parts.tm_year) + 1900
    month = unsafe Int(parts.tm_mon) + 1
    day = unsafe Int(parts.tm_mday)
    hour = unsafe Int(parts.tm_hour)
    minute = unsafe Int(parts.tm_min)
    second = unsafe Int(parts.tm_sec)
    offset = unsafe Int(parts.tm_gmtoff)
  }

  /// Such as `2026-11-30 08:56:37`.
  public var description: String {
    let date = [pad(year, 4), pad(month, 2), pad(day, 2)].joined(separator: "-")
    return date + " " + [pad(hour, 2), pad(minute, 2), pad(second, 2)].joined(separator: ":")
  }

  private func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
