import Foundation

/// What the kernel counts for this process.
///
/// `write_bytes` is not used: with large folios it counts whole folios for small scattered writes,
/// several times what reaches the device.
struct ProcessCounters {
  /// Bytes handed to write calls so far (`wchar` of `/proc/self/io`).
  var written: Int
  /// CPU seconds used so far, user and system, all threads.
  var cpu: Double

  static func now() -> ProcessCounters {
    ProcessCounters(
      written: field("wchar:", of: "/proc/self/io"), cpu: Double(clock()) / Double(CLOCKS_PER_SEC))
  }

  /// The largest resident size so far, in KiB; shared with the map's clean pages.
  static var peakResident: Int { field("VmHWM:", of: "/proc/self/status") }

  /// The anonymous memory now, in KiB: what the process itself allocated.
  static var anonymous: Int { field("RssAnon:", of: "/proc/self/status") }

  private static func field(_ name: String, of path: String) -> Int {
    for line in text(path).split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
