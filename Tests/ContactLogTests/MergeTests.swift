import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// One person made of two.
@Suite(.temporaryDirectory) struct MergeTests {
  let store: Store
  /// Kept.
  let ada = RecordID.person(1)
  /// Goes into it.
  let twin = RecordID.person(2)
  let third = RecordID.person(3)

  init() throws {
    store = try Store.inTemporaryDirectory()
    try store.edit { session in
      let people = try (0..<3).map { _ in try session.createPerson() }
      for person in people.prefix(2) {
        try session.set(.firstName, of: person, to: .text("Ada"))
        try session.add(.emails, to: person, .text("ada@example.org"), label: .work)
      }
      try session.set(.jobTitle, of: people[1], to: .text("Countess"))
      try session.add(.phones, to: people[0], .text("+44 1"))
      try session.add(.phones, to: people[1], .text("+44 1"), label: .home)
      try session.add(.phones, to: people[1], .text("+44 2"), label: .mobile)
      try session.set(.firstName, of: people[2], to: .text("Bob"))
    }
  }

  private func set(_ property: Property, _ mine: String, _ theirs: String) throws {
    try store.edit {
      try $0.set(property, of: ada, to: .text(mine))
      try $0.set(property, of: twin, to: .text(theirs))
    }
  }

  @Test func `lists are united, equal entries once, and what is missing is taken`() throws {
    let report = try store.merge(twin, into: ada)
    let merged = try #require(try store.record(ada))
    #expect(merged.text(.jobTitle) == "Countess")
    #expect(merged.entries(.emails).map(\.value) == [.text("ada@example.org")])
    #expect(merged.entries(.phones).map(\.value) == [.text("+44 1"), .text("+44 2")])
    // A label that the kept one has none of comes along.
    #expect(merged.entries(.phones).map(\.label) == [.home, .mobile])
    #expect(try store.record(twin) == nil)
    #expect(report.commit?.header.kind == .merge && report.clashes.isEmpty)
    #expect(try store.fault() == nil)
  }

  @Test func `values that differ are asked about and nothing is written`() throws {
    try set(.note, "one", "two")
    let before = try store.lastCommit()
    let error = #expect(throws: StoreError.self) { try store.merge(twin, into: ada) }
    #expect(error?.code == .undecided)
    #expect(error?.clashes.map(\.property) == [.note])
    #expect(error?.clashes.first?.kept == .value(.text("one")))
    #expect(try store.lastCommit() == before)
  }

  @Test(arguments: [
    (MergeChoice.keep, "one"), (.other, "two"), (.both, "one\n\ntwo"),
  ])
  func `a choice decides`(_ choice: MergeChoice, _ expected: String) throws {
    try set(.note, "one", "two")
    let report = try store.merge(twin, into: ada, [.note: choice])
    #expect(try store.record(ada)?.text(.note) == expected)
    #expect(report.clashes.map(\.choice) == [choice])
  }

  @Test func `a policy decides about the rest`() throws {
    try set(.note, "one", "two")
    try set(.lastName, "L", "M")
    try store.merge(twin, into: ada, [.lastName: .keep], policy: .other)
    let merged = try store.record(ada)
    #expect(merged?.text(.note) == "two" && merged?.text(.lastName) == "L")
  }

