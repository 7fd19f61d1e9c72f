import ContactLog
import ContactModel

/// Sorted lists: the first page, and everybody with their records.
struct ListScenario {
  let bench: Bench

  func run() throws {
    let driver = try bench.filledStore().open()
    defer { driver.close() }
    var page = Timings()
    for _ in 0..<200 { _ = try page.measure { try firstPage(driver.store) } }
    var row = Row(scenario: "list", subject: "first 50 with records")
    row.set(page)
    bench.report(row)
    var whole = Timings()
    var count = 0
    for _ in 0..<max(3, bench.options.repetitions) {
      count = try whole.measure { try everybody(driver.store) }
    }
    row = Row(scenario: "list", subject: "all with records")
    row.set("rows", count)
    row.set("rowsPerSecond", Double(count) / whole.median)
    row.set(whole)
    bench.report(row)
  }

  private func firstPage(_ store: Store) throws -> Int {
    try store.read { snapshot in
      try snapshot.list(.person, limit: 50).records.count { try snapshot.record($0) != nil }
    }
  }

  private func everybody(_ store: Store) throws -> Int {
    try store.read { snapshot in
      try snapshot.list(.person).records.count { try snapshot.record($0) != nil }
    }
  }
}
