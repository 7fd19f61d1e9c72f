import ContactLog
import ContactModel

/// Taking back a commit of a thousand events on people spread over the store, doing it again, and
/// setting the whole book back to before it.
///
/// The rows of each are counted from outside: they must not grow with the store.
struct UndoBatchScenario {
  let bench: Bench
  private let size = 1000
  private let rounds = 5

  func run() throws {
    let filled = try bench.filledStore()
    let path = try filled.copy(bench)
    let driver = try StoreDriver(opening: path, people: filled.people)
    let store = driver.store
    let people = try spread(store)
    var passes = [Pass(), Pass(), Pass()]
    var recorders: [Recorder] = []
    for round in 0..<rounds {
      let before = try store.read { $0.commit }
      let session = store.session(author: "bench", program: "contactlog-bench")
      for id in people {
        try session.set(.department, of: id, to: .text("Department \(round) of \(id)"))
      }
      guard let commit = try session.save()?.number else { throw BenchError("nothing was saved") }
      let steps: [() throws -> Void] = [
        { try take(commit, store) }, { try take(commit + 1, store) },
        {
          try store.restoreAll(
            asOf: .commit(before), author: "bench", program: "contactlog-bench")
        },
      ]
      for (index, step) in steps.enumerated() {
        if round > 0 {
          try passes[index].step(step)
          continue
        }
        // The first round is looked at from outside, and not timed.
        var recorder = try Recorder(
          store: path, trace: bench.scratch.newPath("trace"), includesPresent: false)
        try step()
        try recorder.record()
        recorders.append(recorder)
      }
    }
    let events = Int(filled.events)
    let subjects = ["undo of 1,000 events", "redo of 1,000 events", "restore of the book"]
    for (index, subject) in subjects.enumerated() {
      report(subject, passes[index], recorders[index], events)
    }
    driver.close()
    bench.scratch.remove(path)
  }

  /// People all over the store, none of them twice.
  private func spread(_ store: Store) throws -> [RecordID] {
    var all: [RecordID] = []
    try store.read { snapshot in
      try snapshot.forEachRecord(.person) { record in
        all.append(record.id)
        return true
      }
    }
    let count = min(size, all.count)
    return (0..<count).map { all[$0 * all.count / count] }
  }

  private func take(_ commit: UInt64, _ store: Store) throws {
    let report = try store.undo([commit], author: "bench", program: "contactlog-bench")
    guard report.commit != nil else { throw BenchError("commit \(commit) was not taken back") }
  }

  private func report(_ subject: String, _ pass: Pass, _ recorder: Recorder, _ events: Int) {
    var row = Row(scenario: "undo-1000", subject: subject)
    row.set("storeEvents", events)
    pass.add(to: &row, per: "event", count: (rounds - 1) * size)
    recorder.add(to: &row, events: size)
    bench.report(row)
  }
}
