import ContactLog

/// A card file into a new store; then bare LMDB with the same rows.
struct ImportScenario {
  let bench: Bench
  let cardsPerCommit: Int
  private var name: String { cardsPerCommit == 10_000 ? "import" : "import-\(cardsPerCommit)" }

  init(bench: Bench, cardsPerCommit: Int) {
    self.bench = bench
    self.cardsPerCommit = cardsPerCommit
  }

  func run() throws {
    let trace = bench.scratch.newPath("trace")
    bench.note("\(name): recording")
    let recordedPath = bench.scratch.newPath("recorded")
    var driver = try StoreDriver(creating: recordedPath)
    var recorder = try Recorder(store: recordedPath, trace: trace)
    _ = try cards(into: driver).run { try recorder.record() }
    driver.close()
    var ratios = Ratios()
    for repetition in 1...bench.options.repetitions {
      bench.note("\(name): repetition \(repetition)")
      let path = bench.scratch.newPath("store")
      driver = try StoreDriver(creating: path)
      let first = try PageFile.lastTransaction(of: path)
      var pass = Pass()
      var anonymous = 0
      let report = try pass.step {
        try cards(into: driver).run { anonymous = max(anonymous, ProcessCounters.anonymous) }
      }
      pass.anonymous = anonymous
      pass.events = Int(try driver.position())
      driver.close()
      try pass.measureFile(of: path, since: first)
      bench.scratch.remove(path)
      var floor = try FloorPass.run(
        trace: trace, tables: recorder.tables, untimed: 1, bench: bench)
      floor.pass.events = pass.events
      self.report("store", pass, cards: report.read, recorder)
      self.report("floor", floor.pass, cards: report.read, nil)
      ratios.add(store: pass, floor: floor.pass)
      if repetition == 1, try !FloorStore.sameRows(recordedPath, floor.path) {
        throw BenchError("the floor does not hold the rows of the store")
      }
      bench.scratch.remove(floor.path)
    }
    bench.report(ratios.row(scenario: name))
    bench.scratch.remove(recordedPath)
    bench.scratch.remove(trace)
  }

  private func cards(into driver: StoreDriver) -> CardImport {
    CardImport(
      store: driver.store, path: bench.cards, cardsPerCommit: cardsPerCommit,
      limit: bench.options.limit)
  }

  private func report(_ subject: String, _ pass: Pass, cards: Int, _ recorder: Recorder?) {
    var row = Row(scenario: name, subject: subject)
    row.set("cards", cards)
    row.set("cardsPerSecond", Double(cards) / pass.timings.total)
    pass.add(to: &row, per: "event", count: pass.events)
    if let recorder { recorder.add(to: &row, events: pass.events) }
    bench.report(row)
  }
}
