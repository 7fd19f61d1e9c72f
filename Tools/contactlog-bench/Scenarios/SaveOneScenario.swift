import Foundation

/// One operation to a commit, each waited for, on a store that the workload filled.
struct SaveOneScenario {
  let bench: Bench
  private let name = "save-1"
  /// What the child writes to standard error before the saves that are counted, and after them with
  /// the number of commits.
  static let marker = "contactlog-bench: flushes of commits"

  func run() throws {
    let filled = try bench.filledStore()
    if bench.options.only == "flushes" { return try savesUnderStrace(filled) }
    let recordedPath = try filled.copy(bench)
    let trace = bench.scratch.newPath("trace")
    var driver = try StoreDriver(opening: recordedPath, people: filled.people)
    var recorder = try Recorder(store: recordedPath, trace: trace, includesPresent: false)
    try forEachEdit(filled) { edits, author in
      try driver.save(edits, author: author)
      try recorder.record()
    }
    driver.close()
    var ratios = Ratios()
    let flushes = try countFlushes()
    for repetition in 1...bench.options.repetitions {
      let store = try storePass(filled)
      let path = try filled.copy(bench)
      var floor = try FloorPass.run(trace: trace, tables: recorder.tables, copy: path)
      floor.events = store.events
      if repetition == 1, try !FloorStore.sameRows(recordedPath, path) {
        throw BenchError("the floor does not hold the rows of the store")
      }
      bench.scratch.remove(path)
      report("store", store, recorder, flushes)
      report("floor", floor, nil, nil)
      ratios.add(store: store, floor: floor)
    }
    bench.report(ratios.row(scenario: name))
    bench.scratch.remove(recordedPath)
  }

  private func storePass(_ filled: FilledStore) throws -> Pass {
    let path = try filled.copy(bench)
    var driver = try StoreDriver(opening: path, people: filled.people)
    let before = try driver.position()
    let first = try PageFile.lastTransaction(of: path)
    var pass = Pass()
    try forEachEdit(filled) { edits, author in
      // A value that is set already makes no commit.
      try pass.stepUnlessNothing { try driver.save(edits, author: author) }
    }
    pass.events = Int(try driver.position() - before)
    driver.close()
    try pass.measureFile(of: path, since: first)
    bench.scratch.remove(path)
    return pass
  }

  private func forEachEdit(
    _ filled: FilledStore, _ body: ([Edit], String) throws -> Void
  ) throws {
    for operation in filled.tail {
      try body([try Edit(operation)], "u\(operation.author)")
    }
  }

  private func report(_ subject: String, _ pass: Pass, _ recorder: Recorder?, _ flushes: Double?) {
    var row = Row(scenario: name, subject: subject)
    pass.add(to: &row, per: "event", count: pass.events)
    if let flushes { row.set("flushesPerCommit", flushes) }
    if let recorder { recorder.add(to: &row, events: pass.events) }
    bench.report(row)
  }
}

// MARK: - Flushes

extension SaveOneScenario {
  /// Flushes for each commit, counted in a child under strace; `nil` where that cannot be done.
  private func countFlushes() throws -> Double? {
    var arguments = ["--scenario", name, "--only", "flushes", "--scratch", bench.scratch.path]
    arguments += ["--workload", bench.workload, "--limit", "\(min(bench.options.limit, 3000))"]
    let log = bench.scratch.newPath("strace")
    defer { bench.scratch.remove(log) }
    guard
      let counted = try FlushCounter.count(arguments: arguments, log: log, marker: Self.marker)
    else {
      bench.note("strace is not here, so flushes are not counted")
      return nil
    }
    return Double(counted.flushes) / Double(counted.number)
  }

  /// What the child does.
  private func savesUnderStrace(_ filled: FilledStore) throws {
    let path = try filled.copy(bench)
    var driver = try StoreDriver(opening: path, people: filled.people)
    var commits = 0
    FileHandle.standardError.write(Data("\(Self.marker) 0\n".utf8))
    try forEachEdit(filled) { edits, author in
      if try driver.save(edits, author: author) != nil { commits += 1 }
    }
    FileHandle.standardError.write(Data("\(Self.marker) \(commits)\n".utf8))
    driver.close()
  }
}
