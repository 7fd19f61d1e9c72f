import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct NestedGroupTests {
  let store: Store
  let outer: RecordID
  let inner: RecordID

  init() throws {
    store = try Store.inTemporaryDirectory()
    inner = try store.group("Inner")
    outer = try store.group("Outer", [inner])
  }

  @Test func `a group in a group is refused the other way round`() throws {
    let session = store.session(author: "ada", program: "tests")
    try session.addMember(outer, to: inner)
    #expect(throws: StoreError(.invalid, "")) { try session.save() }
    #expect(session.hasUnsavedChanges)
    #expect(try store.members(inner) == [])
  }

  @Test func `a cycle through a third group is refused`() throws {
    let third = try store.group("Third", [outer])
    let session = store.session(author: "ada", program: "tests")
    try session.addMember(third, to: inner)
    #expect(throws: StoreError(.invalid, "")) { try session.save() }
  }

  @Test func `a cycle of new groups is refused`() throws {
    let session = store.session(author: "ada", program: "tests")
    let a = try session.createGroup(named: "A")
    let b = try session.createGroup(named: "B")
    try session.addMember(a, to: b)
    try session.addMember(b, to: a)
    #expect(throws: StoreError(.invalid, "")) { try session.save() }
  }

  @Test func `a group is no member of itself`() throws {
    let session = store.session(author: "ada", program: "tests")
    #expect(throws: StoreError(.invalid, "")) { try session.addMember(outer, to: outer) }
  }

  @Test func `the nesting is turned round in one save`() throws {
    try store.edit { session in
      try session.removeMember(inner, from: outer)
      try session.addMember(outer, to: inner)
    }
    #expect(try store.members(outer) == [] && store.members(inner) == [outer])
  }

  @Test func `an undo that would close a cycle is refused`() throws {
    let apart = try store.edit { try $0.removeMember(inner, from: outer) }
    try store.edit { try $0.addMember(outer, to: inner) }
    #expect(throws: StoreError.self) { try store.undo(apart.number) }
    #expect(try store.members(outer) == [])
  }

  @Test func `a group twice in another is one membership`() throws {
    let session = store.session(author: "ada", program: "tests")
    try session.addMember(inner, to: outer)
    #expect(!session.hasUnsavedChanges)
  }

  @Test func `a removed group leaves its group and loses its members`() throws {
    let person = try store.person("Ada")
    try store.edit { try $0.addMember(person, to: inner) }
    let removal = try store.edit { try $0.remove(inner) }
    #expect(try store.members(outer) == [])
    #expect(try store.read { try $0.groups(of: person) } == [])
    try store.undo(removal.number)
    #expect(try store.members(outer) == [inner] && store.members(inner) == [person])
    #expect(try store.fault() == nil)
  }

  @Test func `a removed group stays removed through reopening and rebuilding`() throws {
    // GROUP-08
    let person = try store.person("Ada")
    try store.edit { try $0.addMember(person, to: outer) }
    try store.edit { try $0.remove(outer) }
    try store.rebuild()
    #expect(try store.read { try $0.list(.group).records } == [inner])
    #expect(try store.read { try $0.groups(of: person) } == [])
    let removals = try store.read { try $0.history(of: outer) }
      .filter { $0.logged.event.change == .removed }
    #expect(removals.count == 1)
  }
}
