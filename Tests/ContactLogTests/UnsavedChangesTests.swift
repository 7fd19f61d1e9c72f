import ContactLog
import ContactModel
import TestSupport
import Testing

/// `hasUnsavedChanges` after every kind of change, and after it was taken back by hand.
@Suite(.temporaryDirectory) struct UnsavedChangesTests {
  /// A change of a book with one person, who has two phones and a photo, and two groups.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (Session) throws -> Void
    let back: @Sendable (Session) throws -> Void

    init(
      _ name: String, _ change: @escaping @Sendable (Session) throws -> Void,
      _ back: @escaping @Sendable (Session) throws -> Void
    ) {
      testDescription = name
      self.change = change
      self.back = back
    }
  }

  static let person = RecordID.person(1)
  static let friend = RecordID.person(2)
  static let group = RecordID.group(1)
  static let inner = RecordID.group(2)

  static let changes: [Change] = [
    Change(
      "set a value", { try $0.set(.note, of: person, to: "x") },
      { try $0.set(.note, of: person, to: nil) }),
    Change(
      "replace a value", { try $0.set(.firstName, of: person, to: "x") },
      { try $0.set(.firstName, of: person, to: "Ada") }),
    Change(
      "clear a value", { try $0.set(.firstName, of: person, to: nil) },
      { try $0.set(.firstName, of: person, to: "Ada") }),
    Change(
      "set the empty text", { try $0.set(.note, of: person, to: "") },
      { try $0.set(.note, of: person, to: nil) }),
    Change(
      "decompose a letter", { try $0.set(.lastName, of: person, to: "Zoe\u{301}") },
      { try $0.set(.lastName, of: person, to: "Zo\u{E9}") }),
    Change(
      "set a photo", { try $0.setImage([9], mediaType: "image/png", of: person) },
      { try $0.setImage([1, 2, 3], mediaType: "image/png", of: person) }),
    Change(
      "remove a photo", { try $0.set(.image, of: person, to: nil) },
      { try $0.setImage([1, 2, 3], mediaType: "image/png", of: person) }),
    Change(
      "add an entry", { try $0.add(.phones, to: person, "3") },
      { try $0.removeEntry(.phones, entry: 2, of: person) }),
    Change(
      "replace an entry", { try $0.setValue(.phones, entry: 0, of: person, to: "x") },
      { try $0.setValue(.phones, entry: 0, of: person, to: "1") }),
    Change(
      "relabel an entry", { try $0.setLabel(.phones, entry: 0, of: person, to: Label("home")) },
      { try $0.setLabel(.phones, entry: 0, of: person, to: nil) }),
    Change(
      "move an entry", { try $0.moveEntry(.phones, entry: 0, of: person, after: 1) },
      { try $0.moveEntry(.phones, entry: 0, of: person, after: nil) }),
    Change(
      "join a group", { try $0.addMember(person, to: inner) },
      { try $0.removeMember(person, from: inner) }),
    Change(
      "leave a group", { try $0.removeMember(person, from: group) },
      { try $0.addMember(person, to: group) }),
    Change(
      "put a group into a group", { try $0.addMember(inner, to: group) },
      { try $0.removeMember(inner, from: group) }),
    Change(
      "link two people", { try $0.link(person, friend) }, { try $0.unlink(person, friend) }),
    Change(
      "keep two people apart", { try $0.keepApart(friend, person) },
      { try $0.unlink(person, friend) }),
    Change(
      "rename a group", { try $0.set(.name, of: group, to: "x") },
      { try $0.set(.name, of: group, to: "Friends") }),
    Change(
      "create a person", { try $0.createPerson() },
      { try $0.remove(.person(-1)) }),
    Change(
      "create a group with a member",
      { try $0.addMember(person, to: try $0.createGroup(named: "x")) },
      { try $0.remove(.group(-1)) }),
    Change(
      "create a source", { try $0.createSource(named: "x") }, { try $0.remove(.source(-1)) }),
    Change(
      "create a linked person", { try $0.link(try $0.createPerson(), person) },
      { try $0.remove(.person(-1)) }),
  ]

  let store: Store
  let session: Session

  init() throws {
    store = try Store.inTemporaryDirectory()
    session = store.session(author: "ada", program: "tests")
    let person = try session.createPerson()
    try session.set(.firstName, of: person, to: "Ada")
    try session.set(.lastName, of: person, to: "Zo\u{E9}")
    try session.setImage([1, 2, 3], mediaType: "image/png", of: person)
    try session.add(.phones, to: person, "1")
    try session.add(.phones, to: person, "2")
    try session.createPerson()
    let group = try session.createGroup(named: "Friends")
    try session.createGroup(named: "Inner")
    try session.addMember(person, to: group)
    try session.save()
  }

  @Test(arguments: changes) func `a change is noticed and saved`(_ change: Change) throws {
    #expect(!session.hasUnsavedChanges)
    try change.change(session)
    #expect(session.hasUnsavedChanges)
    #expect(try session.save()?.number == 2)
    #expect(!session.hasUnsavedChanges)
    #expect(try store.fault() == nil)
  }

  @Test(arguments: changes) func `a change taken back by hand is none`(_ change: Change) throws {
    try change.change(session)
    try change.back(session)
    #expect(!session.hasUnsavedChanges)
    #expect(try session.save() == nil)
    #expect(try store.lastCommit() == 1)
  }

  @Test(arguments: changes) func `a reverted change is none`(_ change: Change) throws {
    let before = try session.record(Self.person)
    let groups = try session.groups(of: Self.person)
    try change.change(session)
    session.revert()
    #expect(!session.hasUnsavedChanges)
    #expect(try session.record(Self.person) == before)
    #expect(try session.groups(of: Self.person) == groups)
    #expect(try session.save() == nil)
  }

  @Test(arguments: changes) func `a saved change undone leaves the book as it was`(
    _ change: Change
  ) throws {
    let before = try store.record(Self.person)
    try change.change(session)
    try session.save()
    try store.undo(2)
    let after = try store.record(Self.person)
    #expect(after.map { Card($0) } == before.map { Card($0) })
    #expect(
      after?.entries(.phones).map(\.identifier) == before?.entries(.phones).map(\.identifier))
    #expect(
      try store.read { try [$0.count(.person), $0.count(.group), $0.count(.source)] } == [2, 2, 0])
    #expect(try store.read { try $0.groups(of: Self.person) } == [Self.group])
    #expect(try store.fault() == nil)
  }

  @Test func `removing a saved record is a change`() throws {
    try session.remove(Self.person)
    #expect(session.hasUnsavedChanges)
    #expect(try session.record(Self.person) == nil)
    #expect(try session.members(of: Self.group) == [])
    session.revert()
    #expect(try session.members(of: Self.group) == [Self.person])
  }

  @Test func `a save of nothing makes no commit`() throws {
    #expect(try session.save(note: "nothing") == nil)
    #expect(try store.lastCommit() == 1)
  }

  @Test func `an equal value makes no event beside a real change`() throws {
    try session.set(.firstName, of: Self.person, to: "Ada")
    try session.setValue(.phones, entry: 1, of: Self.person, to: "2")
    try session.addMember(Self.person, to: Self.group)
    try session.set(.note, of: Self.person, to: "x")
    let commit = try #require(try session.save())
    let events = try store.read { try $0.events(of: commit.number) }
    #expect(events.map(\.event.change) == [.valueSet(.note, "x")])
  }

  @Test func `several changes of one slot are one event`() throws {
    for text in ["x", "y", "z"] { try session.set(.note, of: Self.person, to: .text(text)) }
    let commit = try #require(try session.save())
    #expect(commit.header.count == 1)
  }

  @Test func `the modification date moves only with a saved change`() throws {
    // API-02
    let before = try store.record(Self.friend)?.modified
    try session.set(.note, of: Self.friend, to: "x")
    session.revert()
    try session.set(.note, of: Self.person, to: "x")
    try session.save()
    #expect(try store.record(Self.friend)?.modified == before)
  }
}
