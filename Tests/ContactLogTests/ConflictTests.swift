import ContactLog
import ContactModel
import TestSupport
import Testing

/// Two sessions of one process; what they do to each other is the same between processes.
@Suite(.temporaryDirectory) struct ConflictTests {
  let store: Store
  let ada: RecordID
  let mine: Session
  let phone: Int32

  init() throws {
    store = try Store.inTemporaryDirectory()
    ada = try store.person("Ada")
    var phone: Int32 = -1
    let id = ada
    try store.edit { phone = try $0.add(.phones, to: id, "1", label: Label("home")) }
    self.phone = phone
    mine = store.session(author: "grace", program: "tests")
  }

  private func conflicts(of session: Session) throws -> [SlotConflict] {
    do {
      try session.save()
      return []
    } catch let error as StoreError where error.code == .conflict {
      return error.conflicts
    }
  }

  @Test func `a slot both changed is reported with base, theirs and mine`() throws {
    try mine.set(.firstName, of: ada, to: "Mine")
    let theirs = try store.edit { try $0.set(.firstName, of: ada, to: "Theirs") }
    #expect(
      try conflicts(of: mine) == [
        SlotConflict(
          record: ada, slot: .value(.firstName), base: "Ada", theirs: "Theirs", mine: "Mine",
          writer: theirs.header.firstPosition)
      ])
    #expect(mine.hasUnsavedChanges)
    #expect(try store.record(ada)?.text(.firstName) == "Theirs")
    #expect(try mine.record(ada)?.text(.firstName) == "Mine")
  }

  @Test func `every slot in conflict is named at once`() throws {
    try mine.set(.firstName, of: ada, to: "Mine")
    try mine.set(.note, of: ada, to: "Mine")
    try mine.setValue(.phones, entry: phone, of: ada, to: "mine")
    try mine.setLabel(.phones, entry: phone, of: ada, to: Label("main"))
    try store.edit {
      try $0.set(.firstName, of: ada, to: "Theirs")
      try $0.set(.note, of: ada, to: "Theirs")
      try $0.setValue(.phones, entry: phone, of: ada, to: "theirs")
      try $0.setLabel(.phones, entry: phone, of: ada, to: Label("work"))
    }
    let entry = try #require(try store.record(ada)?.entry(.phones, identifier: phone)?.position)
    #expect(
      try conflicts(of: mine).map(\.slot) == [
        .value(.firstName), .value(.note), .entryValue(.phones, entry),
        .entryLabel(.phones, entry),
      ])
  }

  @Test func `a conflict writes nothing of the save`() throws {
    try mine.set(.firstName, of: ada, to: "Mine")
    try mine.set(.lastName, of: ada, to: "Mine")
    try mine.createPerson()
    try store.edit { try $0.set(.firstName, of: ada, to: "Theirs") }
    let before = try store.lastCommit()
    #expect(try conflicts(of: mine).count == 1)
    #expect(try store.lastCommit() == before)
    #expect(try store.record(ada)?.text(.lastName) == nil)
  }

  @Test func `a conflict goes away with a revert`() throws {
    try mine.set(.firstName, of: ada, to: "Mine")
    try store.edit { try $0.set(.firstName, of: ada, to: "Theirs") }
    #expect(try conflicts(of: mine).count == 1)
    mine.revert()
    try mine.set(.firstName, of: ada, to: "Mine")
    #expect(try conflicts(of: mine) == [])
    #expect(try store.record(ada)?.text(.firstName) == "Mine")
  }

  @Test func `changes of other slots merge in silence`() throws {
    try mine.set(.firstName, of: ada, to: "Mine")
    try mine.setLabel(.phones, entry: phone, of: ada, to: Label("main"))
    try store.edit {
      try $0.set(.lastName, of: ada, to: "Theirs")
      try $0.setValue(.phones, entry: phone, of: ada, to: "theirs")
    }
    #expect(try conflicts(of: mine) == [])
    let merged = try #require(try store.record(ada))
    #expect(merged.text(.firstName) == "Mine" && merged.text(.lastName) == "Theirs")
    #expect(merged.entries(.phones).map(\.value) == ["theirs"])
    #expect(merged.entries(.phones).map(\.label) == [Label("main")])
  }

  @Test func `equal changes are one, and the second save makes no commit`() throws {
    try mine.set(.firstName, of: ada, to: "Same")
    try store.edit { try $0.set(.firstName, of: ada, to: "Same") }
    #expect(try mine.save() == nil)
    #expect(!mine.hasUnsavedChanges)
  }

  @Test func `equal results are dropped and the rest is saved`() throws {
    try mine.set(.firstName, of: ada, to: "Same")
    try mine.set(.note, of: ada, to: "Mine")
    try store.edit { try $0.set(.firstName, of: ada, to: "Same") }
    let commit = try #require(try mine.save())
    let events = try store.read { try $0.events(of: commit.number) }
    #expect(events.map(\.event.change) == [.valueSet(.note, "Mine")])
  }

  @Test func `the last writer wins where it is told so, and both values stay in history`() throws {
    let last = store.session(author: "grace", program: "tests", conflicts: .lastWriterWins)
    try last.set(.firstName, of: ada, to: "Mine")
    try store.edit { try $0.set(.firstName, of: ada, to: "Theirs") }
    try last.save()
    #expect(try store.record(ada)?.text(.firstName) == "Mine")
    let values = try store.read { try $0.history(of: ada) }
      .filter { $0.slotName == "1/firstName" }.map(\.new)
    #expect(values == [.value("Ada"), .value("Theirs"), .value("Mine")])
  }

  @Test func `editing a record that was removed meanwhile is a conflict under both policies`()
    throws
  {
    let last = store.session(author: "grace", program: "tests", conflicts: .lastWriterWins)
    try mine.set(.firstName, of: ada, to: "Mine")
    try last.add(.phones, to: ada, "2")
    try store.edit { try $0.remove(ada) }
    #expect(try conflicts(of: mine).map(\.slot) == [.existence])
    #expect(try conflicts(of: last).map(\.slot) == [.existence])
    #expect(try store.record(ada) == nil)
  }

  @Test func `removing a record that was edited meanwhile is a conflict`() throws {
    try mine.remove(ada)
    try store.edit { try $0.set(.note, of: ada, to: "Theirs") }
    #expect(try conflicts(of: mine).map(\.slot) == [.existence])
    #expect(try store.record(ada)?.text(.note) == "Theirs")
  }

  @Test func `removing a record that was edited meanwhile wins where the last writer does`()
    throws
  {
    let last = store.session(author: "grace", program: "tests", conflicts: .lastWriterWins)
    try last.remove(ada)
    try store.edit { try $0.set(.note, of: ada, to: "Theirs") }
    #expect(try conflicts(of: last) == [])
    #expect(try store.record(ada) == nil)
  }

  @Test func `removing what was removed meanwhile is no conflict`() throws {
    try mine.remove(ada)
    try store.edit { try $0.remove(ada) }
    #expect(try mine.save() == nil)
  }

  @Test func `adding entries never conflicts and each has a number of its own`() throws {
    let group = try store.group("Friends")
    try mine.add(.phones, to: ada, "2", label: Label("home"))
    try mine.add(.phones, to: ada, "3")
    try mine.addMember(ada, to: group)
    try store.edit {
      try $0.add(.phones, to: ada, "4", label: Label("home"))
      try $0.add(.phones, to: ada, "5")
      try $0.addMember(ada, to: group)
    }
    #expect(try conflicts(of: mine) == [])
    let entries = try #require(try store.record(ada)?.entries(.phones))
    #expect(Set(entries.map(\.value)) == ["1", "2", "3", "4", "5"])
    #expect(Set(entries.map(\.identifier)).count == 5)
    #expect(try store.members(group) == [ada])
    #expect(try store.fault() == nil)
  }

  @Test func `editing an entry that was removed meanwhile is a conflict`() throws {
    try mine.setValue(.phones, entry: phone, of: ada, to: "mine")
    let entry = try #require(try store.record(ada)?.entry(.phones, identifier: phone)?.position)
    try store.edit { try $0.removeEntry(.phones, entry: phone, of: ada) }
    #expect(
      try conflicts(of: mine).first
        == SlotConflict(
          record: ada, slot: .entry(.phones, entry), base: "1", theirs: nil, mine: "mine",
          writer: try store.read { $0.position }))
  }

  @Test func `removing an entry that was edited meanwhile is a conflict`() throws {
    try mine.removeEntry(.phones, entry: phone, of: ada)
    try store.edit { try $0.setValue(.phones, entry: phone, of: ada, to: "theirs") }
    #expect(try conflicts(of: mine).map(\.theirs) == ["theirs"])
    #expect(try store.record(ada)?.entries(.phones).map(\.value) == ["theirs"])
  }

  @Test func `removing an entry that was removed meanwhile is no conflict`() throws {
    try mine.removeEntry(.phones, entry: phone, of: ada)
    try store.edit { try $0.removeEntry(.phones, entry: phone, of: ada) }
    #expect(try mine.save() == nil)
  }

  @Test func `a membership tried out and dropped leaves that of the other one alone`() throws {
    let group = try store.group("Friends")
    try mine.addMember(ada, to: group)
    try mine.removeMember(ada, from: group)
    try mine.set(.note, of: ada, to: "Mine")
    try store.edit { try $0.addMember(ada, to: group) }
    #expect(try conflicts(of: mine) == [])
    #expect(try store.members(group) == [ada])
  }

  @Test func `joining a group that was removed meanwhile is refused`() throws {
    let group = try store.group("Friends")
    try mine.addMember(ada, to: group)
    try store.edit { try $0.remove(group) }
    #expect(throws: StoreError(.removed, "")) { try mine.save() }
    #expect(try store.read { try $0.groups(of: ada) } == [])
  }

  @Test func `linked by one and kept apart by the other is a conflict`() throws {
    let grace = try store.person("Grace")
    try mine.link(ada, grace)
    try store.edit { try $0.keepApart(ada, grace) }
    #expect(try conflicts(of: mine).map(\.slot) == [.link(grace)])
    #expect(try store.read { try $0.keptApart(from: ada) } == [grace])
  }

  @Test func `a value changed and changed back meanwhile is no conflict`() throws {
    try mine.set(.firstName, of: ada, to: "Mine")
    try store.edit { try $0.set(.firstName, of: ada, to: "Theirs") }
    try store.edit { try $0.set(.firstName, of: ada, to: "Ada") }
    #expect(try conflicts(of: mine) == [])
    #expect(try store.record(ada)?.text(.firstName) == "Mine")
  }

  @Test func `composed and decomposed letters are different values in a conflict`() throws {
    try mine.set(.firstName, of: ada, to: "Zo\u{E9}")
    try store.edit { try $0.set(.firstName, of: ada, to: "Zoe\u{301}") }
    #expect(try conflicts(of: mine).count == 1)
  }
}
