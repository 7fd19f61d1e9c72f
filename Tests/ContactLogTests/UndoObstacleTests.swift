import ContactModel
import Synchronization
import TestSupport
import Testing

@testable import ContactLog

/// What the report of an undo says is in the way: all of it, under every policy, and by whom.
@Suite(.temporaryDirectory) struct UndoObstacleTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  /// The obstacles as a dry run has them, in the same words for every policy.
  private func obstacles(_ commits: UInt64..., policy: UndoPolicy) throws -> [String] {
    try store.undo(commits, author: "ada", program: "tests", policy: policy, dryRun: true)
      .obstacles.map { "\($0.slotName) \($0.reason) \($0.commit)" }.sorted()
  }

  /// Has a session's changes saved by the transaction that saves the next undo.
  private func saveBeside(_ body: (Session) throws -> Void) throws {
    let session = store.session(author: "grace", program: "beside")
    try body(session)
    let draft = Draft(
      batch: Array(repeating: 7, count: 16), author: session.author, program: session.program,
      kind: .save, note: nil)
    let request = session.state.withLock { Session.request($0.edits, draft, .report) }
    store.queue.withLock { $0.append(request) }
  }

  // MARK: Complete

  @Test(arguments: UndoPolicy.allCases)
  func `an edit of an added entry is reported although the record is removed`(
    _ policy: UndoPolicy
  ) throws {
    // Seeds 2980, 3963, 4044, 4729, 5544, 6545, 8272 and 9635 of the random histories.
    let ada = try store.person("Ada")
    let adding = try store.edit { try $0.add(.phones, to: ada, "1") }
    try store.edit { try $0.setValue(.phones, entry: 0, of: ada, to: "2") }
    try store.edit { try $0.remove(ada) }
    #expect(
      try obstacles(adding.number, policy: policy)
        == ["1/phones/0 gone 4", "1/phones/0/value superseded 3"])
  }

  @Test(arguments: UndoPolicy.allCases)
  func `what stands again since a record came back is in the way of taking that back`(
    _ policy: UndoPolicy
  ) throws {
    // Seed 1000440 of the random histories: the effect is older than the return, but did not stand then.
    let ada = try store.person("Ada")
    let noting = try store.edit { try $0.set(.note, of: ada, to: "1") }
    let cleared = try #require(try store.undo([noting.number], author: "ada", program: "t").commit)
    let removal = try store.edit { try $0.remove(ada) }
    let back = try #require(try store.undo([removal.number], author: "ada", program: "t").commit)
    #expect(try obstacles(back.number, policy: policy) == [])
    _ = try store.undo([cleared.number], author: "ada", program: "t")
    #expect(try obstacles(back.number, policy: policy) == ["1/note superseded 6"])
    // Also where what stands again is taken back with it, as that is the older one of both.
    #expect(try obstacles(noting.number, back.number, policy: policy) == ["1/note superseded 6"])
    // What came and went since leaves nothing in the way.
    _ = try store.undo([6], author: "ada", program: "t")
    #expect(try obstacles(back.number, policy: policy) == [])
  }

  @Test(arguments: UndoPolicy.allCases)
  func `what stands again since an entry came back is in the way of taking that back`(
    _ policy: UndoPolicy
  ) throws {
    let ada = try store.person("Ada")
    try store.edit { try $0.add(.phones, to: ada, "1") }
    let edit = try store.edit { try $0.setValue(.phones, entry: 0, of: ada, to: "2") }
    let removal = try store.edit { try $0.removeEntry(.phones, entry: 0, of: ada) }
    let back = try #require(try store.undo([removal.number], author: "ada", program: "t").commit)
    #expect(try obstacles(back.number, policy: policy) == [])
    _ = try store.undo([edit.number], author: "ada", program: "t")
    #expect(try obstacles(back.number, policy: policy) == ["1/phones/0/value superseded 6"])
  }

  @Test(arguments: UndoPolicy.allCases)
  func `several commits at once have the obstacles of each`(_ policy: UndoPolicy) throws {
    let ada = try store.person("Ada")
    let first = try store.edit { try $0.set(.note, of: ada, to: "1") }
    let second = try store.edit {
      try $0.set(.note, of: ada, to: "2")
      try $0.set(.jobTitle, of: ada, to: "a")
    }
    try store.edit(by: "grace") { try $0.set(.note, of: ada, to: "3") }
    try store.edit(by: "grace") { try $0.set(.jobTitle, of: ada, to: "b") }
    #expect(
      try obstacles(first.number, second.number, policy: policy)
        == ["1/jobTitle superseded 5", "1/note superseded 4"])
  }

  // MARK: By whom

  @Test func `an edit that the same transaction saves is in the way with its author`() throws {
    let ada = try store.person("Ada")
    let edit = try store.edit { try $0.set(.note, of: ada, to: "1") }
    try saveBeside { try $0.set(.note, of: ada, to: "2") }
    let error = #expect(throws: StoreError.self) { try store.undo(edit.number) }
    let obstacle = try #require(error?.obstacles.first)
    #expect(obstacle.reason == .superseded && obstacle.now == .value("2"))
    #expect(obstacle.by?.header.author == "grace" && obstacle.commit == 3)
    #expect(try store.record(ada)?.text(.note) == "2")
  }

  @Test func `a removal that the same transaction saves is in the way`() throws {
    let ada = try store.person("Ada")
    let edit = try store.edit { try $0.set(.note, of: ada, to: "1") }
    try saveBeside { try $0.remove(ada) }
    let error = #expect(throws: StoreError.self) { try store.undo(edit.number) }
    #expect(error?.obstacles.map(\.reason) == [.gone])
    #expect(error?.obstacles.first?.by?.header.program == "beside")
    #expect(try store.lastCommit() == 3 && store.fault() == nil)
  }

  @Test func `a record that the same transaction removes comes back by undelete`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    try saveBeside { try $0.remove(ada) }
    let report = try store.undelete([ada], author: "ada", program: "tests")
    #expect(report.commit?.header.undoes == [3])
    #expect(try store.record(ada) != nil && store.members(group) == [ada])
    #expect(try store.fault() == nil)
  }

  // MARK: Groups in groups

  @Test func `a group that would contain itself is one obstacle among others`() throws {
    let inner = try store.group("Inner")
    let outer = try store.group("Outer", [inner])
    let ada = try store.person("Ada")
    let commit = try store.edit {
      try $0.removeMember(inner, from: outer)
      try $0.set(.note, of: ada, to: "1")
    }
    try store.edit(by: "grace") { try $0.addMember(outer, to: inner) }
    for policy in UndoPolicy.allCases {
      #expect(
        try obstacles(commit.number, policy: policy) == ["group:2/members/group:1 circular 5"])
    }
    let error = #expect(throws: StoreError.self) { try store.undo(commit.number) }
    #expect(error?.code == .superseded)
    #expect(error?.obstacles.first?.by?.header.author == "grace")
    #expect(try store.record(ada)?.text(.note) == "1")

    let report = try store.undo(commit.number, policy: .skip)
    #expect(report.events == 1 && report.obstacles.map(\.isLeft) == [true])
    #expect(try store.record(ada)?.text(.note) == nil)
    #expect(try store.members(outer) == [] && store.members(inner) == [outer])
    #expect(try store.fault() == nil)
  }

  @Test func `by force a membership that would close a circle stays ended`() throws {
    let inner = try store.group("Inner")
    let outer = try store.group("Outer", [inner])
    let ending = try store.edit { try $0.removeMember(inner, from: outer) }
    // Back and ended again: the slot is superseded, and only force would write it.
    try store.edit { try $0.addMember(inner, to: outer) }
    try store.edit { try $0.removeMember(inner, from: outer) }
    try store.edit { try $0.addMember(outer, to: inner) }
    let report = try store.undo(ending.number, policy: .force)
    #expect(report.commit == nil && report.events == 0)
    #expect(report.obstacles.map(\.reason) == [.superseded])
    #expect(report.obstacles.map(\.isLeft) == [true])
    #expect(try store.members(outer) == [] && store.members(inner) == [outer])
  }

  @Test func `two commits of one undo that together open a circle are clean`() throws {
    let inner = try store.group("Inner")
    let outer = try store.group("Outer", [inner])
    let ending = try store.edit { try $0.removeMember(inner, from: outer) }
    let adding = try store.edit { try $0.addMember(outer, to: inner) }
    let report = try store.undo(ending.number, adding.number)
    #expect(report.obstacles == [])
    #expect(try store.members(outer) == [inner] && store.members(inner) == [])
  }

  @Test func `force ends the membership that closes the circle and reports the other`() throws {
    let inner = try store.group("Inner")
    let outer = try store.group("Outer", [inner])
    let adding = try store.edit {
      try $0.removeMember(inner, from: outer)
      try $0.addMember(outer, to: inner)
    }
    // Ended and back by another hand: no longer clean.
    try store.edit { try $0.removeMember(outer, from: inner) }
    try store.edit { try $0.addMember(outer, to: inner) }
    let expected = ["group:1/members/group:2 superseded 5", "group:2/members/group:1 circular 5"]
    for policy in UndoPolicy.allCases {
      #expect(try obstacles(adding.number, policy: policy) == expected)
    }
    let report = try store.undo(adding.number, policy: .force)
    #expect(report.obstacles.map(\.isLeft) == [false, false])
    #expect(try store.members(outer) == [inner] && store.members(inner) == [])
    #expect(try store.fault() == nil)
  }
}