  @Test func `of a list one side can be chosen`() throws {
    try store.merge(twin, into: ada, [.phones: .keep])
    #expect(try store.record(ada)?.entries(.phones).count == 1)
    try store.undo(try store.lastCommit())
    try store.edit { _ = try $0.add(.phones, to: ada, .text("+44 9")) }
    try store.merge(twin, into: ada, [.phones: .other])
    #expect(
      try store.record(ada)?.entries(.phones).map(\.value) == [.text("+44 1"), .text("+44 2")])
  }

  @Test func `both of what has place for one is refused`() throws {
    try set(.lastName, "L", "M")
    #expect(throws: StoreError(.invalid, "")) {
      try store.merge(twin, into: ada, [.lastName: .both])
    }
  }

  @Test func `a person and an organisation are not taken for the same kind`() throws {
    try store.edit { try $0.set(.personKind, of: twin, to: .integer(1)) }
    let error = #expect(throws: StoreError.self) { try store.merge(twin, into: ada) }
    #expect(error?.clashes.map(\.property) == [.personKind])
    #expect(throws: StoreError(.undecided, "")) { try store.merge(ada, into: twin) }
  }

  @Test func `groups and links go over`() throws {
    let groups = try [store.group("A", [ada, twin]), store.group("B", [twin])]
    try store.edit { try $0.link(twin, third) }
    try store.merge(twin, into: ada)
    let merged = try #require(try store.seen(ada))
    #expect(merged.groups == groups && merged.links == [third])
    #expect(try store.members(groups[0]) == [ada] && store.members(groups[1]) == [ada])
    #expect(try store.fault() == nil)
  }

  @Test func `what both say of a third person is asked about`() throws {
    try store.edit {
      try $0.link(twin, third)
      try $0.keepApart(ada, third)
    }
    let error = #expect(throws: StoreError.self) { try store.merge(twin, into: ada) }
    #expect(error?.clashes.map(\.person) == [third])
    try store.merge(twin, into: ada, [.links: .other])
    #expect(try store.seen(ada)?.links == [third])
  }

  @Test func `people kept apart are not merged until that is taken back`() throws {
    try store.edit { try $0.keepApart(ada, twin) }
    #expect(throws: StoreError(.keptApart, "")) {
      try store.merge(twin, into: ada, policy: .keep)
    }
    try store.edit { try $0.unlink(ada, twin) }
    try store.merge(twin, into: ada)
  }

  @Test func `both tell the merge`() throws {
    let commit = try #require(try store.merge(twin, into: ada).commit).number
    let (target, absorbed, standing) = try store.read {
      (
        try $0.mergeTarget(of: twin), try $0.absorbed(by: ada), try $0.standing(for: twin)
      )
    }
    #expect(target == MergedPerson(person: ada, commit: commit) && standing == ada)
    #expect(absorbed == [MergedPerson(person: twin, commit: commit)])
    for id in [ada, twin] {
      let history = try store.read { try $0.history(of: id) }
      let merges = history.filter { $0.logged.event.change == .mergedInto(ada) }
      #expect(merges.map(\.logged.commit) == [commit], "\(id)")
      #expect(merges.first?.slotName == "2" && merges.first?.old == .exists)
    }
  }

  @Test func `the past has both`() throws {
    let before = try store.lastCommit()
    let people = [try store.seen(ada), try store.seen(twin)]
    try store.merge(twin, into: ada)
    let merged = try store.seen(ada)
    for (moment, expected) in [(before, people), (before + 1, [merged, nil])] {
      let then = try store.read(asOf: .commit(moment)) { snapshot in
        [try Store.seen(ada, snapshot), try Store.seen(twin, snapshot)]
      }
      #expect(then == expected)
    }
  }

  @Test func `a dry run says all and writes nothing`() throws {
    try set(.note, "one", "two")
    let before = try store.lastCommit()
    let report = try store.merge(
      twin, into: ada, author: "ada", program: "tests", dryRun: true)
    #expect(report.commit == nil && report.clashes.count == 1 && report.events > 3)
    #expect(try store.lastCommit() == before)
  }

  @Test func `an undo takes a merge back, and its undo redoes it`() throws {
    let groups = [try store.group("A", [twin])]
    let people = [try store.seen(ada), try store.seen(twin)]
    let commit = try #require(try store.merge(twin, into: ada).commit).number
    let merged = try store.seen(ada)
    let undo = try #require(try store.undo(commit).commit).number
    #expect(try [store.seen(ada), store.seen(twin)] == people)
    #expect(try store.members(groups[0]) == [twin])
    try store.undo(undo)
    #expect(try [store.seen(ada), store.seen(twin)] == [merged, nil])
    #expect(try store.read { try $0.standing(for: twin) } == ada)
    #expect(try store.fault() == nil)
  }

  @Test func `what went into another one comes back by an un-merge only`() throws {
    let before = try store.lastCommit()
    try store.merge(twin, into: ada)
    #expect(throws: StoreError(.merged, "")) {
      try store.undelete([twin], author: "ada", program: "tests")
    }
    #expect(throws: StoreError(.merged, "")) {
      try store.restore([.record(twin)], asOf: .commit(before), author: "a", program: "t")
    }
    try store.restoreAll(asOf: .commit(before), author: "ada", program: "tests")
    #expect(try store.record(twin) != nil)
    try store.restoreAll(asOf: .commit(before + 1), author: "ada", program: "tests")
    #expect(try store.read { try $0.standing(for: twin) } == ada)
    #expect(try store.read { try $0.absorbed(by: ada) }.count == 1)
    #expect(try store.fault() == nil)
  }

  @Test func `a chain leads to who is there, also when it was removed for a while`() throws {
    try store.merge(twin, into: ada)
    try store.merge(ada, into: third, policy: .keep)
    #expect(try store.read { try $0.standing(for: twin) } == third)
    try store.edit { try $0.remove(third) }
    #expect(try store.read { try $0.standing(for: twin) } == nil)
    let report = try store.undelete([third], author: "ada", program: "tests")
    #expect(report.obstacles.isEmpty)
    #expect(try store.read { try $0.standing(for: twin) } == third)
    #expect(try store.read { try $0.absorbed(by: third) }.map(\.person) == [ada])
  }

  @Test func `hostile arguments are refused`() throws {
    let group = try store.group("G")
    try store.edit { try $0.remove(third) }
    let before = try store.lastCommit()
    let cases: [(RecordID, RecordID, StoreError.Code)] = [
      (ada, ada, .invalid), (group, ada, .invalid), (ada, group, .invalid),
      (.localSource, ada, .invalid), (third, ada, .removed), (ada, third, .removed),
      (.person(99), ada, .notFound), (.person(-1), ada, .notFound),
    ]
    for (other, kept, code) in cases {
      #expect(throws: StoreError(code, ""), "\(other) into \(kept)") {
        try store.merge(other, into: kept)
      }
    }
    try store.merge(twin, into: ada)
    #expect(throws: StoreError(.merged, "")) { try store.merge(twin, into: ada) }
    #expect(throws: StoreError(.merged, "")) { try store.merge(ada, into: twin) }
    #expect(throws: StoreError(.notFound, "")) { try store.unmerge(ada) }
    #expect(throws: StoreError(.notFound, "")) { try store.unmerge(third) }
    #expect(throws: StoreError(.notFound, "")) { try store.unmerge(group) }
    #expect(throws: StoreError(.notFound, "")) { try store.unmerge(.person(99)) }
    #expect(try store.lastCommit() == before + 1)
  }

  @Test func `a replay is identical`() throws {
    try store.merge(twin, into: ada)
    try store.unmerge(twin)
    try store.undo(try store.lastCommit())
    let path = TemporaryDirectory.path + "/copy"
    _ = try Store.replay(.store(store), into: path)
    let copy = try Store.open(at: path)
    #expect(isSame(try copy.digests(), try store.digests()))
    #expect(try copy.read { try $0.standing(for: twin) } == ada)
    #expect(try copy.fault() == nil)
  }
}

