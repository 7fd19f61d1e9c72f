import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// A person taken out of another one again, with what was changed since.
@Suite(.temporaryDirectory) struct UnmergeTests {
  let store: Store
  let ada = RecordID.person(1)
  let twin = RecordID.person(2)
  let third = RecordID.person(3)
  let people: [SeenPerson?]

  init() throws {
    store = try Store.inTemporaryDirectory()
    try store.edit { session in
      let people = try (0..<3).map { _ in try session.createPerson() }
      for (index, person) in people.enumerated() {
        try session.set(.firstName, of: person, to: .text("Ada"))
        try session.set(.note, of: person, to: .text("note \(index)"))
        try session.add(.emails, to: person, .text("ada@example.org"), label: .work)
      }
      try session.set(.nickname, of: people[0], to: .text("A"))
      try session.set(.jobTitle, of: people[1], to: .text("Countess"))
      try session.add(.phones, to: people[0], .text("+44 1"))
      // Numbers that its entries have later are not theirs in the merged list.
      try session.add(.phones, to: people[1], .text("gone"))
      try session.removeEntry(.phones, entry: 0, of: people[1])
      try session.add(.phones, to: people[1], .text("+44 1"), label: .home)
      try session.add(.phones, to: people[1], .text("+44 2"), label: .mobile)
    }
    _ = try store.group("Both", [ada, twin])
    _ = try store.group("Hers", [twin])
    people = [try store.seen(ada), try store.seen(twin)]
  }

  private func merge() throws { try store.merge(twin, into: ada, policy: .keep) }
  private func seen() throws -> [SeenPerson?] { [try store.seen(ada), try store.seen(twin)] }

  /// The identifier in the merged list of the number that came with the other one.
  private func hers() throws -> Int32 {
    let entries = try store.record(ada)?.entries(.phones) ?? []
    return try #require(entries.first { $0.value == .text("+44 2") }).identifier
  }

  @Test(arguments: MergePolicy.allCases.filter { $0 != .ask })
  func `both are as before when nothing was changed`(_ policy: MergePolicy) throws {
    try store.merge(twin, into: ada, policy: policy)
    let merge = try store.lastCommit()
    let report = try store.unmerge(twin)
    #expect(try seen() == people)
    #expect(report.questions.isEmpty && report.merge == merge)
    #expect(report.commit?.header.undoes == [merge] && report.commit?.header.kind == .undo)
    #expect(try store.fault() == nil)
  }

  @Test func `both are as before whatever was chosen`() throws {
    for choice in MergeChoice.allCases {
      try store.merge(
        twin, into: ada, [.note: choice, .phones: choice, .emails: choice], policy: .keep)
      try store.unmerge(twin)
      #expect(try seen() == people, "\(choice)")
    }
  }

  @Test func `a link there was before stands again`() throws {
    try store.edit { try $0.link(ada, twin) }
    let before = try seen()
    try merge()
    try store.unmerge(twin)
    #expect(try seen() == before)
  }

  @Test func `changes of what came with one of them are that one's`() throws {
    try merge()
    let hers = try hers()
    try store.edit {
      try $0.setValue(.phones, entry: hers, of: ada, to: .text("+44 22"))
      try $0.setLabel(.phones, entry: hers, of: ada, to: .home)
      try $0.set(.jobTitle, of: ada, to: .text("Analyst"))
      try $0.set(.nickname, of: ada, to: .text("AA"))
      try $0.removeMember(ada, from: .group(2))
    }
    let report = try store.unmerge(twin)
    #expect(report.questions.isEmpty)
    var expected = people
    expected[0]?.values[.nickname] = .text("AA")
    expected[1]?.values[.jobTitle] = .text("Analyst")
    expected[1]?.groups = [.group(1)]
    let last = try #require(expected[1]?.lists[.phones]?.count) - 1
    expected[1]?.lists[.phones]?[last].value = .text("+44 22")
    expected[1]?.lists[.phones]?[last].label = .home
    #expect(try seen() == expected)
  }

  @Test func `what was removed since is removed from the one it came from`() throws {
    try merge()
    let hers = try hers()
    try store.edit {
      try $0.removeEntry(.phones, entry: hers, of: ada)
      try $0.set(.jobTitle, of: ada, to: nil)
    }
    try store.unmerge(twin)
    #expect(try store.record(twin)?.entries(.phones).map(\.value) == [.text("+44 1")])
    #expect(try store.record(twin)?[.jobTitle] == nil)
    #expect(try store.seen(ada) == people[0])
  }

