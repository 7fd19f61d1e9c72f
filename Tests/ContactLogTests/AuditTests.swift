import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// Log, changes, differences and removals of random histories, against the model.
@Suite struct AuditTests {
  private func check(_ seeds: ClosedRange<Int>, _ compare: (HistoryRun) throws -> Void) throws {
    for seed in seeds {
      try MemoryFolder.with { path in
        let run = try HistoryRun(path: path)
        defer { run.close() }
        for step in HistoryStep.history(seed: UInt64(seed), count: 40) { try run.perform(step) }
        try run.perform(HistoryStep(kind: .save, a: 0, b: 0, c: 0))
        do {
          try compare(run)
        } catch {
          throw HistoryRun.Divergence(description: "seed \(seed): \(error)")
        }
      }
    }
  }

  @Test func `the difference of any two commits is that of the model's states`() throws {
    try check(1...25) { try $0.compareDifferences() }
  }

  @Test func `the changes of a commit are those of its records' histories`() throws {
    try check(30...60) { try $0.compareChanges() }
  }

  @Test func `all that a slot ever held ends in what blame says`() throws {
    try check(30...60) { try $0.compareSlotHistories() }
  }

  @Test func `the removed are listed in the order they went, in pages`() throws {
    try check(70...110) { try $0.compareRemoved() }
  }

  @Test func `pages of the log are what a filter of all commits leaves`() throws {
    try check(120...150) { try $0.compareLogPages() }
  }

  @Test(.temporaryDirectory) func `a membership's states are told by commit`() throws {
    let store = try Store.inTemporaryDirectory()
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    try store.edit { try $0.removeMember(ada, from: group) }
    try store.edit { try $0.addMember(ada, to: group) }
    let states = try store.read { try $0.membershipStates(of: ada, in: group) }
    #expect(states.map(\.commit) == [2, 3, 4] && states.map(\.isMember) == [true, false, true])
    let then = try store.read(asOf: .commit(3)) { try $0.membershipStates(of: ada, in: group) }
    #expect(then.map(\.commit) == [2, 3])
  }

  @Test(.temporaryDirectory) func `a difference of what is not there is refused`() throws {
    let store = try Store.inTemporaryDirectory()
    _ = try store.person("Ada")
    func difference(_ old: UInt64, _ new: UInt64, _ id: RecordID? = nil) throws {
      try store.read { try $0.forEachDifference(from: old, to: new, of: id) { _ in true } }
    }
    #expect(throws: StoreError(.notFound, "")) { try difference(0, 2) }
    #expect(throws: StoreError(.notFound, "")) { try difference(2, 0) }
    #expect(throws: StoreError(.notFound, "")) { try difference(0, 1, .person(9)) }
    #expect(throws: StoreError(.notFound, "")) { try store.read { try $0.changes(of: 2) } }
  }
}
