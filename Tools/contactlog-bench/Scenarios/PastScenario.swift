import ContactLog
import ContactModel

/// Questions about the past: single records, a page of the log, the whole book near and far.
struct PastScenario {
  let bench: Bench

  func run() throws {
    let filled = try bench.filledStore()
    let path = try filled.copy(bench)
    let driver = try StoreDriver(opening: path, people: filled.people)
    try records(driver)
    try log(driver.store)
    try book(driver.store)
    driver.close()
    bench.scratch.remove(path)
  }

  // MARK: - Records

  private func records(_ driver: StoreDriver) throws {
    let store = driver.store
    let people = try bench.queries(.history).compactMap { query in
      Operation.Key(uuid: query.argument).flatMap { try? driver.people.record($0) }
    }
    let middle = try store.read { $0.commit } / 2
    try measure("history", people) { person in
      try store.read { try $0.history(of: person).count }
    }
    try measure("blame", people) { person in
      try store.read { try $0.blame(of: person).count }
    }
    try measure("record as of half the commits", people) { person in
      try store.read(asOf: .commit(middle)) { try $0.recordOrRemoved(person) == nil ? 0 : 1 }
    }
    try measure("history as of half the commits", people) { person in
      try store.read(asOf: .commit(middle)) { snapshot in
        try snapshot.recordOrRemoved(person) == nil ? 0 : snapshot.history(of: person).count
      }
    }
  }

  /// - Parameter ask: Gives how many rows, or events, the answer has: the counter.
  private func measure<Q>(_ subject: String, _ questions: [Q], _ ask: (Q) throws -> Int) throws {
    guard !questions.isEmpty else { return }
    for question in questions { _ = try ask(question) }
    var timings = Timings()
    var rows = 0
    let start = ProcessCounters.now().cpu
    for question in questions { rows += try timings.measure { try ask(question) } }
    let cpu = ProcessCounters.now().cpu - start
    var row = Row(scenario: "past", subject: subject)
    row.set("cpuMicroseconds", cpu / Double(questions.count) * 1e6)
    row.set("rowsPerQuestion", Double(rows) / Double(questions.count))
    row.set(timings)
    bench.report(row)
  }

  // MARK: - The log

  private func log(_ store: Store) throws {
    let rounds = Array(0..<100)
    try measure("log page of 50", rounds) { _ in
      try store.read { try $0.commits(limit: 50).commits.count }
    }
    try measure("removed, page of 50", rounds) { _ in
      try store.read { try $0.removed(limit: 50).records.count }
    }
    let last = try store.read { $0.commit }
    try measure("changes of the last commit", Array(0..<10)) { _ in
      try store.read { try $0.changes(of: last).count }
    }
    try measure("difference of the last two commits", Array(0..<10)) { _ in
      try store.read { snapshot in
        var count = 0
        try snapshot.forEachDifference(from: last - 1, to: last) { _ in
          count += 1
          return true
        }
        return count
      }
    }
  }

  // MARK: - The book

  private func book(_ store: Store) throws {
    let near = try commit(within: 10_000, of: store)
    try first("book within 10,000 events, first page", near.commit, near.events, store) {
      try $0.list(.person, limit: 50).records.count
    }
    try first("book within 10,000 events, all sorted", near.commit, near.events, store) {
      try $0.list(.person).records.count
    }
    let total = try store.read { $0.position }
    let middle = try store.read { snapshot in
      (commit: snapshot.commit / 2, events: try snapshot.commit(snapshot.commit / 2)?.header)
    }
    let between = total - (middle.events?.lastPosition ?? 0)
    // The copy is made by the first question and opened by the others.
    try first("book as of half the commits, first page", middle.commit, between, store) {
      try $0.list(.person, limit: 50).records.count
    }
  }

  /// The earliest commit that so many events at most lie behind.
  private func commit(
    within events: UInt64, of store: Store
  ) throws -> (commit: UInt64, events: UInt64) {
    try store.read { snapshot in
      var found = (commit: snapshot.commit, events: UInt64(0))
      try snapshot.forEachCommit { commit in
        let behind = snapshot.position - commit.header.lastPosition
        guard behind <= events else { return false }
        found = (commit.number, behind)
        return true
      }
      return found
    }
  }

  /// Measures the first question of a past, several times, and the same asked again.
  private func first(
    _ subject: String, _ commit: UInt64, _ events: UInt64, _ store: Store,
    _ ask: (borrowing Snapshot) throws -> Int
  ) throws {
    var (once, again) = (Timings(), Timings())
    var rows = 0
    var cpu: [Double] = []
    for _ in 0..<5 {
      // Another past in between: the last one is remembered.
      _ = try store.read(asOf: .commit(1)) { try $0.find(name: "a", limit: 1).count }
      let start = ProcessCounters.now().cpu
      _ = try once.measure { try store.read(asOf: .commit(commit)) { rows = try ask($0) } }
      cpu.append(ProcessCounters.now().cpu - start)
    }
    for _ in 0..<20 {
      _ = try again.measure { try store.read(asOf: .commit(commit)) { try ask($0) } }
    }
    var row = Row(scenario: "past", subject: subject)
    row.set("rows", rows)
    row.set("eventsBetween", Int(events))
    row.set("firstMicroseconds", once.median * 1e6)
    row.set("firstMinMicroseconds", once.minimum * 1e6)
    row.set("firstCPUMicroseconds", cpu.sorted()[cpu.count / 2] * 1e6)
    row.set(again)
    bench.report(row)
  }
}
