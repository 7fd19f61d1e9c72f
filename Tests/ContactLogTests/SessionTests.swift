import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct SessionTests {
  let store: Store

  init() throws { store = try Store.create(at: TemporaryDirectory.path + "/" + "store") }

  @Test func `a saved person is read back with its values`() throws {
    let session = store.session(author: "ada", program: "tests")
    let local = try session.createPerson(uid: "U1")
    try session.set(.firstName, of: local, to: "Ada")
    try session.add(.phones, to: local, "+44 1", label: Label("mobile"))
    let commit = try #require(try session.save(note: "first"))
    let record = try #require(try store.record(commit.id(local)))
    #expect(record.text(.firstName) == "Ada")
    #expect(record.entries(.phones).map(\.label) == [.standard(.mobile)])
    #expect(record.uid == "U1")
    #expect(commit.number == 1 && commit.note == "first" && commit.header.author == "ada")
  }

  @Test func `a reverted session shows the saved name again`() throws {
    let id = try store.person("Ada")
    let session = store.session(author: "ada", program: "tests")
    try session.set(.firstName, of: id, to: "Eve")
    #expect(try session.record(id)?.text(.firstName) == "Eve")
    session.revert()
    #expect(try session.record(id)?.text(.firstName) == "Ada")
    #expect(!session.hasUnsavedChanges)
  }

  @Test func `saving an equal value makes no commit`() throws {
    let id = try store.person("Ada")
    let session = store.session(author: "ada", program: "tests")
    try session.set(.firstName, of: id, to: "Ada")
    #expect(!session.hasUnsavedChanges)
    #expect(try session.save() == nil)
    #expect(try store.lastCommit() == 1)
  }

  @Test func `a membership change is an unsaved change and cancels out`() throws {
    let person = try store.person("Ada")
    let session = store.session(author: "ada", program: "tests")
    let group = try session.createGroup(named: "Friends")
    let saved = try #require(try session.save())
    try session.addMember(person, to: saved.id(group))
    #expect(session.hasUnsavedChanges)
    try session.removeMember(person, from: saved.id(group))
    #expect(!session.hasUnsavedChanges)
    #expect(try session.save() == nil)
  }

  @Test func `removing a person ends its memberships with an event each`() throws {
    let person = try store.person("Ada")
    let session = store.session(author: "ada", program: "tests")
    let group = try session.createGroup(named: "Friends")
    try session.addMember(person, to: group)
    let saved = try #require(try session.save())
    try session.remove(person)
    let removal = try #require(try session.save())
    let events = try store.read { try $0.events(of: removal.number) }
    #expect(events.map(\.event.change) == [.removed, .memberRemoved(person)])
    #expect(try store.members(saved.id(group)) == [])
    #expect(try store.record(person) == nil)
    let undo = try store.undo([removal.number], author: "ada", program: "tests")
    #expect(undo.obstacles == [])
    #expect(try store.members(saved.id(group)) == [person])
    #expect(try store.record(person)?.text(.firstName) == "Ada")
    #expect(try store.verify().fault == nil)
  }

  @Test func `rebuild and replay give equal digests`() throws {
    for name in ["Ada", "Grace", "李", "Ольга"] { _ = try store.person(name) }
    let session = store.session(author: "ada", program: "tests")
    try session.set(.lastName, of: .person(2), to: "Hopper")
    try session.save()
    let before = try store.digests()
    try store.rebuild()
    let after = try store.digests()
    #expect(before.map(\.digest) == after.map(\.digest))
    let proof = try store.replay(into: TemporaryDirectory.path + "/" + "copy")
    #expect(proof.fault == nil)
    #expect(proof.digests.map(\.digest) == before.map(\.digest))
    #expect(try store.verify().fault == nil)
  }

  @Test func `names, phones and addresses are found`() throws {
    let id = try store.person("Žofie")
    let session = store.session(author: "ada", program: "tests")
    try session.add(.phones, to: id, "+49 30 1234567")
    try session.add(.emails, to: id, "Zofie@Example.org")
    try session.save()
    let byName = try store.read { try $0.find(name: "zof") }
    let byPhone = try store.read { try $0.find(phone: "030 1234567").map(\.record) }
    let byEmail = try store.read { try $0.find(email: "zofie@example.org") }
    let listed = try store.read { try $0.list(.person).records }
    #expect([byName, byPhone, byEmail, listed] == [[id], [id], [id], [id]])
  }
}
