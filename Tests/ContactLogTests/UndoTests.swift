import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct UndoTests {
  let store: Store
  let ada: RecordID

  init() throws {
    store = try Store.inTemporaryDirectory()
    ada = try store.person("Ada")
  }

  private func name() throws -> String? { try store.record(ada)?.text(.firstName) }

  private func rename(_ names: String...) throws -> [UInt64] {
    try names.map { name in
      try store.edit { try $0.set(.firstName, of: ada, to: .text(name)) }.number
    }
  }

  private func obstacles(
    _ commits: UInt64..., policy: UndoPolicy = .strict
  ) throws -> [UndoObstacle] {
    do {
      return try store.undo(commits, author: "ada", program: "tests", policy: policy).obstacles
    } catch let error as StoreError where error.code == .superseded {
      return error.obstacles
    }
  }

  @Test func `an undo appends a commit that names the one undone`() throws {
    let commits = try rename("B")
    let undo = try #require(try store.undo(commits[0]).commit)
    #expect(undo.header.kind == .undo && undo.header.undoes == commits)
    #expect(undo.number == commits[0] + 1)
    #expect(try name() == "Ada")
  }

  @Test func `the last commit and then the one before it are undone`() throws {
    let commits = try rename("B", "C")
    try store.undo(commits[1])
    #expect(try name() == "B")
    try store.undo(commits[0])
    #expect(try name() == "Ada")
    #expect(try store.fault() == nil)
  }

  @Test func `two commits are undone at once, in any order, by one event`() throws {
    let commits = try rename("B", "C")
    let report = try store.undo(
      [commits[0], commits[1], commits[0]], author: "ada", program: "tests")
    #expect(report.events == 1 && report.commit?.header.undoes == commits)
    #expect(try name() == "Ada")
  }

  @Test func `the undo of an undo is a redo`() throws {
    let commits = try rename("B")
    let undo = try #require(try store.undo(commits[0]).commit)
    let redo = try #require(try store.undo(undo.number).commit)
    #expect(redo.header.kind == .redo)
    #expect(try name() == "B")
    try store.undo(redo.number)
    #expect(try name() == "Ada")
    #expect(try store.fault() == nil)
  }

  @Test func `an undone commit is not undone again`() throws {
    let commits = try rename("B")
    try store.undo(commits[0])
    for policy in UndoPolicy.allCases {
      let error = #expect(throws: StoreError(.undone, "")) {
        try store.undo(commits[0], policy: policy)
      }
      #expect(error?.reason.contains("commit 2 was undone by commit 3 already") == true)
      #expect(error?.obstacles.map(\.reason) == [.undone])
    }
    #expect(try name() == "Ada")
    #expect(try store.lastCommit() == 3)
  }

  @Test func `an undone undo is not undone again`() throws {
    let commits = try rename("B")
    let undo = try #require(try store.undo(commits[0]).commit)
    try store.undo(undo.number)
    let error = #expect(throws: StoreError(.undone, "")) { try store.undo(undo.number) }
    #expect(error?.obstacles.first?.by?.header.kind == .redo)
    #expect(try name() == "B")
  }

  @Test func `an undone creation is not undone again`() throws {
    try store.undo(1)
    let error = #expect(throws: StoreError(.undone, "")) { try store.undo(1) }
    #expect(error?.obstacles.allSatisfy { $0.commit == 2 } == true)
  }

  @Test func `a commit that was redone is undone again`() throws {
    let commits = try rename("B")
    let undo = try #require(try store.undo(commits[0]).commit)
    try store.undo(undo.number)
    try store.undo(commits[0])
    #expect(try name() == "Ada")
  }

  @Test func `an undo never puts an old value over a newer one`() throws {
    // UNDO-02
    let commits = try rename("X")
    let undo = try #require(try store.undo(commits[0]).commit)
    _ = try rename("Y")
    #expect(try obstacles(undo.number).map(\.slotName) == ["1/firstName"])
    #expect(try name() == "Y")
    #expect(try obstacles(undo.number, policy: .force).count == 1)
    #expect(try name() == "X")
  }

  @Test func `an undo leaves the work of others alone`() throws {
    // UNDO-04
    let commits = try rename("B")
    let grace = try store.person("Grace")
    try store.edit { try $0.set(.note, of: ada, to: "kept") }
    try store.undo(commits[0])
    #expect(try name() == "Ada")
    #expect(try store.record(ada)?.text(.note) == "kept")
    #expect(try store.record(grace)?.text(.firstName) == "Grace")
  }

  @Test func `undoing a commit together with its undo changes nothing`() throws {
    let commits = try rename("B")
    let undo = try #require(try store.undo(commits[0]).commit)
    let report = try store.undo([commits[0], undo.number], author: "ada", program: "tests")
    #expect(report.commit == nil)
    #expect(try name() == "Ada")
  }

  @Test func `a commit that does not exist is not undone`() throws {
    let error = #expect(throws: StoreError(.notFound, "")) { try store.undo(1, 2) }
    #expect(error?.reason == "there is no commit 2; the last one is commit 1")
    #expect(throws: StoreError(.notFound, "")) { try store.undo(2) }
    #expect(throws: StoreError(.notFound, "")) { try store.undo(0) }
    #expect(throws: StoreError(.notFound, "")) { try store.undo(1, 2) }
    #expect(throws: StoreError(.invalid, "")) { try store.undo() }
    #expect(try store.lastCommit() == 1)
  }

  @Test func `a dry run reports and writes nothing`() throws {
    let commits = try rename("B")
    let report = try store.undo(commits, author: "ada", program: "tests", dryRun: true)
    #expect(report.commit == nil && report.events == 1 && report.obstacles == [])
    #expect(try name() == "B")
    _ = try rename("C")
    let blocked = try store.undo(commits, author: "ada", program: "tests", dryRun: true)
    #expect(blocked.obstacles.count == 1)
    #expect(try store.lastCommit() == 3)
  }

  // MARK: Policies

  /// Sets first and last name in one commit, of which the first name is changed later.
  private func halfSuperseded() throws -> UInt64 {
    let commit = try store.edit {
      try $0.set(.firstName, of: ada, to: "B")
      try $0.set(.lastName, of: ada, to: "L")
    }
    _ = try rename("C")
    return commit.number
  }

  @Test func `strictly, one superseded slot keeps all from being undone`() throws {
    let commit = try halfSuperseded()
    #expect(throws: StoreError(.superseded, "")) { try store.undo(commit) }
    #expect(try store.record(ada)?.text(.lastName) == "L")
    #expect(try store.lastCommit() == 3)
  }

  @Test func `skipping, superseded slots stay and the others are undone`() throws {
    let report = try store.undo(try halfSuperseded(), policy: .skip)
    #expect(report.obstacles.count == 1 && report.events == 1)
    #expect(try name() == "C")
    #expect(try store.record(ada)?.text(.lastName) == nil)
  }

  @Test func `by force, superseded slots are undone too`() throws {
    let report = try store.undo(try halfSuperseded(), policy: .force)
    #expect(report.obstacles.count == 1 && report.events == 2)
    #expect(try name() == "Ada")
    #expect(try store.record(ada)?.text(.lastName) == nil)
  }

  @Test func `what was forced away comes back by undoing the undo`() throws {
    let undo = try #require(try store.undo(try halfSuperseded(), policy: .force).commit)
    try store.undo(undo.number)
    #expect(try name() == "C")
    #expect(try store.record(ada)?.text(.lastName) == "L")
  }

  @Test func `an obstacle tells the slot, both values and the commit that stands`() throws {
    let commit = try halfSuperseded()
    let found = try #require(try obstacles(commit).first)
    #expect(found.record == ada && found.slot == .value(.firstName))
    #expect(found.slotName == "1/firstName" && found.reason == .superseded)
    #expect(found.then == .value("B") && found.now == .value("C") && found.commit == 3)
    let header = try #require(found.by?.header)
    #expect(header.author == "ada" && header.program == "tests" && header.time > 0)
    #expect(found.undoing == commit && found.isLeft)
    #expect(try store.undo(commit, policy: .force).obstacles.map(\.isLeft) == [false])
  }

  @Test func `all obstacles are listed`() throws {
    let group = try store.group("Friends")
    let commit = try store.edit {
      try $0.set(.firstName, of: ada, to: "B")
      try $0.set(.note, of: ada, to: "n")
      try $0.add(.phones, to: ada, "1")
      try $0.addMember(ada, to: group)
      try $0.set(.name, of: group, to: "Enemies")
    }
    try store.edit {
      try $0.set(.firstName, of: ada, to: nil)
      try $0.set(.note, of: ada, to: "m")
      try $0.removeEntry(.phones, entry: 0, of: ada)
      try $0.removeMember(ada, from: group)
      try $0.set(.name, of: group, to: "Both")
    }
    let found = try obstacles(commit.number)
    #expect(
      Set(found.map(\.slotName)) == [
        "1/firstName", "1/note", "1/phones/0", "group:1/members/1", "group:1/name",
      ])
    #expect(found.allSatisfy { $0.reason == .superseded && $0.commit == commit.number + 1 })
  }

  @Test func `slots of a record removed since are gone, and the removal is named`() throws {
    let commits = try rename("B")
    try store.edit(by: "grace") { try $0.remove(ada) }
    for policy in [UndoPolicy.strict, .skip] {
      let found = try obstacles(commits[0], policy: policy)
      #expect(found.map(\.reason) == [.gone])
      #expect(found.first?.by?.header.author == "grace" && found.first?.commit == 3)
    }
    #expect(try store.lastCommit() == 3)
  }

  @Test func `by force a removed record stays removed and is as before when it comes back`() throws
  {
    let commits = try rename("B")
    try store.edit { try $0.remove(ada) }
    let undo = try #require(try store.undo(commits[0], policy: .force).commit)
    #expect(try store.record(ada) == nil)
    // It stands after the removal, so the removal is not in the way of taking it back.
    let redo = try #require(try store.undo(undo.number).commit)
    try store.undo(redo.number)
    _ = try store.undelete([ada], author: "ada", program: "tests")
    #expect(try name() == "Ada")
    #expect(try store.fault() == nil)
  }

  @Test func `a report tells what changes, from what to what`() throws {
    let commit = try halfSuperseded()
    let report = try store.undo(commit, policy: .skip)
    let change = try #require(report.changes.first)
    #expect(report.changes.count == 1 && change.slotName == "1/lastName")
    #expect(change.from == .value("L") && change.to == .nothing)
    let dry = try store.undo([1], author: "ada", program: "tests", policy: .force, dryRun: true)
    #expect(dry.changes.map(\.slotName) == ["1"])
    #expect(dry.changes.first?.from == .exists && dry.changes.first?.to == .nothing)
  }

  // MARK: Parts

  @Test func `an undo is limited to a slot`() throws {
    let commit = try halfSuperseded()
    let only = [RecordPart.property(ada, .lastName)]
    let report = try store.undo([commit], only: only, author: "ada", program: "tests")
    #expect(report.events == 1 && report.obstacles == [])
    #expect(try name() == "C")
    #expect(try store.record(ada)?.text(.lastName) == nil)
  }

  @Test func `an undo is limited to a record, with its memberships`() throws {
    let grace = try store.person("Grace")
    let group = try store.group("Friends", [ada, grace])
    let removal = try store.edit {
      try $0.remove(ada)
      try $0.remove(grace)
    }
    _ = try store.undo([removal.number], only: [.record(ada)], author: "ada", program: "tests")
    #expect(try store.members(group) == [ada])
    #expect(try store.record(grace) == nil)
    _ = try store.undo([removal.number], only: [.record(grace)], author: "ada", program: "tests")
    #expect(try store.members(group) == [ada, grace])
  }

  @Test func `an undo limited to what the commits did not write names it`() throws {
    let commits = try rename("B")
    let only = [RecordPart.property(ada, .firstName), .entry(ada, .phones, 3)]
    let error = #expect(throws: StoreError(.notFound, "")) {
      try store.undo(commits, only: only, author: "ada", program: "tests")
    }
    #expect(error?.reason == "nothing of 1/phones/3 was written by commit 2")
  }

  @Test func `an undo of entries is limited to one, or to its label`() throws {
    let commit = try store.edit { session in
      for number in 0..<3 {
        try session.add(.phones, to: ada, .text("\(number)"), label: Label("home"))
      }
    }
    let edit = try store.edit { session in
      for entry in 0..<Int32(3) {
        try session.setLabel(.phones, entry: entry, of: ada, to: Label("work"))
        try session.setValue(.phones, entry: entry, of: ada, to: "x")
      }
    }
    func undo(_ number: UInt64, _ part: RecordPart) throws {
      _ = try store.undo([number], only: [part], author: "ada", program: "tests")
    }
    func phones() throws -> [String] {
      try store.record(ada)?.entries(.phones).map {
        "\($0.identifier) \($0.value.text ?? "") \($0.label?.word ?? "")"
      } ?? []
    }
    try undo(edit.number, .label(ada, .phones, 0))
    #expect(try phones() == ["0 x home", "1 x work", "2 x work"])
    try undo(edit.number, .entry(ada, .phones, 1))
    #expect(try phones() == ["0 x home", "1 1 home", "2 x work"])
    try undo(commit.number, .entry(ada, .phones, 1))
    #expect(try phones() == ["0 x home", "2 x work"])
  }
}
