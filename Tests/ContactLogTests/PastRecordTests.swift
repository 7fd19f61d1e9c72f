import ContactModel
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// Single rows of the past against the rows as they were when they were the present.
@Suite struct PastRecordTests {
  /// All records and relations of a book.
  private struct Rows: Equatable {
    var records: [RecordID: Record] = [:]
    var runs: [RecordID: Position] = [:]
    var relations: [RelationKey: Relation] = [:]
  }

  private func rows(_ snapshot: borrowing Snapshot) throws -> Rows {
    var rows = Rows()
    for kind in 0..<3 {
      let kind = try #require(RecordKind(rawValue: UInt8(kind)))
      for number in 0..<snapshot.head.nextNumbers[Int(kind.rawValue)] {
        let id = RecordID(kind, number)
        guard let row = try snapshot.reader.record(id, asOf: snapshot.position, snapshot) else {
          continue
        }
        rows.records[id] = row.record
        rows.runs[id] = row.newestRun
      }
    }
    for key in try snapshot.relationKeys() {
      rows.relations[key] = try snapshot.reader.relation(key, asOf: snapshot.position, snapshot)
    }
    return rows
  }

  private func check(seed: UInt64, count: Int) throws {
    try MemoryFolder.with { path in
      let run = try HistoryRun(path: path)
      defer { run.close() }
      var known = [Rows()]
      var ends: [Position] = [0]
      for step in HistoryStep.history(seed: seed, count: count) {
        try run.perform(step)
        try run.store.read { snapshot in
          if Int(snapshot.commit) == ends.count {
            known.append(try rows(snapshot))
            ends.append(snapshot.position)
          }
        }
      }
      try run.store.read { snapshot in
        for (number, end) in ends.enumerated() {
          let before = known[number]
          for id in known.last?.records.keys.sorted() ?? [] {
            let row = try snapshot.reader.record(id, asOf: end, snapshot)
            try run.require(row?.record == before.records[id], "\(id) as of \(number)")
            try run.require(row?.newestRun == before.runs[id], "newest run of \(id)")
          }
          for key in try snapshot.relationKeys() {
            let relation = try snapshot.reader.relation(key, asOf: end, snapshot)
            try run.require(
              relation == before.relations[key, default: .none], "\(key) as of \(number)")
          }
          try compare(try snapshot.stretch(after: end), before, known.last ?? Rows(), run)
        }
      }
    }
  }

  /// A stretch must name what differs between its ends, and where each record's runs were.
  private func compare(
    _ stretch: LogStretch, _ before: Rows, _ after: Rows, _ run: HistoryRun
  ) throws {
    for (id, record) in after.records where before.records[id] != record {
      let touch = try #require(stretch.records[id])
      try run.require(touch.runBefore == before.runs[id] ?? 0, "run of \(id) before")
      try run.require(touch.runAfter == after.runs[id], "run of \(id) after")
    }
    for (key, relation) in after.relations where before.relations[key] != relation {
      let touch = try #require(stretch.relations[key])
      try run.require(
        touch.before == before.relations[key]?.writers.last ?? 0
          && touch.after == relation.writers.last, "\(key) in the stretch")
    }
    for (id, touch) in stretch.records where !touch.isOwn {
      let same = [before.records[id], after.records[id]].map { record -> Record? in
        var record = record
        record?.modified = 0
        return record
      }
      try run.require(same[0] == same[1], "\(id) changed itself")
    }
  }

  @Test(arguments: 1...40)
  func `records and relations as of a commit are what they were then`(_ seed: Int) throws {
    try check(seed: UInt64(seed), count: 60)
  }

  @Test(.temporaryDirectory)
  func `a moment leads to its commit, and says what is not there`() throws {
    let store = try Store.inTemporaryDirectory()
    _ = try store.person("Ada")
    try store.edit { try $0.set(.note, of: .person(1), to: "x") }
    try store.read { snapshot in
      let times = try [1, 2].map { try #require(try snapshot.commit($0)).header.time }
      #expect(try snapshot.commitNumber(at: .now) == 2)
      #expect(try snapshot.commitNumber(at: .commit(0)) == 0)
      #expect(try snapshot.commitNumber(at: .commit(1)) == 1)
      #expect(try snapshot.commitNumber(at: .time(times[1])) == 2)
      #expect(try snapshot.commitNumber(at: .time(.max)) == 2)
      #expect(throws: StoreError(.notFound, "")) { try snapshot.commitNumber(at: .commit(3)) }
      #expect(throws: StoreError(.notFound, "")) {
        try snapshot.commitNumber(at: .time(times[0] - 2_000))
      }
    }
  }
}

extension RowReader {
  fileprivate func record(
    _ id: RecordID, asOf end: Position, _ snapshot: borrowing Snapshot
  ) throws -> (record: Record, newestRun: Position)? {
    try record(id, asOf: end, set: snapshot.head.liveSet, snapshot.held.transaction)
  }

  fileprivate func relation(
    _ key: RelationKey, asOf end: Position, _ snapshot: borrowing Snapshot
  ) throws -> Relation {
    try relation(key, asOf: end, set: snapshot.head.liveSet, snapshot.held.transaction)
  }
}

extension Snapshot {
  fileprivate func stretch(after start: Position) throws -> LogStretch {
    try LogStretch(after: start, through: position, reader, held.transaction)
  }

  /// Every pair about which anything was ever said.
  fileprivate func relationKeys() throws -> Set<RelationKey> {
    var keys: Set<RelationKey> = []
    let tables = reader.tables.projections[head.liveSet]
    for table in [tables.members, tables.links] {
      try held.transaction.scan(table, from: nil) { key, _ in
        if let first = key.record(at: 0), let second = key.record(at: 5) {
          keys.insert(first.kind == .group ? .member(second, of: first) : .link(first, second))
        }
        return true
      }
    }
    return keys
  }
}