/// Cards of somebody who went into another one.
@Suite(.temporaryDirectory) struct MergedCardTests {
  let store: Store
  let ada = RecordID.person(1)
  let twin = RecordID.person(2)

  init() throws {
    store = try Store.inTemporaryDirectory()
    try store.importing("uid A\nfirst Ada\ntel - 1", "uid B\nfirst Ada\ntel - 2\nnote x")
    try store.merge(twin, into: ada)
  }

  @Test func `the same card again changes nothing`() throws {
    let report = try store.importing("uid B\nfirst Ada\ntel - 2\nnote x")
    #expect(report.counts == [0, 1, 0, 0])
  }

  @Test func `another card of its uid changes the kept person`() throws {
    let report = try store.importing("uid B\nfirst Ada\ntel - 2\ntel - 3\nnote y")
    #expect(report.counts == [0, 0, 1, 0])
    let merged = try #require(try store.record(ada))
    #expect(merged.text(.note) == "y")
    #expect(merged.entries(.phones).map(\.value) == [.text("1"), .text("2"), .text("3")])
    #expect(try store.record(twin) == nil && store.read { try $0.count(.person) } == 1)
  }

  @Test func `an edit since stands when the same new card comes again`() throws {
    try store.importing("uid B\nfirst Ada\ntel - 2\nnote y")
    try store.edit { try $0.set(.note, of: ada, to: .text("mine")) }
    #expect(try store.importing("uid B\nfirst Ada\ntel - 2\nnote y").counts == [0, 1, 0, 0])
    #expect(try store.record(ada)?.text(.note) == "mine")
    #expect(try store.fault() == nil)
  }

  @Test func `a card of the kept person is compared with its own last one`() throws {
    #expect(try store.importing("uid A\nfirst Ada\ntel - 1").counts == [0, 1, 0, 0])
    try store.importing("uid A\nfirst Ada\ntel - 5")
    let phones = try store.record(ada)?.entries(.phones).map(\.value)
    #expect(phones == [.text("5"), .text("2")])
  }

  @Test func `a group's member of that uid is the kept person`() throws {
    try store.importing("kind group\nuid G\nname Friends\nmember B")
    #expect(try store.members(.group(1)) == [ada])
  }

  @Test func `changes that came with the card go with it`() throws {
    try store.importing("uid B\nfirst Ada\ntel - 22\nnote y")
    try store.unmerge(twin)
    #expect(try store.record(ada)?.entries(.phones).map(\.value) == [.text("1")])
    #expect(try store.record(ada)?.text(.note) == nil)
    #expect(try store.record(twin)?.text(.note) == "y")
    #expect(try store.record(twin)?.entries(.phones).map(\.value) == [.text("22")])
  }
}
