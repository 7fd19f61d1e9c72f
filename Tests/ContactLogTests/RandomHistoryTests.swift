import Foundation
import Testing

/// Random histories against a model of dictionaries.
///
/// A failure prints its seed and the shortest steps that still fail.
///
/// `CONTACTLOG_HISTORIES=N` runs N times as many, `CONTACTLOG_SEED=N` begins at another seed.
@Suite struct RandomHistoryTests {
  static let factor = number("CONTACTLOG_HISTORIES") ?? 1
  static let firstSeed = number("CONTACTLOG_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private func run(_ steps: [HistoryStep], replays: Bool) throws {
    try MemoryFolder.with { path in
      let run = try HistoryRun(path: path)
      defer { run.close() }
      for step in steps { try run.perform(step) }
      try run.proveEnd()
      if replays { try run.proveReplay() }
      try run.undoEverything()
    }
  }

  private func check(seed: Int, count: Int, replays: Bool) {
    let steps = HistoryStep.history(seed: UInt64(seed), count: count)
    do {
      try run(steps, replays: replays)
    } catch {
      let short = HistoryStep.shortened(steps) { fewer in
        do { try run(fewer, replays: replays) } catch { return true }
        return false
      }
      var reason = "\(error)"
      do { try run(short, replays: replays) } catch { reason = "\(error)" }
      Issue.record(
        "seed \(seed): \(reason)\n  \(short.map(\.description).joined(separator: "\n  "))")
    }
  }

  @Test(arguments: 0..<20) func `short histories agree with the model`(_ part: Int) {
    for index in 0..<50 * Self.factor {
      let seed = Self.firstSeed + part * 50 * Self.factor + index
      check(seed: seed, count: 18, replays: index % 5 == 0)
    }
  }

  @Test(arguments: 0..<10) func `long histories agree with the model`(_ part: Int) {
    for index in 0..<5 * Self.factor {
      let seed = Self.firstSeed + 1_000_000 + part * 5 * Self.factor + index
      check(seed: seed, count: 120, replays: true)
    }
  }
}
