import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// Proposals of people who may be one.
@Suite(.temporaryDirectory) struct DuplicateTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  /// A person of a name in one text, with values and entries.
  @discardableResult
  private func add(
    _ name: String, _ values: [Property: Value] = [:], phones: [String] = [],
    emails: [String] = [], uid: String? = nil
  ) throws -> RecordID {
    var local = RecordID.person(0)
    let words = name.split(separator: " ").map(String.init)
    let commit = try store.edit { session in
      local = try session.createPerson(uid: uid)
      if words.count > 1 {
        try session.set(.firstName, of: local, to: .text(words.dropLast().joined(separator: " ")))
      }
      if let last = words.last { try session.set(.lastName, of: local, to: .text(last)) }
      for (property, value) in values { try session.set(property, of: local, to: value) }
      for phone in phones { try session.add(.phones, to: local, .text(phone)) }
      for email in emails { try session.add(.emails, to: local, .text(email)) }
    }
    return commit.id(local)
  }

  private func pairs(_ options: DuplicateOptions = .init()) throws -> [DuplicatePair] {
    try store.read { try $0.duplicates(options) }
  }

  private func only() throws -> DuplicatePair {
    let found = try pairs()
    #expect(found.count == 1)
    return try #require(found.first)
  }

  private func date(_ year: Int32, _ month: UInt8, _ day: UInt8) -> Value? {
    PartialDate(year: year, month: month, day: day).map { .date($0) }
  }

  @Test func `the same name and address is certain`() throws {
    let a = try add("Zoë Åberg", emails: ["zoe@example.org"])
    let b = try add("ZOE ABERG", emails: ["Zoe@Example.org"])
    let pair = try only()
    #expect((pair.first, pair.second) == (a, b))
    #expect(pair.grade == .certain && pair.reasons == [.name, .email])
  }

  @Test func `the same name and number is certain, whatever its writing`() throws {
    try add("Ada Lovelace", phones: ["+49 30 1234567"])
    try add("Lovelace Ada", phones: ["0049 (30) 123-4567"])
    #expect(try only().reasons == [.name, .phone])
    #expect(try only().grade == .certain)
  }

  @Test func `a number without country code is weaker`() throws {
    try add("Ada Lovelace", phones: ["+49 30 1234567"])
    try add("Ada Lovelace", phones: ["030 1234567"])
    #expect(try only().reasons == [.name, .nationalPhone])
    #expect(try only().grade == .likely)
  }

  @Test func `a comparison that knows plans decides about numbers`() throws {
    struct Never: PhoneComparing {
      func match(_ first: String, _ second: String, region: String) -> PhoneMatch? { nil }
    }
    try add("Ada", phones: ["+49 30 1234567"])
    try add("Bob", phones: ["+49301234567"])
    var options = DuplicateOptions()
    #expect(try pairs(options).count == 1)
    options.phones = Never()
    #expect(try pairs(options).isEmpty)
  }

  @Test func `a trunk zero inside a number is seen`() throws {
    struct Trunk: PhoneComparing {
      func match(_ first: String, _ second: String, region: String) -> PhoneMatch? {
        let digits = [first, second].map { $0.replacing("(0)", with: "").filter(\.isNumber) }
        return digits[0] == digits[1] ? .exact : nil
      }
    }
    try add("Ada", phones: ["+44 (0)20 7946 0018"])
    try add("Bob", phones: ["+44 20 7946 0018"])
    var options = DuplicateOptions()
    options.phones = Trunk()
    #expect(try pairs(options).map(\.reasons) == [[.phone]])
  }

  @Test func `the same name alone is possible`() throws {
    try add("Ada Lovelace")
    try add("Ada Lovelace")
    #expect(try only().grade == .possible)
  }

  @Test(arguments: [Property.birthday, .organization])
  func `a name with something that fits is likely`(_ property: Property) throws {
    let value = property == .birthday ? date(1815, 12, 10) : .text("Analytical Ltd")
    try add("Ada Lovelace", [property: try #require(value)])
    try add("Ada Lovelace", [property: try #require(value)])
    #expect(try only().grade == .likely)
  }

  @Test func `an address of others is possible, of nobody or a shorter name likely`() throws {
    try add("Ada Lovelace", emails: ["x@example.org"])
    try add("Bob Zuse", emails: ["x@example.org"])
    #expect(try only().grade == .possible)
    try add("A. Lovelace", emails: ["x@example.org"])
    let graded = try pairs().map(\.grade)
    #expect(graded == [.possible, .likely, .possible])
    try add("", emails: ["x@example.org"])
    #expect(
      try pairs().filter { $0.second == .person(4) }.map(\.grade) == [.likely, .likely, .likely])
  }

  @Test func `another birthday or suffix speaks against it`() throws {
    try add("Ada Lovelace", [.birthday: try #require(date(1815, 12, 10))], emails: ["a@x.org"])
    try add("Ada Lovelace", [.birthday: try #require(date(1985, 12, 10))], emails: ["a@x.org"])
    #expect(try only().grade == .likely && only().objections == [.birthday])
    try add("John Doe", [.suffix: .text("Jr")])
    try add("John Doe", [.suffix: .text("Sr.")])
    #expect(try pairs().count == 1)
  }

  @Test func `a birthday without year fits one with`() throws {
    let open = PartialDate(month: 12, day: 10).map { Value.date($0) }
    try add("Ada", [.birthday: try #require(date(1815, 12, 10))], emails: ["a@x.org"])
    try add("Ada", [.birthday: try #require(open)], emails: ["a@x.org"])
    #expect(try only().objections.isEmpty)
  }

  @Test func `the same uid is certain`() throws {
    try add("Ada", uid: "urn:uuid:ABC")
    try add("Bob", uid: "abc")
    #expect(try only().reasons == [.uid] && only().grade == .certain)
  }

  @Test func `an organisation is no person`() throws {
    try add(
      "Acme", [.personKind: .integer(1), .organization: .text("Acme")], phones: ["5551234567"])
    try add("Ada", phones: ["5551234567"])
    #expect(try pairs().isEmpty)
  }

  @Test func `removed people and groups are not proposed`() throws {
    let a = try add("Ada Lovelace")
    try add("Ada Lovelace")
    _ = try store.group("Ada Lovelace")
    #expect(try pairs().count == 1)
    try store.edit { try $0.remove(a) }
    #expect(try pairs().isEmpty)
  }

  @Test func `what was decided is not proposed again, through others either`() throws {
    let people = try (0..<4).map { _ in try add("Ada Lovelace") }
    #expect(try pairs().count == 6)
    try store.edit {
      try $0.link(people[0], people[1])
      try $0.keepApart(people[1], people[2])
    }
    let left = try pairs().map { [$0.first, $0.second] }
    #expect(left == [0, 1, 2].map { [people[$0], people[3]] })
    try store.edit { try $0.unlink(people[1], people[2]) }
    #expect(try pairs().count == 5)
  }

  @Test func `the past proposes what it did`() throws {
    let a = try add("Ada Lovelace", emails: ["a@x.org"])
    try add("Ada Lovelace", emails: ["a@x.org"])
    let commit = try store.lastCommit()
    let then = try pairs()
    try store.edit { try $0.remove(a) }
    #expect(try store.read(asOf: .commit(commit)) { try $0.duplicates() } == then)
  }

  @Test func `pages meet, and grades can be asked for`() throws {
    for _ in 0..<6 { try add("Ada Lovelace", emails: ["a@x.org"]) }
    try add("Bob", emails: ["a@x.org"])
    let all = try pairs()
    var options = DuplicateOptions()
    var paged: [DuplicatePair] = []
    while case let page = try store.read({ try $0.duplicates(options, limit: 4) }), !page.isEmpty {
      paged += page
      options.after = page.last?.cursor
    }
    #expect(paged == all && all.count == 21)
    options = .init()
    options.minimum = .certain
    #expect(try pairs(options).count == 15)
  }

  @Test func `a value that many share is told and compared with nobody`() throws {
    try store.edit { session in
      for number in 0..<60 {
        let id = try session.createPerson()
        try session.set(.lastName, of: id, to: .text("Person\(number)"))
        try session.add(.emails, to: id, .text("info@acme.example"))
        try session.add(.phones, to: id, .text("+49 30 1234567"))
      }
    }
    let report = try store.read { try $0.forEachDuplicate { _ in true } }
    #expect(report.pairs == 0 && report.compared == 0 && report.crowdCount == 2)
    #expect(Set(report.crowds.map(\.reason)) == [.email, .phone])
    #expect(report.crowds.allSatisfy { $0.people == 60 })
    #expect(report.crowds.contains { $0.value == "493012345 67".replacing(" ", with: "") })
  }

  @Test func `of a name that many have those are compared who share more`() throws {
    try store.edit { session in
      for number in 0..<60 {
        let id = try session.createPerson()
        try session.set(.lastName, of: id, to: .text("Smith"))
        let date = PartialDate(year: Int32(1900 + number / 2), month: 1, day: 1)
        try session.set(.birthday, of: id, to: date.map { .date($0) })
      }
    }
    let report = try store.read { try $0.forEachDuplicate { _ in true } }
    #expect(report.pairs == 30 && report.compared == 30)
    #expect(report.crowds.map(\.value) == ["smith"])
  }

  @Test func `names without stored words are compared all the same`() throws {
    store.close()
    var options = Store.Options()
    options.postponesOrders = true
    let bare = try Store.create(at: TemporaryDirectory.path + "/bare", options: options)
    _ = try bare.person("Zoë")
    _ = try bare.person("zoe")
    #expect(try bare.read { try $0.duplicates() }.map(\.reasons) == [[.name]])
  }
}
