import ContactModel
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// A record as it was: taken back from what it is, it is the same as folded from its first event.
@Suite struct RewindTests {
  /// Compares both for each record and each commit.
  ///
  /// - Returns: How many were taken back, and how many only folding could tell.
  private func compare(_ store: Store, people: Int32) throws -> (rewound: Int, folded: Int) {
    var counts = (rewound: 0, folded: 0)
    try store.read { snapshot in
      let (reader, set) = (snapshot.reader, snapshot.head.liveSet)
      for number in 0...snapshot.commit {
        let end = number == 0 ? 0 : try snapshot.commit(number)?.header.lastPosition ?? 0
        for id in (1...people).map({ RecordID.person($0) }) {
          guard let newest = try reader.newestRun(of: id, set: set, snapshot.held.transaction)
          else {
            continue
          }
          let run = try reader.run(from: newest, asOf: end, snapshot.held.transaction)
          if run == 0 { continue }
          let folded = try reader.fold(id, fromRun: run, snapshot.held.transaction)
          let rewound = try reader.rewound(
            id, to: end, run: run, set: set, snapshot.held.transaction)
          if let rewound {
            counts.rewound += 1
            #expect(rewound == folded, "\(id) as of \(number)")
          } else {
            counts.folded += 1
          }
        }
      }
    }
    return counts
  }

  @Test(arguments: 1...12) func `a record taken back is the one that folding gives`(
    _ seed: Int
  ) throws {
    try MemoryFolder.with { path in
      let store = try Store.create(at: path)
      defer { store.close() }
      var entries = RandomEntries(seed: UInt64(seed))
      try entries.run(store, commits: 40)
      let counts = try compare(store, people: 3)
      #expect(counts.rewound > 10)
      #expect(try store.fault() == nil)
    }
  }

  @Test func `also where records are made, imported and undone`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      try MemoryFolder.with { path in
        let run = try HistoryRun(path: path)
        defer { run.close() }
        for step in HistoryStep.history(seed: seed, count: 60) { try run.perform(step) }
        #expect(try compare(run.store, people: 14).rewound > 0)
      }
    }
  }
}
