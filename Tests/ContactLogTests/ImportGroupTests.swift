import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct ImportGroupTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  private func groups() throws -> [String: [RecordID]] {
    try store.read { snapshot in
      var found: [String: [RecordID]] = [:]
      try snapshot.forEachRecord(.group) { record in
        found[record.text(.name) ?? ""] = try snapshot.members(of: record.id)
        return true
      }
      return found
    }
  }

  @Test func `categories make groups, each once`() throws {
    try store.importing(
      "uid U1\ncat Chor\ncat Verein", "uid U2\ncat Chor", "uid U3\ncat Meier, Kunz")
    #expect(
      try groups() == [
        "Chor": [.person(1), .person(2)], "Verein": [.person(1)], "Meier, Kunz": [.person(3)],
      ])
  }

  @Test func `a category finds the group that has its name`() throws {
    let group = try store.group("Chor")
    try store.importing("uid U1\ncat Chor")
    #expect(try store.members(group) == [.person(1)])
    #expect(try groups().count == 1)
  }

  @Test(arguments: ["!!!", "★", "\u{1F4DE}", " ", "a b", "-"])
  func `a category finds its group whatever its name is made of`(_ name: String) throws {
    try store.importing("uid U1\nfirst Ada\ncat \(name)")
    try store.importing("uid U2\nfirst Bob\ncat \(name)")
    #expect(try groups() == [name: [.person(1), .person(2)]])
  }

  @Test func `categories that differ in bytes are two groups in one import or two`() throws {
    try store.importing("uid U1\ncat Zo\u{E9}", "uid U2\ncat Zoe\u{301}")
    try store.importing("uid U3\ncat Zoe\u{301}")
    let sizes = try store.read { snapshot in
      try [1, 2].map { try snapshot.members(of: .group($0)).count }
    }
    #expect(sizes == [1, 2])
    #expect(try store.read { try $0.count(.group) } == 2)
  }

  @Test func `a category that left the card leaves the group`() throws {
    try store.importing("uid U1\ncat Chor\ncat Verein")
    try store.importing("uid U1\ncat Verein\ncat New")
    #expect(try groups() == ["Chor": [], "Verein": [.person(1)], "New": [.person(1)]])
  }

  @Test func `a category left by hand stays left when the card says it again`() throws {
    try store.importing("uid U1\nfirst Ada\ncat Chor")
    try store.edit { try $0.removeMember(.person(1), from: .group(1)) }
    try store.importing("uid U1\nfirst Augusta\ncat Chor")
    #expect(try groups() == ["Chor": []])
  }

  @Test(arguments: [1, 10]) func `a group card takes its members in any order`(
    _ cardsPerCommit: Int
  ) throws {
    // GROUP-02, GROUP-06
    let report = try store.importing(
      [
        "uid U1\nfirst Ada",
        "kind group\nuid G\nname Crew\nmember urn:uuid:u1\nmember U2\nmember U2",
        "uid U2\nfirst Bob",
      ], cardsPerCommit: cardsPerCommit)
    #expect(report.counts == [3, 0, 0, 0] && report.unknownMembers == 0)
    #expect(try groups() == ["Crew": [.person(1), .person(2)]])
    #expect(try store.read { try $0.count(.person) } == 2)
    #expect(try store.fault() == nil)
  }

  @Test func `a member that nobody answers to is counted and the group is there`() throws {
    let report = try store.importing("kind group\nuid G\nname Crew\nmember U9")
    #expect(report.counts == [1, 0, 0, 0] && report.unknownMembers == 1)
    #expect(try groups() == ["Crew": []])
  }

  @Test func `a member that comes later joins when the group's card comes again`() throws {
    let crew = "kind group\nuid G\nname Crew\nmember U1\nmember U2"
    #expect(try store.importing(crew).unknownMembers == 2)
    try store.importing("uid U1\nfirst Ada")
    let again = try store.importing(crew)
    #expect(again.counts == [0, 0, 1, 0] && again.unknownMembers == 1)
    #expect(try store.members(.group(1)) == [.person(1)])
    // Once more is no commit, and who left stays away.
    #expect(try store.importing(crew).commits == nil)
    try store.edit { try $0.removeMember(.person(1), from: .group(1)) }
    #expect(try store.importing(crew).commits == nil)
    #expect(try store.members(.group(1)) == [])
  }

  @Test func `a member that left the group card leaves the group`() throws {
    try store.importing(
      "uid U1", "uid U2", "kind group\nuid G\nname Crew\nmember U1\nmember U2")
    try store.importing("kind group\nuid G\nname Crew\nmember U2")
    #expect(try groups() == ["Crew": [.person(2)]])
  }

  @Test func `groups within groups are imported`() throws {
    try store.importing(
      "kind group\nuid A\nname Outer\nmember B", "kind group\nuid B\nname Inner\nmember U1",
      "uid U1\nfirst Ada")
    #expect(try groups() == ["Outer": [.group(2)], "Inner": [.person(1)]])
  }

  @Test func `group cards that contain each other do not stop the import`() throws {
    let report = try store.importing(
      "kind group\nuid A\nname A\nmember B\nmember A", "kind group\nuid B\nname B\nmember A",
      "uid U1\nfirst Ada")
    #expect(report.read == report.counts.reduce(0, +))
    #expect(try store.read { try $0.count(.person) } == 1)
    #expect(try store.read { try $0.count(.group) } == 2)
    #expect(try store.fault() == nil)
  }

  @Test func `a group card that would contain itself through a stored group is imported`() throws {
    try store.importing("kind group\nuid B\nname B", "kind group\nuid A\nname A\nmember B")
    try store.importing("kind group\nuid B\nname B\nmember A", "uid U1")
    #expect(try groups() == ["A": [.group(1)], "B": []])
    #expect(try store.read { try $0.count(.person) } == 1)
  }

  @Test func `a person and a group of one uid are two records`() throws {
    let cards = ["uid X\nfirst Ada", "kind group\nuid X\nname Crew"]
    #expect(try store.importing(cards).counts == [2, 0, 0, 0])
    #expect(try store.importing(cards).counts == [0, 2, 0, 0])
    #expect(try store.read { try [$0.count(.person), $0.count(.group)] } == [1, 1])
  }

  @Test func `a group card of a stored person's uid is a record of its own`() throws {
    try store.importing("uid X\nfirst Ada")
    #expect(try store.importing("kind group\nuid X\nname Crew").counts == [1, 0, 0, 0])
    #expect(try groups() == ["Crew": []])
  }

  @Test func `long uids that begin alike are told apart`() throws {
    let long = String(repeating: "u", count: 450)
    #expect(
      try store.importing("uid \(long)1\nfirst A", "uid \(long)2\nfirst B").counts == [2, 0, 0, 0])
    #expect(try store.importing("uid \(long)3\nfirst C").counts == [1, 0, 0, 0])
    #expect(try store.read { try $0.records(uid: long + "2") } == [.person(2)])
  }
}
