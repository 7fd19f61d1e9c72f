import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct HistoryTests {
  let store: Store
  let ada: RecordID

  init() throws {
    store = try Store.inTemporaryDirectory()
    ada = try store.person("Ada")
  }

  @Test func `history tells every change of a record, oldest first`() throws {
    let group = try store.group("Friends")
    try store.edit(by: "grace") {
      try $0.set(.firstName, of: ada, to: "Augusta")
      try $0.add(.phones, to: ada, "1", label: Label("home"))
      try $0.addMember(ada, to: group)
    }
    try store.edit {
      try $0.setValue(.phones, entry: 0, of: ada, to: "2")
      try $0.setLabel(.phones, entry: 0, of: ada, to: nil)
      try $0.set(.firstName, of: ada, to: nil)
    }
    let items = try store.read { try $0.history(of: ada) }
    #expect(
      items.map(\.slotName) == [
        "1", "1/firstName", "1/firstName", "1/phones/0", "group:1/members/1", "1/firstName",
        "1/phones/0/value", "1/phones/0/label",
      ])
    #expect(items.map(\.logged.commit) == [1, 1, 3, 3, 3, 4, 4, 4])
    #expect(items[2].old == .value("Ada") && items[2].new == .value("Augusta"))
    #expect(items[5].old == .value("Augusta") && items[5].new == .nothing)
    #expect(items[6].old == .value("1") && items[6].new == .value("2"))
    #expect(items[7].old == .label(Label("home")) && items[7].new == .label(nil))
    #expect(items[4].new == .joined)
  }

  @Test func `history of a removed record goes on to its removal`() throws {
    try store.edit { try $0.remove(ada) }
    let items = try store.read { try $0.history(of: ada) }
    #expect(items.last?.old == .exists && items.last?.new == .nothing)
    #expect(try store.read { try $0.recordOrRemoved(ada)?.text(.firstName) } == "Ada")
    #expect(throws: StoreError(.notFound, "")) { try store.read { try $0.blame(of: ada) } }
  }

  @Test func `what never was has no history`() throws {
    #expect(throws: StoreError(.notFound, "")) { try store.read { try $0.history(of: .person(2)) } }
    #expect(throws: StoreError(.notFound, "")) { try store.read { try $0.events(of: 9) } }
    #expect(try store.read { try $0.event(at: 99) } == nil)
    #expect(try store.read { try $0.commit(9) } == nil)
    #expect(try store.read { try $0.commit(0) } == nil)
  }

  @Test func `blame names the one whose value stands`() throws {
    let edit = try store.edit(by: "grace") { try $0.set(.firstName, of: ada, to: "B") }
    let undo = try #require(try store.undo(edit.number).commit)
    let item = try #require(
      try store.read { try $0.blame(of: ada) }.first { $0.slotName == "1/firstName" })
    #expect(item.content == .value("Ada"))
    #expect(item.last.commit == undo.number && item.effective.commit == 1)
  }

  @Test func `blame tells memberships from both sides by one name`() throws {
    let group = try store.group("Friends", [ada])
    let names = try store.read { snapshot in
      try [ada, group].map { try snapshot.blame(of: $0).last?.slotName }
    }
    #expect(names == ["group:1/members/1", "group:1/members/1"])
  }

  @Test func `commits are told newest first, with author, program, note and kind`() throws {
    let session = store.session(author: "grace", program: "editor")
    try session.set(.note, of: ada, to: "x")
    try session.save(note: "because")
    var numbers: [UInt64] = []
    try store.read {
      try $0.forEachCommit { commit in
        numbers.append(commit.number)
        return true
      }
    }
    #expect(numbers == [2, 1])
    let commit = try #require(try store.read { try $0.commit(2) })
    #expect(commit.header.author == "grace" && commit.header.program == "editor")
    #expect(commit.note == "because" && commit.header.kind == .save)
    #expect(try commit.header.parent == store.read { try $0.commit(1) }?.hash)
  }

  @Test func `a time leads to the last commit made by then`() throws {
    let first = try #require(try store.read { try $0.commit(1) }).header.time
    let later = try store.edit { try $0.set(.note, of: ada, to: "x") }.header.time
    let commits = try store.read { snapshot in
      try [later, .max, first - 1_000_000, .min].map { try snapshot.commit(atTime: $0) }
    }
    #expect(commits == [2, 2, 0, 0])
  }

  @Test func `many events of one commit are one history`() throws {
    // More than one row of the log takes.
    try store.edit { session in
      for number in 0..<200 { try session.add(.phones, to: ada, .text("number \(number)")) }
    }
    #expect(try store.read { try $0.history(of: ada).count } == 202)
    #expect(try store.read { try $0.events(of: 2).count } == 200)
    #expect(try store.record(ada)?.entries(.phones).map(\.identifier) == Array(0..<200))
    try store.undo(2)
    #expect(try store.record(ada)?.entries(.phones) == [])
    #expect(try store.fault() == nil)
  }

  @Test func `events name the one that wrote their slot before`() throws {
    for name in ["B", "C"] { try store.edit { try $0.set(.firstName, of: ada, to: .text(name)) } }
    let events = try store.read { snapshot in
      try (1...snapshot.position).map { try snapshot.event(at: $0)?.event }
    }
    #expect(events.map { $0?.previous } == [0, 0, 2, 3])
  }

  @Test func `dates of creation and change are those of the commits`() throws {
    let edit = try store.edit { try $0.set(.note, of: ada, to: "x") }
    let record = try #require(try store.record(ada))
    #expect(record.created == (try store.read { try $0.commit(1) }?.header.time))
    #expect(record.modified == edit.header.time)
    let undo = try #require(try store.undo(edit.number).commit)
    #expect(try store.record(ada)?.modified == undo.header.time)
  }
}
