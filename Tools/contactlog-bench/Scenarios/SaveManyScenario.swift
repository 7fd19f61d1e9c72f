/// The whole workload, a thousand operations to a commit, on a new store; then bare LMDB with the same rows.
struct SaveManyScenario {
  let bench: Bench
  private let name = "save-1000"
  private let batchSize = 1000

  func run() throws {
    switch bench.options.only {
    case "store": return report("store", try storePass().pass, nil)
    case "input": return try inputPass()
    case "nothing": return
    case "floor":
      guard let trace = bench.options.trace else { throw BenchError("the floor needs --trace") }
      let tables = try TraceReader.tables(of: trace)
      return report(
        "floor", try FloorPass.run(trace: trace, tables: tables, untimed: 1, bench: bench).pass, nil
      )
    default: break
    }
    let trace = bench.options.trace ?? bench.scratch.newPath("trace")
    bench.note("\(name): recording")
    let recorded = try record(trace)
    var ratios = Ratios()
    for repetition in 1...bench.options.repetitions {
      bench.note("\(name): repetition \(repetition)")
      let store = try storePass()
      bench.scratch.remove(store.path)
      var floor = try FloorPass.run(
        trace: trace, tables: recorded.recorder.tables, untimed: 1, bench: bench)
      floor.pass.events = store.pass.events
      report("store", store.pass, recorded.recorder)
      report("floor", floor.pass, nil)
      ratios.add(store: store.pass, floor: floor.pass)
      if repetition == 1, try !FloorStore.sameRows(recorded.path, floor.path) {
        throw BenchError("the floor does not hold the rows of the store")
      }
      bench.scratch.remove(floor.path)
    }
    bench.report(ratios.row(scenario: name))
    bench.scratch.remove(recorded.path)
  }

  /// A pass whose every commit is looked at from outside; not timed.
  private func record(_ trace: String) throws -> (recorder: Recorder, path: String) {
    let path = bench.scratch.newPath("recorded")
    var driver = try StoreDriver(creating: path)
    var recorder = try Recorder(store: path, trace: trace)
    try forEachBatch { edits, author in
      try driver.save(edits, author: author)
      try recorder.record()
    }
    driver.close()
    try TraceReader.write(tables: recorder.tables, of: trace)
    return (recorder, path)
  }

  private func storePass() throws -> (pass: Pass, path: String) {
    let path = bench.scratch.newPath("store")
    var driver = try StoreDriver(creating: path)
    let first = try PageFile.lastTransaction(of: path)
    var pass = Pass()
    try forEachBatch { edits, author in
      try pass.step { _ = try driver.save(edits, author: author) }
      pass.noteMemory()
    }
    pass.events = Int(try driver.position())
    driver.close()
    try pass.measureFile(of: path, since: first)
    return (pass, path)
  }

  /// Only what the bench itself does to make operations ready; for a profiler to subtract.
  private func inputPass() throws {
    var count = 0
    try forEachBatch { edits, _ in count += edits.count }
    bench.note("\(count) operations")
  }

  private func forEachBatch(_ body: ([Edit], String) throws -> Void) throws {
    var reader = try OperationReader(path: bench.operations)
    var left = bench.options.limit
    while left > 0 {
      let operations = try reader.next(min(batchSize, left))
      guard let first = operations.first else { return }
      left -= operations.count
      try body(try operations.map { try Edit($0) }, "u\(first.author)")
    }
  }

  private func report(_ subject: String, _ pass: Pass, _ recorder: Recorder?) {
    var row = Row(scenario: name, subject: subject)
    pass.add(to: &row, per: "event", count: pass.events)
    if let recorder { recorder.add(to: &row, events: pass.events) }
    bench.report(row)
  }
}
