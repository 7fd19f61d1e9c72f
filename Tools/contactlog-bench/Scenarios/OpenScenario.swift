import ContactLog
import Foundation

/// Opening a filled store and reading where its log ends.
struct OpenScenario {
  let bench: Bench

  func run() throws {
    let filled = try bench.filledStore()
    var warm = Timings()
    for _ in 0..<50 { try open(filled, &warm) }
    var cold = Timings()
    for _ in 0..<10 {
      try dropPages(of: filled.path)
      try open(filled, &cold)
    }
    for (subject, timings) in [("warm", warm), ("cold", cold)] {
      var row = Row(scenario: "open", subject: subject)
      row.set("events", Int(filled.events))
      row.set(timings)
      bench.report(row)
    }
  }

  private func open(_ filled: FilledStore, _ timings: inout Timings) throws {
    let store = try timings.measure {
      let store = try Store.open(at: filled.path)
      _ = try store.read { $0.position }
      return store
    }
    store.close()
  }

  /// Asks the kernel to forget the pages of `data.mdb`.
  private func dropPages(of store: String) throws {
    guard let file = FileHandle(forReadingAtPath: "\(store)/data.mdb") else { return }
    posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
    try file.close()
  }
}
