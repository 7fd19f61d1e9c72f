import ContactLog
import ContactModel
import TestSupport
import Testing

/// Cards that nobody is known for by uid or bytes, and may still be of somebody.
@Suite(.temporaryDirectory) struct ImportDuplicateTests {
  let store: Store

  init() throws {
    store = try Store.inTemporaryDirectory()
    try store.importing(
      "uid U1\nfirst Ada\nlast Long\ntel home +44 20 7946 0123\nmail - ada@example.org",
      "uid U2\nfirst Bob\nlast Ray\ntel - 555 0100")
  }

  private func proposals(_ report: ImportReport) -> [[RecordID?]] {
    report.proposals.map { $0.duplicates.map(\.record) }
  }

  @Test func `a card of the same name and number is added and proposed`() throws {
    let report = try store.importing("uid X\nfirst Ada\nlast Long\ntel - 020 7946 0123\nnote new")
    #expect(report.counts == [1, 0, 0, 0] && report.proposed == 1)
    let card = try #require(report.proposals.first)
    #expect(card.record == .person(3) && card.kind == .added && card.line == 1)
    #expect(card.duplicates.map(\.record) == [.person(1)])
    #expect(card.duplicates.first?.reasons == [.phones])
    #expect(card.name == "Ada Long")
  }

  @Test(arguments: [
    ("first ÀDA\nlast long\nmail - ADA@example.org", [Property.emails]),
    ("first Long\nlast Ada\ntel - +442079460123\nmail - ada@example.org", [.phones, .emails]),
  ])
  func `case, accents, order and the way numbers are written make no difference`(
    card: String, reasons: [Property]
  ) throws {
    let report = try store.importing("uid X\n" + card)
    #expect(report.proposals.first?.duplicates.first?.reasons == reasons)
  }

  @Test(arguments: [
    "first Ada\nlast Long", "first Ada\ntel - 02079460123", "first Ada\nlast Long\ntel - 460123",
    "first Bob\nlast Ray\ntel - +44 20 7946 0123", "tel - +44 20 7946 0123",
  ])
  func `a name alone, a number alone or a part of one proposes nobody`(card: String) throws {
    let report = try store.importing("uid X\n" + card)
    #expect(report.counts == [1, 0, 0, 0] && report.proposed == 0)
  }

  @Test func `who is kept apart from somebody whom the card fits better is not proposed`() throws {
    try store.importing("uid U3\nfirst Ada\nlast Long\nmail - ada@example.org\nnote the other one")
    let card = "first Ada\nlast Long\ntel - 02079460123\nmail - ada@example.org\nnote "
    #expect(proposals(try store.importing("uid X\n\(card) new")) == [[.person(1), .person(3)]])
    try store.edit { try $0.keepApart(.person(1), .person(3)) }
    let found = try #require(proposals(try store.importing("uid Y\n\(card) newer")).first)
    #expect(found.contains(.person(1)) && !found.contains(.person(3)))
  }

  @Test func `a card that says nothing else is the same, whatever its uid`() throws {
    let card = "first Bob\nlast Ray\ntel - 555 0100"
    #expect(try store.importing("uid other\n" + card).counts == [0, 1, 0, 0])
    #expect(try store.importing(card + "\nx - REV:20200101T000000Z").counts == [0, 1, 0, 0])
    #expect(try store.lastCommit() == 1)
  }

  @Test func `a card that says what the last one said is the same after an edit`() throws {
    try store.edit { try $0.set(.note, of: .person(2), to: "mine") }
    let report = try store.importing("uid new\nfirst Bob\nlast Ray\ntel - 555 0100")
    #expect(report.counts == [0, 1, 0, 0])
  }

  @Test func `a card that names another group is not the same`() throws {
    let card = "uid other\nfirst Bob\nlast Ray\ntel - 555 0100\ncat Friends"
    #expect(try store.importing(card).counts == [1, 0, 0, 0])
  }

  @Test func `a member named by the uid of a card that was the same is a member`() throws {
    let report = try store.importing(
      "kind group\nuid G\nname Crew\nmember other", "uid other\nfirst Bob\nlast Ray\ntel - 555 0100"
    )
    #expect(report.counts == [1, 1, 0, 0] && report.unknownMembers == 0)
    #expect(try store.read { try $0.members(of: .group(1)) } == [.person(2)])
  }

  @Test func `skipping leaves likely duplicates out and counts them`() throws {
    let report = try store.importing(
      ["uid X\nfirst Ada\nlast Long\ntel - 02079460123\nnote new", "uid Y\nfirst Carl"],
      duplicates: .skip)
    #expect(report.counts == [1, 0, 0, 0] && report.skipped == 1 && report.read == 2)
    #expect(proposals(report) == [[.person(1)]])
    #expect(try store.read { try $0.count(.person) } == 3)
  }

  @Test func `updating adds what is not there, removes nothing and changes nothing`() throws {
    let card = "uid X\nfirst Ada\nlast LONG\norg Works\ntel - 02079460123\ntel work 7\nnote n"
    let report = try store.importing([card], duplicates: .update)
    #expect(report.counts == [0, 0, 1, 0] && report.updates.first?.record == .person(1))
    #expect(report.updates.first?.changed == [.organization, .note, .phones])
    let ada = try #require(try store.record(.person(1)))
    #expect(ada.text(.lastName) == "Long" && ada.text(.organization) == "Works")
    // The number that is there in another form does not come again.
    #expect(ada.entries(.phones).map(\.value.text) == ["+44 20 7946 0123", "7"])
    #expect(ada.entries(.emails).count == 1)
  }

