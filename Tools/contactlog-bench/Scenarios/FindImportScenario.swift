import ContactLog
import Foundation

/// What sorted lists and words cost an import, with them and without in one run.
struct FindImportScenario {
  let bench: Bench

  func run() throws {
    for size in bench.options.growth {
      bench.note("find-import: \(size) people")
      let folder = bench.scratch.newPath("workload")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WorkloadGenerator(contacts: size, edits: 0, queries: 1, seed: bench.options.seed)
        .write(to: folder)
      var seconds: [Bool: [Double]] = [:]
      for _ in 0..<bench.options.repetitions {
        for postpones in [true, false] {
          let path = bench.scratch.newPath("finding")
          seconds[postpones, default: []] += [try fill(path, folder, postpones)]
          bench.scratch.remove(path)
        }
      }
      report(size, seconds)
      bench.scratch.remove(folder)
    }
  }

  /// Imports the cards into a new store.
  private func fill(
    _ path: String, _ folder: String, _ postpones: Bool
  ) throws -> Double {
    var options = Store.Options()
    options.postponesOrders = postpones
    let store = try Store.create(at: path, options: options)
    defer { store.close() }
    var timings = Timings()
    try timings.measure {
      _ = try CardImport(store: store, path: "\(folder)/contacts.vcf").run()
    }
    return timings.total
  }

  private func report(_ size: Int, _ seconds: [Bool: [Double]]) {
    func median(_ postpones: Bool) -> Double {
      let sorted = (seconds[postpones] ?? []).sorted()
      return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
    var row = Row(scenario: "find-import", subject: "ratio")
    row.set("people", size)
    row.set("seconds", median(false))
    row.set("secondsWithoutOrders", median(true))
    row.set("ratio", median(false) / median(true))
    bench.report(row)
  }
}
