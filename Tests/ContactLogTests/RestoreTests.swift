import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct RestoreTests {
  let store: Store
  let ada: RecordID

  init() throws {
    store = try Store.inTemporaryDirectory()
    ada = try store.person("Ada")
  }

  @discardableResult
  private func restore(_ parts: RecordPart..., asOf commit: UInt64) throws -> UndoReport {
    try store.restore(parts, asOf: .commit(commit), author: "ada", program: "tests")
  }

  private func code(_ parts: RecordPart..., asOf commit: UInt64) throws -> StoreError.Code? {
    do {
      _ = try store.restore(parts, asOf: .commit(commit), author: "ada", program: "tests")
    } catch let error as StoreError {
      return error.code
    }
    return nil
  }

  @Test func `a record is as it was, whoever changed it since, and back`() throws {
    let group = try store.group("Friends", [ada])
    let grace = try store.person("Grace")
    let commit = try store.edit { session in
      for number in 0..<4 { try session.add(.phones, to: ada, .text("\(number)")) }
      try session.set(.note, of: ada, to: "n")
      try session.keepApart(ada, grace)
    }
    let then = try #require(try store.record(ada))
    try store.edit(by: "grace") { session in
      try session.moveEntry(.phones, entry: 3, of: ada, after: nil)
      try session.removeEntry(.phones, entry: 1, of: ada)
      try session.setLabel(.phones, entry: 0, of: ada, to: Label("work"))
      try session.add(.phones, to: ada, "new")
      try session.add(.emails, to: ada, "ada@example.org")
      try session.set(.note, of: ada, to: nil)
      try session.set(.jobTitle, of: ada, to: "Countess")
      try session.removeMember(ada, from: group)
      try session.link(ada, grace)
    }
    let now = try #require(try store.record(ada))
    let report = try restore(.record(ada), asOf: commit.number)
    #expect(report.commit?.header.kind == .restore)
    #expect(Card(try #require(try store.record(ada))) == Card(then))
    #expect(try store.members(group) == [ada])
    #expect(try store.read { try $0.keptApart(from: ada) } == [grace])
    // Who set the note is who set it then.
    let blame = try store.read { try $0.blame(of: ada) }.first { $0.slotName == "1/note" }
    #expect(blame?.effective.commit == commit.number && blame?.last.commit == report.commit?.number)
    try store.undo(try #require(report.commit).number)
    #expect(Card(try #require(try store.record(ada))) == Card(now))
    #expect(try store.members(group) == [])
    #expect(try store.fault() == nil)
  }

  @Test func `a removed record comes back as it was then, not as it was removed`() throws {
    try store.edit { try $0.set(.firstName, of: ada, to: "B") }
    try store.edit { try $0.remove(ada) }
    try restore(.record(ada), asOf: 1)
    #expect(try store.record(ada)?.text(.firstName) == "Ada")
    #expect(try store.fault() == nil)
  }

  @Test func `one slot is restored, and what else was changed stays`() throws {
    try store.edit { session in
      try session.set(.firstName, of: ada, to: "B")
      try session.set(.note, of: ada, to: "kept")
    }
    let report = try restore(.property(ada, .firstName), asOf: 1)
    #expect(report.changes.map(\.slotName) == ["1/firstName"])
    let record = try store.record(ada)
    #expect(record?.text(.firstName) == "Ada" && record?.text(.note) == "kept")
  }

  @Test func `one entry, its label or one membership is restored`() throws {
    let group = try store.group("Friends", [ada])
    let then = try store.edit { session in
      for text in ["0", "1"] { try session.add(.phones, to: ada, .text(text)) }
    }
    try store.edit { session in
      for entry in [Int32(0), 1] {
        try session.setValue(.phones, entry: entry, of: ada, to: "x")
        try session.setLabel(.phones, entry: entry, of: ada, to: Label("work"))
      }
      try session.removeMember(ada, from: group)
    }
    try restore(.entry(ada, .phones, 1), .label(ada, .phones, 0), asOf: then.number)
    let entries = try #require(try store.record(ada)?.entries(.phones))
    #expect(entries.map(\.value) == ["x", "1"] && entries.map(\.label) == [nil, nil])
    #expect(try store.members(group) == [])
    try restore(.relation(group, ada), asOf: then.number)
    #expect(try store.members(group) == [ada])
  }

  @Test func `what is as it was makes no commit`() throws {
    #expect(try restore(.record(ada), asOf: 1).commit == nil)
    try store.edit { try $0.set(.note, of: ada, to: "x") }
    try store.edit { try $0.set(.note, of: ada, to: nil) }
    #expect(try restore(.record(ada), asOf: 1).commit == nil)
    let all = try store.restoreAll(asOf: .commit(1), author: "ada", program: "tests")
    #expect(all.commit == nil && all.changes == [])
  }

  @Test func `what was not there then is refused`() throws {
    let grace = try store.person("Grace")
    try store.edit { try $0.remove(ada) }
    #expect(try code(.record(grace), asOf: 1) == .notFound)
    #expect(try code(.record(ada), asOf: 3) == .notFound)
    #expect(try code(.record(.person(9)), asOf: 1) == .notFound)
    #expect(try code(.record(grace), asOf: 9) == .notFound)
    #expect(try code(.property(ada, .firstName), asOf: 1) == .removed)
    #expect(try code(.entry(grace, .phones, 0), asOf: 2) == .notFound)
    #expect(try code(.relation(.group(1), grace), asOf: 2) == .notFound)
    #expect(throws: StoreError(.notFound, "")) {
      try store.restore([.record(ada)], asOf: .time(0), author: "ada", program: "tests")
    }
    #expect(try store.lastCommit() == 3)
  }

  @Test func `memberships in what is removed now stay away and are listed`() throws {
    let group = try store.group("Friends", [ada])
    let then = try store.lastCommit()
    try store.edit { try $0.remove(ada) }
    try store.edit(by: "grace") { try $0.remove(group) }
    let report = try restore(.record(ada), asOf: then)
    #expect(report.obstacles.map(\.slotName) == ["group:1/members/1"])
    #expect(report.obstacles.first?.by?.header.author == "grace")
    #expect(try store.record(ada) != nil && store.members(group) == [])
    let both = try restore(.record(ada), .record(group), asOf: then)
    #expect(both.obstacles == [])
    #expect(try store.members(group) == [ada])
    #expect(try store.fault() == nil)
  }

  @Test func `the whole book is as it was, and back`() throws {
    let grace = try store.person("Grace")
    let group = try store.group("Friends", [ada, grace])
    let then = try store.lastCommit()
    try store.edit { session in
      try session.remove(grace)
      try session.set(.firstName, of: ada, to: "B")
      try session.set(.name, of: group, to: "Foes")
    }
    let joan = try store.person("Joan")
    try store.edit { try $0.addMember(joan, to: group) }
    let report = try store.restoreAll(asOf: .commit(then), author: "ada", program: "tests")
    #expect(report.obstacles == [])
    #expect(
      Set(report.changes.map(\.slotName))
        == ["1/firstName", "2", "3", "group:1/name", "group:1/members/2", "group:1/members/3"])
    #expect(try store.members(group) == [ada, grace])
    #expect(try store.record(group)?.text(.name) == "Friends")
    #expect(try store.record(joan) == nil)
    try store.undo(try #require(report.commit).number)
    #expect(try store.members(group) == [ada, joan])
    #expect(try store.record(grace) == nil && store.record(joan)?.text(.firstName) == "Joan")
    #expect(try store.fault() == nil)
  }

  @Test func `the book before the first commit is empty`() throws {
    _ = try store.group("Friends", [ada])
    try store.restoreAll(asOf: .commit(0), author: "ada", program: "tests")
    #expect(try store.read { try [$0.count(.person), $0.count(.group)] } == [0, 0])
    #expect(try store.fault() == nil)
  }

  @Test func `a dry run reports and writes nothing`() throws {
    try store.edit { try $0.set(.note, of: ada, to: "x") }
    let report = try store.restore(
      [.record(ada)], asOf: .commit(1), author: "ada", program: "tests", dryRun: true)
    #expect(report.commit == nil && report.changes.map(\.slotName) == ["1/note"])
    #expect(try store.record(ada)?.text(.note) == "x")
  }

  @Test func `the card of an import comes back with its bytes`() throws {
    try store.importing("uid U\nfirst Ann")
    let then = try store.lastCommit()
    let id = try #require(try store.read { try $0.records(uid: "U").first })
    try store.importing("uid U\nfirst Anna")
    try restore(.record(id), asOf: then)
    let card = try store.read { snapshot in
      try snapshot.record(id).flatMap { try snapshot.importedCard(of: $0) }
    }
    #expect(card == Array("uid U\nfirst Ann".utf8))
    #expect(try store.fault() == nil)
  }
}
