import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct LinkTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  private func links(_ person: Int32) throws -> [RecordID] {
    try store.read { try $0.links(of: .person(person)) }
  }

  @Test func `two new people are linked and unlinked again`() throws {
    try store.edit { session in
      try session.link(try session.createPerson(), try session.createPerson())
    }
    #expect(try links(1) == [.person(2)] && links(2) == [.person(1)])
    try store.edit { try $0.unlink(.person(1), .person(2)) }
    #expect(try links(1) == [] && links(2) == [])
    #expect(try store.fault() == nil)
  }

  @Test func `a new person is linked with a saved one and unlinked again`() throws {
    let old = try store.person("Ada")
    try store.edit { try $0.link(try $0.createPerson(), old) }
    try store.edit { try $0.unlink(old, .person(2)) }
    try store.edit { try $0.keepApart(.person(2), old) }
    #expect(try links(1) == [])
    #expect(try store.read { try $0.keptApart(from: old) } == [.person(2)])
    #expect(try store.fault() == nil)
  }

  @Test func `a link shows in the history of both people`() throws {
    _ = try store.person("Ada")
    _ = try store.person("Grace")
    try store.edit { try $0.link(.person(2), .person(1)) }
    let names = try store.read { snapshot in
      try [1, 2].map { try snapshot.history(of: .person($0)).last?.slotName }
    }
    #expect(names == ["1/links/2", "1/links/2"])
  }

  @Test func `a person cannot be linked with itself or with a group`() throws {
    let person = try store.person("Ada")
    let group = try store.group("Friends")
    let session = store.session(author: "ada", program: "tests")
    #expect(throws: StoreError(.invalid, "")) { try session.link(person, person) }
    #expect(throws: StoreError(.invalid, "")) { try session.link(person, .source(0)) }
    #expect(throws: StoreError(.invalid, "")) { try session.link(.source(0), group) }
    #expect(!session.hasUnsavedChanges)
  }

  @Test func `a removed person's link comes back with the person`() throws {
    let a = try store.person("Ada")
    let b = try store.person("Grace")
    try store.edit { try $0.link(a, b) }
    let removal = try store.edit { try $0.remove(b) }
    #expect(try links(1) == [])
    try store.undo(removal.number)
    #expect(try links(1) == [b] && links(2) == [a])
    #expect(try store.fault() == nil)
  }
}
