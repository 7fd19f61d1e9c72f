import ContactLog
import ContactModel

/// Taking commits back: small ones one by one, and one of a thousand operations.
struct UndoScenario {
  let bench: Bench

  func run() throws {
    let filled = try bench.filledStore()
    let path = try filled.copy(bench)
    var driver = try StoreDriver(opening: path, people: filled.people)
    var commits: [UInt64] = []
    for operation in filled.tail.prefix(100) {
      if let commit = try driver.save([try Edit(operation)], author: "u\(operation.author)") {
        commits.append(commit.number)
      }
    }
    var pass = Pass()
    for commit in commits.reversed() { try pass.step { try undo(commit, driver.store) } }
    var row = Row(scenario: "undo", subject: "one event")
    pass.add(to: &row, per: "event", count: commits.count)
    bench.report(row)
    // The last commit of the filled store: a batch of edits.
    let last = try driver.store.read { $0.commit } - UInt64(2 * commits.count)
    let events = try driver.store.read { try $0.commit(last)?.header.count } ?? 0
    var whole = Pass()
    try whole.step { try undo(last, driver.store) }
    row = Row(scenario: "undo", subject: "a batch")
    whole.add(to: &row, per: "event", count: Int(events))
    bench.report(row)
    driver.close()
    bench.scratch.remove(path)
  }

  private func undo(_ commit: UInt64, _ store: Store) throws {
    let report = try store.undo(
      [commit], author: "bench", program: "contactlog-bench", policy: .force)
    guard report.commit != nil else { throw BenchError("commit \(commit) was not taken back") }
  }
}
