import ContactLog

/// Work over the whole log of a filled store.
struct RebuildScenario {
  let bench: Bench

  func rebuild() throws {
    let filled = try bench.filledStore()
    for _ in 1...bench.options.repetitions {
      let path = try filled.copy(bench)
      let driver = try StoreDriver(opening: path, people: filled.people)
      let first = try PageFile.lastTransaction(of: path)
      var pass = Pass()
      try pass.step { try driver.store.rebuild() }
      pass.noteMemory()
      driver.close()
      try pass.measureFile(of: path, since: first)
      report("rebuild", pass, filled, path)
    }
  }

  func replay() throws {
    let filled = try bench.filledStore()
    let driver = try filled.open()
    defer { driver.close() }
    for _ in 1...bench.options.repetitions {
      let path = bench.scratch.newPath("replayed")
      var pass = Pass()
      let proof = try pass.step { try driver.store.replay(into: path) }
      guard proof.isSound else {
        throw BenchError("the replay differs: \(String(describing: proof.fault))")
      }
      pass.noteMemory()
      try pass.measureFile(of: path, since: 0)
      report("replay", pass, filled, path)
    }
  }

  func verify() throws {
    let filled = try bench.filledStore()
    let driver = try filled.open()
    defer { driver.close() }
    for _ in 1...bench.options.repetitions {
      var pass = Pass()
      let proof = try pass.step { try driver.store.verify() }
      guard proof.isSound else {
        throw BenchError("the store is not sound: \(String(describing: proof.fault))")
      }
      pass.noteMemory()
      report("verify", pass, filled, nil)
    }
  }

  private func report(_ name: String, _ pass: Pass, _ filled: FilledStore, _ path: String?) {
    if let path { bench.scratch.remove(path) }
    var row = Row(scenario: name, subject: "store")
    pass.add(to: &row, per: "event", count: Int(filled.events))
    bench.report(row)
  }
}