  @Test func `what both had, and what is new, is asked about, each with its slot`() throws {
    try merge()
    try store.edit {
      try $0.set(.note, of: ada, to: .text("changed"))
      try $0.set(.suffix, of: ada, to: .text("Jr"))
      try $0.setValue(.phones, entry: 0, of: ada, to: .text("+44 11"))
      _ = try $0.add(.urls, to: ada, .text("https://example.org"))
      try $0.removeMember(ada, from: .group(1))
      try $0.link(ada, third)
    }
    let before = try store.lastCommit()
    let error = #expect(throws: StoreError.self) { try store.unmerge(twin) }
    #expect(error?.code == .undecided)
    let questions = try #require(error?.questions)
    #expect(
      questions.map(\.slotName) == [
        "1/suffix", "1/note", "1/phones/0", "1/urls/0", "1/links/3", "group:1/members/1",
      ])
    #expect(questions.map(\.reason) == [.new, .shared, .shared, .new, .new, .shared])
    #expect(questions[1].then == .value(.text("note 0")))
    #expect(questions[1].now == .value(.text("changed")))
    #expect(try store.lastCommit() == before)
  }

  @Test(arguments: UnmergePolicy.allCases.filter { $0 != .ask })
  func `a policy says whose the unclear changes are`(_ policy: UnmergePolicy) throws {
    try merge()
    try store.edit {
      try $0.set(.note, of: ada, to: .text("changed"))
      try $0.setValue(.phones, entry: 0, of: ada, to: .text("+44 11"))
      _ = try $0.add(.urls, to: ada, .text("https://example.org"), label: .work)
      try $0.link(ada, third)
    }
    try store.unmerge(twin, policy: policy)
    var expected = people
    for index in policy == .keep ? [0] : policy == .other ? [1] : [0, 1] {
      expected[index]?.values[.note] = .text("changed")
      expected[index]?.lists[.phones]?[0].value = .text("+44 11")
      expected[index]?.lists[.urls] = [
        .init(identifier: 0, label: .work, value: .text("https://example.org"))
      ]
      expected[index]?.links = [third]
    }
    #expect(try seen() == expected)
    #expect(try store.fault() == nil)
  }

  @Test func `answers go before the policy, and the last that fits counts`() throws {
    try merge()
    try store.edit {
      try $0.set(.note, of: ada, to: .text("changed"))
      try $0.set(.suffix, of: ada, to: .text("Jr"))
    }
    let report = try store.unmerge(
      twin, .init(.record(ada), .both), .init(.property(ada, .note), .other))
    #expect(report.questions.map(\.answer) == [.both, .other])
    let now = try seen()
    #expect(now[0]?.values[.note] == .text("note 0") && now[1]?.values[.note] == .text("changed"))
    #expect(now.allSatisfy { $0?.values[.suffix] == .text("Jr") })
  }

  @Test func `a change that was taken back is none`() throws {
    try merge()
    let commit = try store.edit { try $0.set(.note, of: ada, to: .text("changed")) }
    try store.undo(commit.number)
    try store.unmerge(twin)
    #expect(try seen() == people)
  }

  @Test func `the order that entries were brought into goes with them`() throws {
    try store.edit {
      _ = try $0.add(.phones, to: twin, .text("+44 3"))
      _ = try $0.add(.phones, to: ada, .text("+44 9"))
    }
    let before = try seen()
    try merge()
    let hers = try hers()
    try store.edit { try $0.moveEntry(.phones, entry: hers, of: ada, after: hers + 1) }
    try store.unmerge(twin)
    #expect(try store.seen(ada) == before[0])
    let numbers = try store.record(twin)?.entries(.phones).map(\.value)
    #expect(numbers == [.text("+44 1"), .text("+44 3"), .text("+44 2")])
    #expect(try store.fault() == nil)
  }

  @Test func `a kept person set back to before the merge lost nothing of the other's`() throws {
    let before = try store.lastCommit()
    try merge()
    try store.restore([.record(ada)], asOf: .commit(before), author: "ada", program: "tests")
    try store.unmerge(twin)
    #expect(try seen() == people)
  }

  @Test func `an undo takes an un-merge back, and the edits since are there again`() throws {
    try merge()
    let hers = try hers()
    try store.edit {
      try $0.setValue(.phones, entry: hers, of: ada, to: .text("+44 22"))
      try $0.set(.note, of: ada, to: .text("changed"))
    }
    let merged = try seen()
    let commit = try #require(try store.unmerge(twin, policy: .other).commit).number
    let apart = try seen()
    let undo = try #require(try store.undo(commit).commit).number
    #expect(try seen() == merged && store.read { try $0.standing(for: twin) } == ada)
    try store.undo(undo)
    #expect(try seen() == apart)
    #expect(try store.fault() == nil)
  }

  @Test func `one of two merged people comes out, the other one stays`() throws {
    let bob = try store.seen(third)
    try merge()
    try store.merge(third, into: ada, policy: .keep)
    try store.unmerge(twin)
    #expect(try store.seen(twin) == people[1])
    #expect(try store.read { try $0.absorbed(by: ada) }.map(\.person) == [third])
    try store.unmerge(third)
    #expect(try [store.seen(ada), store.seen(twin), store.seen(third)] == people + [bob])
  }

  @Test func `who went into somebody who went into another one waits for that one`() throws {
    try merge()
    try store.merge(ada, into: third, policy: .keep)
    #expect(throws: StoreError(.merged, "")) { try store.unmerge(twin) }
    try store.unmerge(ada)
    try store.unmerge(twin)
    #expect(try seen() == people)
  }

  @Test func `a kept person that was removed must be back first`() throws {
    try merge()
    try store.edit { try $0.remove(ada) }
    #expect(throws: StoreError(.removed, "")) { try store.unmerge(twin) }
    try store.undelete([ada], author: "ada", program: "tests")
    try store.unmerge(twin)
    #expect(try seen() == people)
  }

  @Test func `a group that is gone is told and stays away`() throws {
    try merge()
    try store.edit { try $0.remove(.group(2)) }
    let report = try store.unmerge(twin)
    #expect(report.obstacles.map(\.slotName) == ["group:2/members/2"])
    #expect(try store.seen(twin)?.groups == [.group(1)])
  }

  @Test func `a merge can be made, unmade and made again`() throws {
    for _ in 0..<3 {
      try merge()
      try store.unmerge(twin)
    }
    #expect(try seen() == people)
    #expect(try store.fault() == nil)
  }

  @Test func `a dry run says all and writes nothing`() throws {
    try merge()
    try store.edit { try $0.set(.note, of: ada, to: .text("changed")) }
    let before = try store.lastCommit()
    let report = try store.unmerge(
      twin, author: "ada", program: "tests", dryRun: true)
    #expect(report.commit == nil && report.questions.map(\.answer) == [nil])
    #expect(report.changes.contains { $0.slot == .existence && $0.record == twin })
    #expect(try store.lastCommit() == before)
  }
}
