import CommandLineTool
import Terminal

/// Moments, given as microseconds since 1970 in UTC.
enum TimeView {
  /// For programs: RFC 3339 in UTC.
  static func json(_ microseconds: Int64) -> JSON {
    .string(RFC3339.format(microseconds: microseconds))
  }

  /// For people: the local time to the second.
  static func local(_ microseconds: Int64) -> String {
    LocalTime(microseconds: microseconds)?.description
      ?? RFC3339.format(microseconds: microseconds)
  }
}
