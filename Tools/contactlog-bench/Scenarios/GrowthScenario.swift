import ContactLog
import ContactModel
import Foundation

/// What a save costs in stores of rising size, in counters: nothing may grow with the store but the
/// height of its trees.
struct GrowthScenario {
  let bench: Bench
  private let saves = 200

  func run() throws {
    for size in bench.options.growth {
      bench.note("growth: \(size) people")
      let folder = bench.scratch.newPath("workload")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WorkloadGenerator(contacts: size, edits: 0, queries: 1, seed: bench.options.seed)
        .write(to: folder)
      let path = bench.scratch.newPath("growing")
      let driver = try StoreDriver(creating: path)
      _ = try CardImport(store: driver.store, path: "\(folder)/contacts.vcf").run()
      try one(driver.store, path, size)
      try many(driver.store, path, size)
      driver.close()
      bench.scratch.remove(path)
      bench.scratch.remove(folder)
    }
  }

  /// One value to a commit, of people spread over the store.
  private func one(_ store: Store, _ path: String, _ size: Int) throws {
    var recorder = try Recorder(
      store: path, trace: bench.scratch.newPath("trace"), includesPresent: false)
    let first = try PageFile.lastTransaction(of: path)
    var pass = Pass()
    for number in 0..<saves {
      let person = RecordID.person(Int32(1 + number * 7919 % size))
      let session = store.session(author: "bench", program: "contactlog-bench")
      try session.set(.lastName, of: person, to: .text("Fordham \(number)"))
      try pass.step { _ = try session.save() }
      try recorder.record()
    }
    try pass.measureFile(of: path, since: first)
    report("one value to a commit", pass, recorder, size, events: saves)
  }

  /// A thousand values in one commit, of neighbours.
  private func many(_ store: Store, _ path: String, _ size: Int) throws {
    var recorder = try Recorder(
      store: path, trace: bench.scratch.newPath("trace"), includesPresent: false)
    let session = store.session(author: "bench", program: "contactlog-bench")
    for number in 0..<1000 {
      let person = RecordID.person(Int32(1 + number % size))
      try session.set(.jobTitle, of: person, to: .text("Title \(number)"))
    }
    let first = try PageFile.lastTransaction(of: path)
    var pass = Pass()
    try pass.step { _ = try session.save() }
    try recorder.record()
    try pass.measureFile(of: path, since: first)
    report("a thousand values to a commit", pass, recorder, size, events: 1000)
  }

  private func report(
    _ subject: String, _ pass: Pass, _ recorder: Recorder, _ size: Int, events: Int
  ) {
    var row = Row(scenario: "growth", subject: subject)
    row.set("people", size)
    pass.add(to: &row, per: "event", count: events)
    recorder.add(to: &row, events: events)
    bench.report(row)
  }
}
