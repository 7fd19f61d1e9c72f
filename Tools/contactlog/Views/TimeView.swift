import CommandLineTool
import Terminal

/// Moments, given as microseconds since 1970 in UTC.
enum TimeView {
  /// For programs: RFC 3339 in UTC.
  static func text(_ microseconds: Int64) -> String {
    RFC3339.format(microseconds: microseconds)
  }

  /// As ``text(_:)``.
  static func json(_ microseconds: Int64) -> JSON { .string(text(microseconds)) }

  /// For people: the local time to the second.
  static func local(_ microseconds: Int64) -> String {
    LocalTime(microseconds: microseconds)?.description ?? text(microseconds)
  }
}
