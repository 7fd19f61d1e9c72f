/// One run over a scenario's work: how long each step took, and what it cost.
struct Pass {
  var timings = Timings()
  var written = 0
  var cpu = 0.0
  var events = 0
  var fileBytes = 0
  /// How many LMDB transactions the steps made; `nil`: not known.
  var transactions: Int?
  /// The most anonymous memory seen after a step, in KiB.
  var anonymous = 0
  private var before = ProcessCounters.now()

  /// Runs a step with the clock and the counters on.
  mutating func step<R>(_ body: () throws -> R) rethrows -> R {
    before = ProcessCounters.now()
    let result = try timings.measure(body)
    let after = ProcessCounters.now()
    written += after.written - before.written
    cpu += after.cpu - before.cpu
    return result
  }

  /// As ``step(_:)``, but a step that returns `nil` did nothing and does not count.
  mutating func stepUnlessNothing<R>(_ body: () throws -> R?) rethrows {
    let kept = self
    if try step(body) == nil { self = kept }
  }

  /// Takes stock of the store's file at the end: its length, and the transactions since `first`.
  mutating func measureFile(of store: String, since first: Int) throws {
    fileBytes = Scratch.fileBytes(of: store)
    transactions = try PageFile.lastTransaction(of: store) - first
  }

  mutating func noteMemory() { anonymous = max(anonymous, ProcessCounters.anonymous) }

  /// The fields that every pass has.
  func add(to row: inout Row, per unit: String, count: Int) {
    row.set("\(unit)", count)
    row.set("\(unit)PerSecond", Double(count) / timings.total)
    row.set("wallSeconds", timings.total)
    row.set("cpuMicrosecondsPer_\(unit)", cpu / Double(max(count, 1)) * 1e6)
    row.set("writtenBytesPer_\(unit)", Double(written) / Double(max(count, 1)))
    if let transactions { row.set("transactions", transactions) }
    row.set(timings)
    if fileBytes > 0 {
      row.set("fileBytes", fileBytes)
      row.set("fileBytesPer_\(unit)", Double(fileBytes) / Double(max(count, 1)))
    }
    if anonymous > 0 { row.set("anonymousKiB", anonymous) }
  }
}
