import Foundation

/// Where and on what a report was made.
enum Machine {
  static func row(_ bench: Bench) throws -> Row {
    var row = Row(scenario: "machine", subject: processor)
    row.set("cores", ProcessInfo.processInfo.activeProcessorCount)
    row.set("loadBefore", load)
    row.set("optimized", !isDebug)
    row.set("workloadBytes", Scratch.fileBytes(of: bench.workload))
    row.set("madeUp", bench.options.workload == nil)
    row.set("limit", bench.options.limit == .max ? 0 : bench.options.limit)
    return row
  }

  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line.map { String($0.drop { $0 != ":" }.dropFirst(2)) } ?? "unknown"
  }

  private static var load: Double {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  private static var isDebug: Bool {
    var debug = false
    assert(
      {
        debug = true; return true
      }())
    return debug
  }
}
