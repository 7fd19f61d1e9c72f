import ContactLog
import ContactModel
import TestSupport
import Testing

/// What an import counts and how it divides into commits.
@Suite(.temporaryDirectory) struct ImportCountTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  @Test func `every card is counted once`() throws {
    try store.importing("uid U1\nfirst Ada", "uid U2\nfirst Grace")
    let report = try store.importing(
      "uid U1\nfirst Ada", "uid U2\nfirst Hopper", "uid U3\nfirst Alan", "bad because", "bad too")
    #expect(report.counts == [1, 1, 1, 2] && report.read == 5)
    #expect(report.rejects.map(\.line) == [7, 8])
    #expect(report.rejects.map(\.reason) == ["because", "too"])
    #expect(report.rejects.map(\.file) == ["test", "test"])
    #expect(try store.fault() == nil)
  }

  @Test func `a card that the caller could not read counts as failed`() throws {
    let importer = store.importer(author: "ada", program: "tests", parse: LineCard.parse)
    importer.refuse(file: "f", line: 3, reason: "too long")
    let report = try importer.finish()
    #expect(report.counts == [0, 0, 0, 1] && report.read == 1 && report.commits == nil)
  }

  @Test func `a second import of the same cards makes no commit (UID-02)`() throws {
    let cards = [
      "uid U1\nfirst Ada\ncat Friends", "first Nobody", "uid U2\nphoto abc",
      "kind group\nuid G\nname Crew\nmember U1\nmember U2", "",
    ]
    let first = try store.importing(cards)
    #expect(first.counts == [5, 0, 0, 0])
    let second = try store.importing(cards)
    #expect(second.counts == [0, 5, 0, 0] && second.commits == nil)
    #expect(try store.lastCommit() == 1)
  }

  @Test func `the same bytes after an edit are the same and keep the edit`() throws {
    try store.importing("uid U1\nfirst Ada\ntel - 1")
    try store.edit {
      try $0.set(.firstName, of: .person(1), to: "Augusta")
      try $0.removeEntry(.phones, entry: 0, of: .person(1))
    }
    #expect(try store.importing("uid U1\nfirst Ada\ntel - 1").counts == [0, 1, 0, 0])
    #expect(try store.record(.person(1))?.text(.firstName) == "Augusta")
    #expect(try store.record(.person(1))?.entries(.phones) == [])
  }

  @Test func `the same bytes after a removal do not bring the person back`() throws {
    try store.importing("uid U1\nfirst Ada")
    try store.edit { try $0.remove(.person(1)) }
    #expect(try store.importing("uid U1\nfirst Ada").counts == [0, 1, 0, 0])
    #expect(try store.read { try $0.count(.person) } == 0)
  }

  @Test func `a changed card brings a removed person back`() throws {
    try store.importing("uid U1\nfirst Ada\ncat Friends")
    try store.edit { try $0.remove(.person(1)) }
    #expect(try store.importing("uid U1\nfirst Augusta\ncat New").counts == [0, 0, 1, 0])
    #expect(try store.record(.person(1))?.text(.firstName) == "Augusta")
    #expect(try store.fault() == nil)
  }

  @Test func `a card that differs in white space only is the same`() throws {
    try store.importing("uid U1\nfirst Ada")
    #expect(try store.importing("uid U1\nfirst Ada\n\n").counts == [0, 1, 0, 0])
    #expect(try store.lastCommit() == 1)
  }

  @Test func `a uid is the same with a prefix and in other case`() throws {
    try store.importing("uid urn:uuid:abc\nfirst Ada")
    #expect(try store.importing("uid ABC\nfirst Augusta").counts == [0, 0, 1, 0])
    #expect(try store.read { try $0.count(.person) } == 1)
  }

  @Test func `a card without uid is known by its bytes`() throws {
    #expect(try store.importing("first Ada", "first Ada", "first Bob").counts == [2, 1, 0, 0])
    #expect(try store.importing("first Bob", "first Eve").counts == [1, 1, 0, 0])
  }

  // MARK: One uid twice

  @Test func `two cards of one uid are one person with what both say`() throws {
    let report = try store.importing("uid U1\nfirst Ada\ntel - 1", "uid U1\nfirst Ada\ntel - 2")
    #expect(report.counts == [1, 0, 1, 0])
    let phones = try store.record(.person(1))?.entries(.phones).map(\.value)
    #expect(phones == ["1", "2"])
  }

  @Test(arguments: [1, 2, 10]) func `two cards of one uid do the same in one commit or two`(
    _ cardsPerCommit: Int
  ) throws {
    _ = try store.importing(
      ["uid U1\nfirst Ada\ntel - 1", "uid U1\nlast Byron\ntel - 2"],
      cardsPerCommit: cardsPerCommit)
    let record = try #require(try store.record(.person(1)))
    #expect(record.entries(.phones).map(\.value) == ["1", "2"])
    #expect(record.text(.firstName) == "Ada" && record.text(.lastName) == "Byron")
  }

  @Test(arguments: [1, 10]) func `two cards of one uid, imported again, make no commit`(
    _ cardsPerCommit: Int
  ) throws {
    let cards = [
      "uid U1\nfirst Ada\ntel - 1", "uid U2\nfirst Bob", "uid U1\nfirst Augusta\ntel - 2",
    ]
    _ = try store.importing(cards, cardsPerCommit: cardsPerCommit)
    let before = try store.lastCommit()
    let report = try store.importing(cards, cardsPerCommit: cardsPerCommit)
    #expect(report.counts == [0, 3, 0, 0])
    #expect(try store.lastCommit() == before)
  }

  // MARK: Commits

  @Test func `bounded commits share one import id`() throws {
    let cards = (0..<25).map { "uid U\($0)\nfirst P\($0)" }
    let report = try store.importing(cards, cardsPerCommit: 10)
    #expect(report.counts == [25, 0, 0, 0])
    #expect(report.commits?.first == 1 && report.commits?.last == 3)
    let id = try #require(Hex.bytes(report.importID))
    #expect(try store.commits(ofImport: id) == [1, 2, 3])
    let headers = try store.read { snapshot in
      try (1...3).map { try snapshot.commit($0)?.header }
    }
    #expect(headers.allSatisfy { $0?.importID == id && $0?.kind == .import })
  }

  @Test func `commits are bounded by bytes too`() throws {
    var options = Importer.Options()
    options.bytesPerCommit = 100
    let importer = store.importer(
      author: "ada", program: "tests", options: options, parse: LineCard.parse)
    for number in 0..<4 {
      let card = "uid U\(number)\nnote " + String(repeating: "x", count: 60)
      try importer.add(Array(card.utf8), file: "f", line: 1)
    }
    #expect(try importer.finish().commits?.last == 2)
  }

  @Test func `undoing an import's commits in reverse gives an empty book`() throws {
    let cards =
      (0..<25).map { "uid U\($0)\nfirst P\($0)\ntel - \($0)\ncat C\($0 % 3)\nphoto p\($0)" }
      + ["kind group\nuid G\nname Crew\nmember U1\nmember U24"]
    let report = try store.importing(cards, cardsPerCommit: 10)
    let last = try #require(report.commits?.last)
    for commit in (1...last).reversed() { try store.undo(commit) }
    #expect(try store.read { try [$0.count(.person), $0.count(.group)] } == [0, 0])
    #expect(try store.read { try $0.list(.person).records } == [])
    #expect(try store.fault() == nil)
  }

  @Test func `undoing an import at once gives an empty book`() throws {
    let report = try store.importing(
      (0..<12).map { "uid U\($0)\nfirst P\($0)\ncat C" }, cardsPerCommit: 5)
    let id = try #require(Hex.bytes(report.importID))
    let undo = try store.undo(
      store.commits(ofImport: id), author: "ada", program: "tests")
    #expect(undo.obstacles == [])
    #expect(try store.read { try [$0.count(.person), $0.count(.group)] } == [0, 0])
    #expect(try store.fault() == nil)
  }

  @Test func `an undone import can be done again`() throws {
    let cards = ["uid U1\nfirst Ada\ntel - 1", "first Nobody"]
    _ = try store.importing(cards)
    try store.undo(1)
    #expect(try store.importing(cards).same == 0)
    #expect(try store.read { try $0.count(.person) } == 2)
    let ada = try #require(try store.read { try $0.find(name: "ada") }.first)
    #expect(try store.record(ada)?.entries(.phones).map(\.value) == ["1"])
  }

  @Test func `a dry run reports what would happen and writes nothing`() throws {
    try store.importing("uid U1\nfirst Ada")
    let report = try store.importing(
      "uid U1\nfirst Augusta", "uid U2\nfirst Bob", "bad card", dryRun: true)
    #expect(report.counts == [1, 0, 1, 1] && report.commits == nil)
    #expect(try store.lastCommit() == 1)
    #expect(try store.record(.person(1))?.text(.firstName) == "Ada")
  }

  @Test func `a stopped import reports what is saved`() throws {
    var options = Importer.Options()
    options.cardsPerCommit = 2
    let importer = store.importer(
      author: "ada", program: "tests", options: options, parse: LineCard.parse)
    for number in 0..<5 {
      try importer.add(Array("uid U\(number)".utf8), file: "f", line: number)
    }
    let report = importer.stop()
    #expect(report.counts == [4, 0, 0, 0] && report.read == 4)
    #expect(try store.read { try $0.count(.person) } == 4)
  }

  @Test func `a long name among a thousand cards is imported`() throws {
    // LMDB-10
    let cards = (0..<1000).map { number in
      "uid U\(number)\nfirst "
        + (number == 500 ? String(repeating: "x", count: 3000) : "P\(number)")
    }
    #expect(try store.importing(cards).counts == [1000, 0, 0, 0])
    #expect(try store.read { try $0.find(name: "xxxx") } == [.person(501)])
  }
}
