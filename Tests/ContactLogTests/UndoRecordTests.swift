import ContactLog
import ContactModel
import TestSupport
import Testing

/// Undo of what concerns whole records, entries and their places.
@Suite(.temporaryDirectory) struct UndoRecordTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  private func phones(_ id: RecordID) throws -> [String?] {
    try store.record(id)?.entries(.phones).map(\.value.text) ?? []
  }

  @Test func `undoing a removal restores all there was`() throws {
    let group = try store.group("Friends")
    let outer = try store.group("All", [group])
    let friend = try store.person("Grace")
    let session = store.session(author: "ada", program: "tests")
    let local = try session.createPerson(uid: "U-1")
    try session.set(.firstName, of: local, to: "Ada")
    try session.setImage([1, 2, 3], mediaType: "image/png", of: local)
    for number in 0..<4 { try session.add(.phones, to: local, .text("\(number)")) }
    try session.addMember(local, to: group)
    try session.addMember(local, to: outer)
    try session.link(local, friend)
    let id = try #require(try session.save()).id(local)
    try store.edit {
      try $0.removeEntry(.phones, entry: 1, of: id)
      try $0.moveEntry(.phones, entry: 3, of: id, after: nil)
      try $0.setLabel(.phones, entry: 2, of: id, to: Label("work"))
    }
    let before = try #require(try store.record(id))
    let removal = try store.edit { try $0.remove(id) }
    #expect(try store.members(group) == [] && store.members(outer) == [group])
    #expect(try store.read { try $0.links(of: friend) } == [])

    try store.undo(removal.number)
    let after = try #require(try store.record(id))
    #expect(Card(after) == Card(before))
    #expect(after.uid == "U-1" && after.entries(.phones).map(\.identifier) == [3, 0, 2])
    #expect(try store.members(group) == [id] && store.members(outer) == [id, group])
    #expect(try store.read { try $0.links(of: friend) } == [id])
    let hash = try #require(after[.image]?.blob?.hash)
    #expect(try store.read { try $0.blob(hash) } == [1, 2, 3])
    var added: Int32 = -1
    try store.edit { added = try $0.add(.phones, to: id, "new") }
    #expect(added == 4)
    #expect(try store.read { try $0.records(uid: "u-1") } == [id])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing a removal leaves out groups that went since`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    let other = try store.group("Others", [ada])
    let removal = try store.edit { try $0.remove(ada) }
    try store.edit { try $0.remove(group) }
    let report = try store.undo(removal.number, policy: .skip)
    #expect(report.obstacles.map(\.reason) == [.gone])
    #expect(try store.record(ada)?.text(.firstName) == "Ada")
    #expect(try store.read { try $0.groups(of: ada) } == [other])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing a creation takes the record away with all it came with`() throws {
    let group = try store.group("Friends")
    let creation = try store.edit {
      let id = try $0.createPerson()
      try $0.set(.firstName, of: id, to: "Ada")
      try $0.add(.phones, to: id, "1")
      try $0.addMember(id, to: group)
    }
    try store.undo(creation.number)
    #expect(try store.read { try $0.count(.person) } == 0)
    #expect(try store.members(group) == [])
    #expect(try store.read { try $0.find(name: "ada") } == [])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing a creation is refused while later edits stand, and names them`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends")
    try store.edit {
      try $0.set(.note, of: ada, to: "later")
      try $0.add(.phones, to: ada, "1")
      try $0.addMember(ada, to: group)
    }
    let error = #expect(throws: StoreError.self) { try store.undo(1) }
    #expect(
      Set(error?.obstacles.map(\.slotName) ?? [])
        == ["1/note", "1/phones/0", "group:1/members/1"])
    #expect(try store.record(ada)?.text(.firstName) == "Ada")
  }

  @Test func `undoing a creation by force takes later edits with it, and back`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    try store.edit { try $0.set(.note, of: ada, to: "later") }
    let undo = try #require(try store.undo(1, policy: .force).commit)
    #expect(try store.record(ada) == nil && store.members(group) == [])
    try store.undo(undo.number)
    let back = try #require(try store.record(ada))
    #expect(back.text(.firstName) == "Ada" && back.text(.note) == "later")
    #expect(try store.members(group) == [ada])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing a creation after its later edits were undone works`() throws {
    _ = try store.person("Ada")
    let later = try store.edit { try $0.add(.phones, to: .person(1), "1") }
    try store.undo(later.number)
    try store.undo(1)
    #expect(try store.read { try $0.count(.person) } == 0)
  }

  @Test func `a value that was overwritten is one obstacle, also to its creation`() throws {
    let ada = try store.person("Ada")
    try store.edit { try $0.set(.firstName, of: ada, to: "B") }
    let error = #expect(throws: StoreError.self) { try store.undo(1) }
    #expect(error?.obstacles.map(\.slotName) == ["1/firstName"])
    #expect(error?.obstacles.first?.then == .value("Ada"))
  }

  @Test func `a created record that cannot go stays whole`() throws {
    let commit = try store.edit { session in
      for name in ["Ada", "Grace"] {
        let id = try session.createPerson()
        try session.set(.firstName, of: id, to: .text(name))
        try session.add(.phones, to: id, "1")
      }
    }
    try store.edit { try $0.set(.note, of: .person(1), to: "later") }
    let report = try store.undo(commit.number, policy: .skip)
    #expect(report.obstacles.map(\.slotName) == ["1/note"])
    #expect(report.changes.map(\.slotName) == ["2"])
    let ada = try #require(try store.record(.person(1)))
    #expect(ada.text(.firstName) == "Ada" && ada.entries(.phones).count == 1)
    #expect(try store.record(.person(2)) == nil)
  }

  @Test(arguments: [UndoPolicy.skip, .force])
  func `a created record that somebody removed does not keep the others from going`(
    _ policy: UndoPolicy
  ) throws {
    let commit = try store.edit { session in
      for name in ["Ada", "Grace"] {
        let id = try session.createPerson()
        try session.set(.firstName, of: id, to: .text(name))
      }
    }
    try store.edit { try $0.remove(.person(1)) }
    let error = #expect(throws: StoreError.self) { try store.undo(commit.number) }
    #expect(error?.obstacles.map(\.slotName) == ["1/firstName", "1"])
    #expect(error?.obstacles.allSatisfy { $0.reason == .gone && $0.commit == 2 } == true)
    let report = try store.undo(commit.number, policy: policy)
    #expect(report.obstacles.allSatisfy(\.isLeft) && report.obstacles.count == 2)
    #expect(report.changes.map(\.slotName) == ["2"])
    #expect(try store.read { try $0.count(.person) } == 0)
    // Undelete finds it as it was.
    _ = try store.undelete([.person(1)], author: "ada", program: "tests")
    #expect(try store.record(.person(1))?.text(.firstName) == "Ada")
    #expect(try store.fault() == nil)
  }

  @Test func `moves of several commits are undone at once as one by one`() throws {
    let id = try store.person("Ada")
    try store.edit { session in
      for name in ["b", "a", "x"] { try session.add(.phones, to: id, .text(name)) }
    }
    let first = try store.edit { try $0.moveEntry(.phones, entry: 1, of: id, after: nil) }
    let second = try store.edit { try $0.moveEntry(.phones, entry: 0, of: id, after: 2) }
    let third = try store.edit { try $0.moveEntry(.phones, entry: 1, of: id, after: 0) }
    #expect(try phones(id) == ["x", "b", "a"])
    let undo = try #require(
      try store.undo(first.number, second.number, third.number).commit)
    #expect(try phones(id) == ["b", "a", "x"])
    try store.undo(undo.number)
    #expect(try phones(id) == ["x", "b", "a"])
    #expect(try store.fault() == nil)
  }

  @Test func `the number of an undone creation is not given again`() throws {
    // UID-06
    _ = try store.person("Ada")
    try store.undo(1)
    #expect(try store.person("Grace") == .person(2))
    #expect(try store.record(.person(1)) == nil)
  }

  // MARK: Entries

  private func withPhones(_ count: Int) throws -> RecordID {
    let id = try store.person("Ada")
    try store.edit { session in
      for number in 0..<count { try session.add(.phones, to: id, .text("\(number)")) }
    }
    return id
  }

  @Test(arguments: [(0, 2), (3, 0), (1, nil), (2, nil), (0, 3)])
  func `undoing a move puts the entry back`(_ entry: Int32, _ after: Int32?) throws {
    let id = try withPhones(4)
    let move = try store.edit { try $0.moveEntry(.phones, entry: entry, of: id, after: after) }
    #expect(try phones(id) != ["0", "1", "2", "3"])
    try store.undo(move.number)
    #expect(try phones(id) == ["0", "1", "2", "3"])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing a reordering of a whole list puts all back`() throws {
    let id = try withPhones(4)
    let move = try store.edit { session in
      for entry in 0..<Int32(4) {
        try session.moveEntry(.phones, entry: entry, of: id, after: nil)
      }
    }
    #expect(try phones(id) == ["3", "2", "1", "0"])
    try store.undo(move.number)
    #expect(try phones(id) == ["0", "1", "2", "3"])
  }

  @Test func `undoing the removal of an entry puts it back in its place`() throws {
    let id = try withPhones(3)
    let removal = try store.edit { try $0.removeEntry(.phones, entry: 1, of: id) }
    try store.undo(removal.number)
    #expect(try phones(id) == ["0", "1", "2"])
    #expect(try store.record(id)?.entries(.phones).map(\.identifier) == [0, 1, 2])
  }

  @Test func `undoing an edit of an entry leaves its other half alone`() throws {
    let id = try withPhones(2)
    let value = try store.edit { try $0.setValue(.phones, entry: 0, of: id, to: "x") }
    try store.edit { try $0.setLabel(.phones, entry: 0, of: id, to: Label("work")) }
    try store.undo(value.number)
    let entry = try #require(try store.record(id)?.entry(.phones, identifier: 0))
    #expect(entry.value == "0" && entry.label == Label("work"))
  }

  @Test func `undoing the adding of an entry is refused when it was edited since`() throws {
    let id = try store.person("Ada")
    let adding = try store.edit { try $0.add(.phones, to: id, "1") }
    try store.edit { try $0.setValue(.phones, entry: 0, of: id, to: "2") }
    let error = #expect(throws: StoreError.self) { try store.undo(adding.number) }
    #expect(error?.obstacles.map(\.slotName) == ["1/phones/0/value"])
    #expect(try phones(id) == ["2"])
  }

  @Test func `undoing the adding and the edit of an entry together works`() throws {
    let id = try store.person("Ada")
    let adding = try store.edit { try $0.add(.phones, to: id, "1") }
    let edit = try store.edit { try $0.setLabel(.phones, entry: 0, of: id, to: Label("work")) }
    try store.undo(adding.number, edit.number)
    #expect(try phones(id) == [])
  }

  @Test func `undoing an edit of an entry removed since is refused`() throws {
    let id = try withPhones(1)
    let edit = try store.edit { try $0.setValue(.phones, entry: 0, of: id, to: "x") }
    try store.edit { try $0.removeEntry(.phones, entry: 0, of: id) }
    let error = #expect(throws: StoreError.self) { try store.undo(edit.number) }
    #expect(error?.obstacles.map(\.reason) == [.gone])
  }

  @Test func `redoing a removal is refused while later edits stand`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    let removal = try store.edit { try $0.remove(ada) }
    let undo = try #require(try store.undo(removal.number).commit)
    try store.edit { try $0.set(.note, of: ada, to: "later") }
    let error = #expect(throws: StoreError.self) { try store.undo(undo.number) }
    #expect(error?.obstacles.map(\.slotName) == ["1/note"])
    #expect(try store.members(group) == [ada])
  }

  @Test func `redoing a removal is refused while an entry was edited since`() throws {
    // Seed 1050570 of the random histories.
    let ada = try store.person("Ada")
    try store.edit { try $0.add(.phones, to: ada, "1") }
    let removal = try store.edit { try $0.remove(ada) }
    let undo = try #require(try store.undo(removal.number).commit)
    try store.edit { try $0.setValue(.phones, entry: 0, of: ada, to: "2") }
    let error = #expect(throws: StoreError.self) { try store.undo(undo.number) }
    #expect(error?.obstacles.map(\.slotName) == ["1/phones/0/value"])
  }

  @Test func `redoing a removal works when nothing was edited since`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    let removal = try store.edit { try $0.remove(ada) }
    let undo = try #require(try store.undo(removal.number).commit)
    let redo = try #require(try store.undo(undo.number).commit)
    #expect(try store.record(ada) == nil && store.members(group) == [])
    try store.undo(redo.number)
    #expect(try store.members(group) == [ada])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing a photo brings the one before back, bytes and all`() throws {
    let id = try store.person("Ada")
    try store.edit { try $0.setImage([1], mediaType: "image/png", of: id) }
    let second = try store.edit { try $0.setImage([2], mediaType: "image/jpeg", of: id) }
    try store.undo(second.number)
    let photo = try #require(try store.record(id)?[.image]?.blob)
    #expect(photo.mediaType == "image/png")
    #expect(try store.read { try $0.blob(photo.hash) } == [1])
  }

  @Test func `undoing links and memberships brings back what was said before`() throws {
    let a = try store.person("Ada")
    let b = try store.person("Grace")
    let apart = try store.edit { try $0.keepApart(a, b) }
    let linked = try store.edit { try $0.link(a, b) }
    try store.undo(linked.number)
    #expect(try store.read { try $0.keptApart(from: b) } == [a])
    try store.undo(apart.number)
    #expect(try store.read { try $0.keptApart(from: b) } == [])
    #expect(try store.fault() == nil)
  }
}
