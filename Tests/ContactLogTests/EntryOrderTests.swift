import ContactModel
import Foundation
import TestSupport
import Testing

@testable import ContactLog

/// The order of entries against a fold of the exported log in Python.
@Suite(.temporaryDirectory) struct EntryOrderTests {
  @Test func `a fold written in Python has the entries in the same order`() async throws {
    let python = ProcessInfo.processInfo.environment["CONTACTLOG_PYTHON"] ?? "python3"
    let run = Executable(URL(filePath: "/usr/bin/env"))
    guard try await run.run([python, "-c", "import cbor2"]).status == 0 else {
      return print("SKIPPED: no python3 with cbor2 (`pip install cbor2`) to fold the log")
    }
    let root = SharedFolder.packageRoot
    let script = root.appending(path: "Tests/Fixtures/history/fold_order.py").path
    for seed in 1...6 as ClosedRange<UInt64> {
      let store = try Store.inTemporaryDirectory("store-\(seed)")
      defer { store.close() }
      var entries = RandomEntries(seed: seed)
      try entries.run(store, commits: 60)
      var moves = 0
      var wanted: [String] = []
      try store.read { snapshot in
        for number in 1...snapshot.commit {
          moves += try snapshot.events(of: number).count {
            if case .entryMoved = $0.event.change { true } else { false }
          }
        }
        for number in 1...3 as ClosedRange<Int32> {
          let shown = try snapshot.record(.person(number))?.entries(.phones) ?? []
          if shown.isEmpty { continue }
          let list = shown.map { "\($0.identifier)" }.joined(separator: ",")
          wanted.append("\(number) \(Property.phones.rawValue) \(list)")
        }
      }
      #expect(moves > 0)
      var lines: [UInt8] = []
      _ = try store.exportLogLines { lines += $0 }
      let log = TemporaryDirectory.path + "/log-\(seed).jsonl"
      try Data(lines).write(to: URL(filePath: log))
      let fold = try await run.run([python, script, root.appending(path: "docs").path, log])
      #expect(
        fold.output.split(separator: "\n").map(String.init) == wanted, "seed \(seed) \(fold.errors)"
      )
    }
  }
}
