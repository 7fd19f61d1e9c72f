/// Has bare LMDB write a trace, with the clock on.
enum FloorPass {
  /// Writes every transaction of a trace but the first `untimed` into a new environment.
  static func run(
    trace: String, tables: [String], untimed: Int, bench: Bench
  ) throws -> (pass: Pass, path: String) {
    let path = bench.scratch.newPath("floor")
    let floor = try FloorStore(creating: path, tables: tables)
    let pass = try run(trace: trace, into: floor, untimed: untimed)
    return (finished(pass, path), path)
  }

  /// Writes a trace into a copy of the store that it was recorded on.
  static func run(trace: String, tables: [String], copy path: String) throws -> Pass {
    let floor = try FloorStore(opening: path, tables: tables)
    return finished(try run(trace: trace, into: floor, untimed: 0), path)
  }

  private static func run(trace: String, into floor: FloorStore, untimed: Int) throws -> Pass {
    let reader = try TraceReader(path: trace)
    var pass = Pass()
    var number = 0
    while let transaction = try reader.next() {
      number += 1
      if number <= untimed {
        try floor.commit(transaction)
      } else {
        try pass.step { try floor.commit(transaction) }
      }
    }
    floor.close()
    return pass
  }

  private static func finished(_ pass: Pass, _ path: String) -> Pass {
    var pass = pass
    pass.fileBytes = Scratch.fileBytes(of: path)
    pass.transactions = pass.timings.count
    return pass
  }
}
