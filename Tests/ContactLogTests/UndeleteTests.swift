import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct UndeleteTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  @discardableResult
  private func undelete(_ ids: RecordID...) throws -> UndoReport {
    try store.undelete(ids, author: "ada", program: "tests")
  }

  @Test func `a removed record comes back as it was, however much happened since`() throws {
    let group = try store.group("Friends")
    let friend = try store.person("Grace")
    let session = store.session(author: "ada", program: "tests")
    let local = try session.createPerson(uid: "U-1")
    try session.set(.firstName, of: local, to: "Ada")
    try session.setImage([1, 2, 3], mediaType: "image/png", of: local)
    for number in 0..<3 { try session.add(.phones, to: local, .text("\(number)")) }
    try session.addMember(local, to: group)
    try session.link(local, friend)
    let id = try #require(try session.save()).id(local)
    try store.edit { try $0.removeEntry(.phones, entry: 1, of: id) }
    let before = try #require(try store.record(id))
    let removal = try store.edit { try $0.remove(id) }
    for number in 0..<5 { try store.edit { try $0.set(.note, of: friend, to: .text("\(number)")) } }

    let report = try undelete(id)
    let commit = try #require(report.commit)
    #expect(commit.header.kind == .restore && commit.header.undoes == [removal.number])
    #expect(report.obstacles == [])
    let after = try #require(try store.record(id))
    #expect(Card(after) == Card(before) && after.uid == "U-1")
    #expect(after.entries(.phones).map(\.identifier) == [0, 2])
    #expect(try store.members(group) == [id])
    #expect(try store.read { try $0.links(of: friend) } == [id])
    let hash = try #require(after[.image]?.blob?.hash)
    #expect(try store.read { try $0.blob(hash) } == [1, 2, 3])
    #expect(try store.read { try $0.records(uid: "u-1") } == [id])

    try store.undo(commit.number)
    #expect(try store.record(id) == nil && store.members(group) == [])
    try undelete(id)
    #expect(try store.members(group) == [id])
    #expect(try store.fault() == nil)
  }

  @Test func `one of many removed by a commit comes back alone`() throws {
    let ids = try (0..<3).map { try store.person("Person \($0)") }
    let group = try store.group("Friends", ids)
    let removal = try store.edit { session in for id in ids { try session.remove(id) } }
    try undelete(ids[1])
    #expect(try store.members(group) == [ids[1]])
    // The undo of the removal knows that it is there already.
    let report = try store.undo(removal.number, policy: .skip)
    #expect(
      Set(report.obstacles.map(\.slotName)) == ["2", "group:1/members/2"]
        && report.obstacles.allSatisfy { $0.reason == .undone })
    #expect(try store.members(group) == ids)
    #expect(try store.fault() == nil)
  }

  @Test func `a person and a group removed together come back into one another`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    try store.edit { session in
      try session.remove(ada)
      try session.remove(group)
    }
    let report = try undelete(group)
    #expect(report.obstacles.map(\.slotName) == ["group:1/members/1"])
    #expect(report.obstacles.first?.then == .joined)
    #expect(try store.members(group) == [])
    try undelete(ada)
    #expect(try store.members(group) == [ada])
    try store.edit { session in
      try session.remove(ada)
      try session.remove(group)
    }
    #expect(try undelete(ada, group).obstacles == [])
    #expect(try store.members(group) == [ada])
    #expect(try store.fault() == nil)
  }

  @Test func `memberships that ended before the removal stay ended`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends", [ada])
    let other = try store.group("Others", [ada])
    try store.edit { try $0.removeMember(ada, from: other) }
    try store.edit { try $0.remove(ada) }
    try undelete(ada)
    #expect(try store.read { try $0.groups(of: ada) } == [group])
  }

  @Test func `a record whose creation was undone comes back with all it held`() throws {
    let group = try store.group("Friends")
    let creation = try store.edit { session in
      let id = try session.createPerson()
      try session.set(.firstName, of: id, to: "Ada")
      try session.add(.phones, to: id, "1")
      try session.addMember(id, to: group)
    }
    try store.undo(creation.number)
    try undelete(.person(1))
    let ada = try #require(try store.record(.person(1)))
    #expect(ada.text(.firstName) == "Ada" && ada.entries(.phones).count == 1)
    #expect(try store.members(group) == [.person(1)])
  }

  @Test func `a person whose import was undone comes back with its card, or by the next import`()
    throws
  {
    let card = "uid U\nfirst Ada\ntel home 1"
    try store.importing(card)
    try store.undo(1)
    #expect(try store.record(.person(1)) == nil)
    let undelete = try #require(try undelete(.person(1)).commit)
    func imported() throws -> [UInt8]? {
      try store.read { snapshot in
        try snapshot.record(.person(1)).flatMap { try snapshot.importedCard(of: $0) }
      }
    }
    #expect(try imported() == Array(card.utf8))
    #expect(try store.importing(card).same == 1)
    try store.undo(undelete.number)
    #expect(try store.importing(card).same == 0)
    #expect(try imported() == Array(card.utf8))
    #expect(try store.record(.person(1))?.entries(.phones).count == 1)
    #expect(try store.fault() == nil)
  }

  @Test func `what is not removed, or never was, is refused`() throws {
    let ada = try store.person("Ada")
    let grace = try store.person("Grace")
    try store.edit { try $0.remove(grace) }
    let error = #expect(throws: StoreError(.notRemoved, "")) { try undelete(grace, ada) }
    #expect(error?.reason == "1 is not removed; there is nothing to bring back")
    #expect(throws: StoreError(.notFound, "")) { try undelete(.person(3)) }
    #expect(throws: StoreError(.invalid, "")) { try undelete() }
    #expect(try store.record(grace) == nil)
  }

  @Test func `a dry run reports and writes nothing`() throws {
    let ada = try store.person("Ada")
    try store.edit { try $0.remove(ada) }
    let report = try store.undelete([ada], author: "ada", program: "tests", dryRun: true)
    #expect(report.commit == nil && report.changes.map(\.slotName) == ["1"])
    #expect(try store.record(ada) == nil)
  }
}
