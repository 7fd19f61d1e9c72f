import ContactLog
import ContactModel
import Foundation
import TestSupport
import Testing

/// Lists in the order of a locale, stored and made in memory.
@Suite(.temporaryDirectory) struct OrderTests {
  let store: Store

  init() throws { store = try Store.create(at: TemporaryDirectory.path + "/store") }

  @discardableResult
  private func add(_ values: [Property: Value]) throws -> RecordID {
    var local = RecordID.person(0)
    let commit = try store.edit { session in
      local = try session.createPerson()
      for (property, value) in values { try session.set(property, of: local, to: value) }
    }
    return commit.id(local)
  }

  private func names(
    _ locale: String = "root", _ order: NameOrder = .lastName, _ property: Property = .lastName
  ) throws -> [String] {
    try store.read { (snapshot: borrowing Snapshot) throws in
      try snapshot.list(.person, order: order, locale: locale).records.map {
        try snapshot.record($0)?.text(property) ?? ""
      }
    }
  }

  @Test func `people stand as in every locale of the reference list`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/sort.tsv") else { return }
    for (locale, rows) in Dictionary(grouping: rows, by: { $0[0] }).sorted(by: { $0.key < $1.key })
    {
      let wanted = rows.map { $0[2] }
      let store = try Store.create(at: TemporaryDirectory.path + "/" + locale)
      let session = store.session(author: "ada", program: "test")
      for name in wanted.sorted(by: { $0.hashValue < $1.hashValue }) {
        try session.set(.lastName, of: session.createPerson(), to: .text(name))
      }
      try session.save()
      func list() throws -> [String] {
        try store.read { (snapshot: borrowing Snapshot) throws in
          try snapshot.list(.person, locale: locale).records.map {
            try snapshot.record($0)?.text(.lastName) ?? ""
          }
        }
      }
      #expect(try list() == wanted, "\(locale), in memory")
      try store.prepareOrder(for: locale)
      #expect(try list() == wanted, "\(locale), stored")
      #expect(try store.fault() == nil)
      store.close()
    }
  }

  // NAME-01
  @Test func `accented initials stand with their letters`() throws {
    for name in ["Zoltan", "Ángel", "Bruno", "Élise", "Dora"] { try add([.lastName: .text(name)]) }
    #expect(try names() == ["Ángel", "Bruno", "Dora", "Élise", "Zoltan"])
  }

  // NAME-03
  @Test func `groups are sorted as people are`() throws {
    for name in ["Zebra", "Ärzte", "Bund"] { _ = try store.group(name) }
    let groups = try store.read { (snapshot: borrowing Snapshot) throws in
      try snapshot.list(.group).records.map { try snapshot.record($0)?.text(.name) }
    }
    #expect(groups == ["Ärzte", "Bund", "Zebra"])
  }

  @Test func `the reading of a name counts where there is one`() throws {
    let ando = try add([.lastName: "安藤", .lastNamePhonetic: "あんどう"])
    let kato = try add([.lastName: "加藤", .lastNamePhonetic: "かとう"])
    let empty = try add([.lastName: "うえだ", .lastNamePhonetic: ""])
    #expect(try store.read { try $0.list(.person).records } == [ando, empty, kato])
  }

  @Test func `organisations stand under their name and the nameless last`() throws {
    let nobody = try add([:])
    let mailer = try add([:])
    try store.edit { try $0.add(.emails, to: mailer, "aaa@example.org") }
    let zoe = try add([.firstName: "Zoe", .lastName: "Zander"])
    let acme = try add([.organization: "Acme", .lastName: "Zuse", .personKind: .integer(1)])
    let alone = try add([.organization: "Bert Ltd"])
    let nick = try add([.nickname: "Cat"])
    let list = try store.read { try $0.list(.person).records }
    #expect(list.prefix(4) == [acme, alone, nick, zoe])
    #expect(Set(list.suffix(2)) == [nobody, mailer])
  }

  @Test func `each order counts its own part of the name first`() throws {
    try add([.firstName: "Bert", .lastName: "Adler"])
    try add([.firstName: "Anna", .lastName: "Zander"])
    try add([.firstName: "Ada", .lastName: "Adler"])
    #expect(try names("root", .lastName, .firstName) == ["Ada", "Bert", "Anna"])
    #expect(try names("root", .firstName, .firstName) == ["Ada", "Anna", "Bert"])
  }

  @Test func `a family name that begins another one comes first`() throws {
    try add([.firstName: "Zoe", .lastName: "Mann"])
    try add([.firstName: "Ada", .lastName: "Mannheim"])
    #expect(try names() == ["Mann", "Mannheim"])
  }

  @Test(arguments: ["qx", "de_XX", "", "not a locale!"])
  func `a locale that there is not is refused`(locale: String) throws {
    #expect(throws: StoreError(.invalid, "")) {
      try store.read { try $0.list(.person, locale: locale) }
    }
    #expect(throws: StoreError(.invalid, "")) { try store.prepareOrder(for: locale) }
  }
}

// MARK: - Names longer than a key

extension OrderTests {
  /// Names that are alike for longer than any key, and shorter ones between them.
  private static let long: [String] = {
    let start = String(repeating: "lang ", count: 200)
    return [start + "a", start + "b", start + "ba", start + "c", "lang", start, start + "Ä"]
  }()

  @Test func `names longer than a key stand in their order`() throws {
    let session = store.session(author: "ada", program: "test")
    for name in Self.long {
      try session.set(.lastName, of: session.createPerson(), to: .text(name))
    }
    try session.save()
    let sorted = try names()
    let start = String(repeating: "lang ", count: 200)
    #expect(
      sorted
        == ["lang", start, start + "a", start + "Ä", start + "b", start + "ba", start + "c"])
    #expect(try store.fault() == nil)
    try store.read { (snapshot: borrowing Snapshot) throws in
      let all = try snapshot.list(.person).records
      for (index, id) in all.enumerated() {
        #expect(try snapshot.position(of: id) == index)
        let cursor = try snapshot.cursor(.person, before: index)
        #expect(try snapshot.list(.person, after: cursor, limit: 1).records == [id])
      }
      for size in 1...3 {
        var pages: [RecordID] = []
        var cursor: ListCursor?
        repeat {
          let page = try snapshot.list(.person, after: cursor, limit: size)
          pages += page.records
          cursor = page.next
        } while cursor != nil
        #expect(pages == all)
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func `names of 100 KB are listed and paged`() throws {
    let session = store.session(author: "ada", program: "test")
    for letter in ["c", "a", "b"] {
      let name = String(repeating: "é", count: 50_000) + letter
      try session.set(.lastName, of: session.createPerson(), to: .text(name))
    }
    try session.save()
    let first = try store.read { try $0.list(.person, limit: 1) }
    #expect(first.records == [.person(2)])
    let rest = try store.read { try $0.list(.person, after: first.next) }
    #expect(rest.records == [.person(3), .person(1)] && rest.next == nil)
    #expect(try store.fault() == nil)
  }
}
