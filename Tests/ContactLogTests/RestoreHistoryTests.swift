import ContactModel
import Foundation
import Testing

@testable import ContactLog

/// Restore against the books of the past, over random and over all short histories.
@Suite struct RestoreHistoryTests {
  private func run(_ seed: UInt64, _ count: Int) throws {
    try MemoryFolder.with { path in
      let run = try HistoryRun(path: path)
      defer { run.close() }
      for step in HistoryStep.history(seed: seed, count: count) { try run.perform(step) }
      let (states, present) = (run.states, try run.readBook())
      for (number, book) in states.enumerated() {
        let moment = Moment.commit(UInt64(number))
        let report = try run.store.restoreAll(asOf: moment, author: "ada", program: "tests")
        try run.require(report.obstacles.isEmpty, "as of \(number): obstacles")
        try run.require(try run.readBook() == book, "the book is not as of \(number)")
        guard let commit = report.commit else { continue }
        try run.store.undo(commit.number)
        try run.require(try run.readBook() == present, "the restore to \(number) was not undone")
      }
      try restoreEach(run, states, present)
      try run.requireSound()
    }
  }

  /// Each record alone: as it was, if it was there, and back.
  private func restoreEach(
    _ run: HistoryRun, _ states: [ModelBook], _ present: ModelBook
  ) throws {
    for (number, book) in states.enumerated() {
      for id in run.uids.keys.sorted() {
        guard let item = book.items[id] else {
          try #require(throws: StoreError(.notFound, "")) {
            try run.store.restore(
              [.record(id)], asOf: .commit(UInt64(number)), author: "ada", program: "tests")
          }
          continue
        }
        let report: UndoReport
        do {
          report = try run.store.restore(
            [.record(id)], asOf: .commit(UInt64(number)), author: "ada", program: "tests")
        } catch let error as StoreError where error.code == .invalid {
          // Groups were put into one another the other way round since.
          continue
        }
        let found = try run.readBook()
        try run.require(found.items[id] == item, "\(id) is not as of \(number)")
        let gone = report.obstacles.map(\.slotName)
        let related = [found.slots, book.slots].map { slots in
          Set(slots.filter { isRelation($0.key, of: id) && !gone.contains($0.key) }.keys)
        }
        try run.require(related[0] == related[1], "the relations of \(id) are not as of \(number)")
        guard let commit = report.commit else { continue }
        try run.store.undo(commit.number)
        try run.require(try run.readBook() == present, "the restore of \(id) was not undone")
      }
    }
  }

  private func isRelation(_ slot: String, of id: RecordID) -> Bool {
    let parts = slot.split(separator: "/")
    return parts.count == 3 && ["members", "links"].contains(parts[1])
      && [parts[0], parts[2]].contains("\(id)")
  }

  @Test(arguments: 0..<10)
  func `the book and each record are as of every commit of a random history`(_ part: Int) {
    for index in 0..<2 * RandomHistoryTests.factor {
      let seed = UInt64(
        RandomHistoryTests.firstSeed + 2_000_000 + part * 2 * RandomHistoryTests.factor + index)
      do {
        try run(seed, 30)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  // MARK: All short histories

  @Test(arguments: 1...3)
  func `every short history is restored to each of its commits, and undeleted`(
    _ length: Int
  ) throws {
    for history in ExhaustiveHistoryTests.histories(length) {
      try MemoryFolder.with { path in
        let run = try HistoryRun(path: path)
        defer { run.close() }
        try check(history, run)
      }
    }
  }

  private func check(_ history: ExhaustiveHistoryTests.History, _ run: HistoryRun) throws {
    let store = run.store
    let group = try store.group("Group")
    var books = [ModelBook(), try run.readBook()]
    var ids: [RecordID?] = [nil, nil]
    var removed: [RecordID: ModelBook] = [:]
    for (index, (person, step)) in history.enumerated() {
      let session = store.session(author: "ada", program: "tests")
      let id = ids[person] ?? .person(0)
      let phones = try session.record(id)?.entries(.phones).map(\.identifier)
      switch step {
      case .create: ids[person] = try session.createPerson(uid: "U\(person)")
      case .remove:
        try session.remove(id)
        removed[id] = books.last
      case .setName: try session.set(.firstName, of: id, to: .text("Name \(index)"))
      case .clearName: try session.set(.firstName, of: id, to: nil)
      case .addPhone: try session.add(.phones, to: id, .text("030 123456\(index)"))
      case .removePhone:
        try session.removeEntry(.phones, entry: try #require(phones?.last), of: id)
      case .join: try session.addMember(id, to: group)
      case .leave: try session.removeMember(id, from: group)
      }
      let commit = try #require(try session.save())
      ids = ids.map { $0.map(commit.id) }
      books.append(try run.readBook())
    }
    let present = try run.readBook()
    for (number, book) in books.enumerated() {
      let report = try store.restoreAll(
        asOf: .commit(UInt64(number)), author: "ada", program: "tests")
      #expect(try run.readBook() == book, "\(history) as of \(number)")
      if let commit = report.commit { try store.undo(commit.number) }
      #expect(try run.readBook() == present, "\(history) as of \(number) and back")
    }
    for (id, before) in removed {
      let commit = try store.undelete([id], author: "ada", program: "tests").commit
      let found = try run.readBook()
      #expect(found.items[id] == before.items[id], "\(history) \(id)")
      #expect(found.groups(of: id) == before.groups(of: id), "\(history) \(id)")
      try store.undo(try #require(commit).number)
      #expect(try run.readBook() == present, "\(history) \(id) and back")
    }
    #expect(try store.fault() == nil, "\(history)")
  }
}