  @Test func `the same update again makes no commit, nor does the first card again`() throws {
    let card = "uid X\nfirst Ada\nlast Long\ntel - 02079460123\nnote new"
    try store.importing([card], duplicates: .update)
    let again = try store.importing([card], duplicates: .update)
    #expect(again.counts == [0, 1, 0, 0] && again.commits == nil)
    let first = "uid U1\nfirst Ada\nlast Long\ntel home +44 20 7946 0123\nmail - ada@example.org"
    #expect(try store.importing(first).counts == [0, 1, 0, 0])
    #expect(try store.record(.person(1))?.text(.note) == "new")
  }

  @Test func `a card that was taken in is known the next time, whatever of it was not taken over`()
    throws
  {
    try store.edit { try $0.set(.organization, of: .person(1), to: "Works") }
    let card = "uid X\nfirst Ada\nlast Long\ntel - 02079460123\norg Guest\ntel work 7"
    try store.importing([card], duplicates: .update)
    let again = try store.importing([card])
    #expect(again.counts == [0, 1, 0, 0] && again.commits == nil && again.proposals.isEmpty)
    #expect(try store.record(.person(1))?.text(.organization) == "Works")
    #expect(try store.read { try $0.count(.person) } == 2)
    // It is no card of another uid to those who ask for cards of the record.
    #expect(try Card(#require(try store.record(.person(1)))).entries[.takenCards] == nil)
  }

  @Test func `a card whose taking in was undone is proposed again`() throws {
    let card = "uid X\nfirst Ada\nlast Long\ntel - 02079460123\ntel work 7"
    let commit = try #require(try store.importing([card], duplicates: .update).commits?.first)
    _ = try store.undo([commit], author: "t", program: "t")
    #expect(try store.importing([card]).proposals.count == 1)
  }

  @Test func `a record made by hand keeps the card that it was updated from`() throws {
    try store.edit { session in
      let eve = try session.createPerson()
      try session.set(.firstName, of: eve, to: "Eve")
      try session.add(.phones, to: eve, "555 0199")
    }
    let card = "uid E\nfirst Eve\ntel - 5550199\nnote n"
    #expect(try store.importing([card], duplicates: .update).counts == [0, 0, 1, 0])
    // Known by its bytes, though the uid is another.
    #expect(try store.importing([card]).counts == [0, 1, 0, 0])
  }

  @Test func `who could be either of two is merged into neither`() throws {
    try store.importing("uid U3\nfirst Bob\nlast Ray\ntel - 555 0100\nnote the other")
    let report = try store.importing(
      ["uid X\nfirst Bob\nlast Ray\ntel - 555 0100\norg Works"], duplicates: .update)
    #expect(report.counts == [1, 0, 0, 0])
    #expect(proposals(report) == [[.person(2), .person(3)]])
  }

  @Test(arguments: [1, 2, 10]) func `two cards of one import may be of one person`(
    cardsPerCommit: Int
  ) throws {
    let cards = [
      "uid A\nfirst Carl\nlast Tor\ntel - 555 0200",
      "uid B\nfirst Carl\nlast Tor\ntel - 555 0200\nnote n",
      "uid C\nfirst Carl\nlast Tor\ntel - 555 0200",
    ]
    let report = try store.importing(cards, cardsPerCommit: cardsPerCommit)
    #expect(report.counts == [3, 0, 0, 0])
    #expect(proposals(report) == [[.person(3)], [.person(3), .person(4)]])
    let merged = try Store.inTemporaryDirectory("merged")
    let other = try merged.importing(cards, cardsPerCommit: cardsPerCommit, duplicates: .update)
    // The third says nothing new, and is known the next time.
    #expect(other.counts == [1, 0, 2, 0] && other.updates.last?.changed == [])
    #expect(try merged.read { try $0.count(.person) } == 1)
  }

  @Test func `a dry run names the other card`() throws {
    let report = try store.importing(
      ["uid A\nfirst Carl\ntel - 555 0200", "uid B\nfirst Carl\ntel - 555 0200\nnote n"],
      dryRun: true)
    #expect(report.counts == [2, 0, 0, 0])
    let other = try #require(report.proposals.first?.duplicates.first)
    #expect(other.record == nil && other.card?.line == 1 && other.card?.file == "test")
  }

  @Test func `a group of the same name is proposed, or updated`() throws {
    try store.importing("kind group\nuid G\nname Crew\nmember U1")
    let card = "kind group\nuid H\nname crew\nmember U2"
    let report = try store.importing([card], dryRun: true)
    #expect(report.proposals.first?.duplicates.first?.record == .group(1))
    try store.importing([card], duplicates: .update)
    #expect(try store.read { try $0.members(of: .group(1)) } == [.person(1), .person(2)])
    #expect(try store.read { try $0.count(.group) } == 1)
  }

  @Test func `a number that hundreds share does not take the square of their number`() throws {
    let cards = (0..<3_000).map { "uid S\($0)\nfirst P\($0)\ntel - 555 9999" }
    let time = try ContinuousClock().measure { try store.importing(cards, cardsPerCommit: 500) }
    #expect(time < .seconds(20))
  }
}
