import ContactLog
import ContactModel
import TestSupport
import Testing

/// Texts that break stores: long, empty, with odd characters.
@Suite(.temporaryDirectory) struct TextTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  private func everywhere(_ text: String) throws -> RecordID {
    let commit = try store.edit { session in
      let id = try session.createPerson(uid: text)
      for property in [Property.firstName, .lastName, .organization, .note, .nickname] {
        try session.set(property, of: id, to: .text(text))
      }
      try session.add(.phones, to: id, .text(text), label: .custom(text))
      try session.add(.emails, to: id, .text(text))
      try session.add(.addresses, to: id, .fields(Fields([(text, text)])))
      try session.createGroup(named: text)
    }
    return commit.id(.person(-1))
  }

  static let texts = [
    "", " ", "\u{0}", "a\u{0}b", "\u{FFFE}", "\u{FFFF}", "\n", "\r\n", "\u{200F}\u{202E}x",
    "e\u{301}", "\u{E9}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{10FFFF}",
    String(repeating: "x", count: 600), String(repeating: "\u{1F600}", count: 600),
    String(repeating: "e\u{301}", count: 700), String(repeating: "long ", count: 4_000),
  ]

  @Test(arguments: texts.indices) func `a text is kept byte for byte wherever it stands`(
    _ index: Int
  ) throws {
    let text = Self.texts[index]
    let id = try everywhere(text)
    let record = try #require(try store.record(id))
    for property in [Property.firstName, .lastName, .organization, .note, .nickname] {
      #expect(record.text(property)?.hasSameBytes(as: text) == true)
    }
    #expect(record.uid.hasSameBytes(as: text))
    #expect(record.entries(.phones).first?.value == .text(text))
    #expect(record.entries(.phones).first?.label == .custom(text))
    #expect(
      record.entries(.addresses).first?.value.fields?.pairs.first?.key.utf8.count == text.utf8.count
    )
    if !text.isEmpty {
      #expect(try store.read { try $0.records(uid: text) } == [id])
      #expect(try store.read { try $0.find(email: text) } == [id])
    }
    #expect(try store.read { try $0.list(.person).records } == [id])
    let digests = try store.digests()
    try store.rebuild()
    #expect(isSame(try store.digests(), digests))
    #expect(try store.fault() == nil)
    try store.undo(1)
    #expect(try store.read { try $0.count(.person) } == 0)
  }

  @Test func `a name of 100 kB is found and listed`() throws {
    let name = "Start" + String(repeating: "y", count: 100_000)
    let id = try store.person(name)
    #expect(try store.read { try $0.find(name: "starty") } == [id])
    #expect(try store.read { try $0.find(name: name) } == [id])
    #expect(try store.record(id)?.text(.firstName) == name)
  }

  @Test(.timeLimit(.minutes(1))) func `a name of very many words takes no longer than it is long`()
    throws
  {
    let name = (0..<15_000).map { "w\($0)" }.joined(separator: " ")
    let id = try store.person(name)
    try store.edit { try $0.set(.firstName, of: id, to: .text(name + " more")) }
    #expect(try store.read { try $0.find(name: "w14999") } == [id])
    #expect(try store.fault() == nil)
  }

  @Test func `many long names under one address are all found`() throws {
    // LMDB-08
    let long = String(repeating: "n", count: 600)
    for number in 0..<20 {
      try store.edit {
        let id = try $0.createPerson()
        try $0.set(.firstName, of: id, to: .text("\(long)\(number)"))
        try $0.add(.emails, to: id, "shared@example.org")
      }
    }
    #expect(try store.read { try $0.find(email: "shared@example.org").count } == 20)
    #expect(try store.read { try $0.find(name: "nnnn").count } == 20)
    #expect(try store.read { try $0.find(name: "nnnn", limit: 3).count } == 3)
    #expect(try store.fault() == nil)
  }

  @Test func `long addresses that begin alike are told apart`() throws {
    let long = String(repeating: "a", count: 500)
    for ending in ["1@x.org", "2@x.org"] {
      try store.edit { try $0.add(.emails, to: $0.createPerson(), .text(long + ending)) }
    }
    #expect(try store.read { try $0.find(email: long + "2@X.org") } == [.person(2)])
    #expect(try store.read { try $0.find(email: long) } == [])
  }

  @Test func `one phone twice is found once, and still when one goes`() throws {
    let id = try store.person("Ada")
    try store.edit {
      try $0.add(.phones, to: id, "030 1234567", label: Label("home"))
      try $0.add(.phones, to: id, "030 1234567", label: Label("work"))
    }
    #expect(try store.read { try $0.find(phone: "0301234567").map(\.record) } == [id])
    try store.edit { try $0.removeEntry(.phones, entry: 0, of: id) }
    #expect(try store.read { try $0.find(phone: "0301234567").map(\.record) } == [id])
    try store.edit { try $0.removeEntry(.phones, entry: 1, of: id) }
    #expect(try store.read { try $0.find(phone: "0301234567").map(\.record) } == [])
    #expect(try store.fault() == nil)
  }

  @Test func `one word in several names is found once, and still when one goes`() throws {
    let id = try store.person("Ada")
    try store.edit {
      try $0.set(.lastName, of: id, to: "ada ADA")
      try $0.set(.nickname, of: id, to: "\u{C1}da")
    }
    #expect(try store.read { try $0.find(name: "ada") } == [id])
    try store.edit { try $0.set(.firstName, of: id, to: nil) }
    try store.edit { try $0.set(.nickname, of: id, to: nil) }
    #expect(try store.read { try $0.find(name: "ada") } == [id])
    try store.edit { try $0.set(.lastName, of: id, to: nil) }
    #expect(try store.read { try $0.find(name: "ada") } == [])
    #expect(try store.fault() == nil)
  }

  @Test func `search does not mind case and accents in any script`() throws {
    // SEARCH-02
    let ivanov = try store.person("\u{418}\u{412}\u{410}\u{41D}\u{41E}\u{412}")
    let loewe = try store.person("L\u{F6}we")
    #expect(
      try store.read { try $0.find(name: "\u{438}\u{432}\u{430}\u{43D}\u{43E}\u{432}") } == [ivanov]
    )
    #expect(try store.read { try $0.find(name: "lowe") } == [loewe])
    #expect(try store.read { try $0.find(name: "") } == [])
  }

  @Test func `composed and decomposed letters are kept apart, and found alike`() throws {
    let a = try store.person("Zo\u{E9}")
    let b = try store.person("Zoe\u{301}")
    #expect(try store.read { try Set($0.find(name: "zo\u{E9}")) } == [a, b])
    try store.edit { try $0.set(.firstName, of: a, to: "Zoe\u{301}") }
    #expect(try store.record(a)?.text(.firstName).map { $0.utf8.count } == 5)
    #expect(try store.lastCommit() == 3)
  }
}
