import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// Finding people by words, numbers and fields.
@Suite(.temporaryDirectory) struct SearchTests {
  let store: Store

  init() throws { store = try Store.create(at: TemporaryDirectory.path + "/store") }

  @discardableResult
  private func add(_ values: [Property: Value], by author: String = "ada") throws -> RecordID {
    var local = RecordID.person(0)
    let commit = try store.edit(by: author) { session in
      local = try session.createPerson()
      for (property, value) in values { try session.set(property, of: local, to: value) }
    }
    return commit.id(local)
  }

  private func add(_ property: Property, _ values: String..., to id: RecordID) throws {
    try store.edit { session in
      for value in values { try session.add(property, to: id, .text(value)) }
    }
  }

  private func find(_ query: String) throws -> [RecordID] {
    try store.read { try $0.search(try Query(parsing: query)).map(\.record) }
  }

  private func ranks(_ query: String) throws -> [SearchMatch.Rank] {
    try store.read { try $0.search(try Query(parsing: query)).map(\.rank) }
  }

  // SEARCH-02 among them.
  @Test func `names are found as the reference list says`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/search.tsv") else { return }
    for row in rows where row[2] == "yes" {
      // The name as a whole, and its last word as a family name.
      let id = try add([.formattedName: .text(row[1])])
      let found = try find("name:\"\(row[0])\"")
      #expect(found.contains(id), "\(row[0]) finds \(row[1])")
      // And the other way round, where the query is as long as the name.
      if Set(WordIndex.words(row[0])) == Set(WordIndex.words(row[1])) {
        let back = try add([.lastName: .text(row[0])])
        #expect(try store.read { try $0.find(name: row[1]) }.contains(back))
      }
      try store.edit { try $0.remove(id) }
    }
  }

  @Test(
    arguments: [
      ("Straße", "strasse"), ("Strasse", "straße"), ("Æbelø", "aebelo"), ("Aebelo", "æbelø"),
      ("Lætitia", "laetitia"), ("Iğdır", "igdir"), ("Igdir", "ığdır"), ("İzmir", "izmir"),
      ("Izmir", "İzmir"), ("مُحَمَّد", "محمد"), ("محمد", "مُحَمَّد"), ("שָׁלוֹם", "שלום"),
      ("שלום", "שָׁלוֹם"), ("Ａｄａ", "ada"), ("Ada", "ａｄａ"), ("ИВАНОВ", "иванов"),
      ("ﬁn", "fin"), ("O’Brien", "o'brien"), ("OBrien", "o’brien"),
    ]) func `these find each other`(name: String, query: String) throws
  {
    let id = try add([.lastName: .text(name)])
    #expect(try find(query) == [id])
  }

  @Test func `each word of a query begins some word of a name`() throws {
    let ada = try add([
      .firstName: "Ada", .middleName: "King", .lastName: "Lovelace", .nickname: "Countess",
      .organization: "Analytical Engines", .firstNamePhonetic: "Eyda",
    ])
    try add([.firstName: "Ada", .lastName: "Byron"])
    for query in ["ada love", "love ada", "king", "count", "anal eng", "eyd lov", "a l k"] {
      #expect(try find(query).first == ada, "\(query)")
    }
    #expect(try find("ada x") == [] && find("ada ada king").count == 1)
    #expect(try store.read { try $0.find(name: "velace") } == [])
  }

  @Test func `names in Chinese characters, kana and Hangul are found by any part, and as read`()
    throws
  {
    let ando = try add([
      .lastName: "安藤", .firstName: "百福", .lastNamePhonetic: "あんどう", .firstNamePhonetic: "ももふく",
    ])
    let park = try add([.lastName: "박", .firstName: "민수"])
    let full = try add([.formattedName: "李小龍"])
    for query in ["安", "藤", "百福", "福", "あん", "どう", "アンドウ", "ドウ", "ふく", "安 百"] {
      #expect(try find(query) == [ando], "\(query)")
    }
    #expect(try find("민수") == [park] && find("수") == [park])
    #expect(try find("小龍") == [full] && find("龍") == [full] && find("李龍") == [])
    #expect(try find("藤安") == [])
  }

  @Test func `the whole name comes first, then family and given name, then others`() throws {
    let other = try add([.firstName: "Bo", .nickname: "Annabel"])
    let prefix = try add([.firstName: "Annabella", .lastName: "Zorn"])
    let middle = try add([.firstName: "Cy", .middleName: "Anna"])
    let given = try add([.firstName: "Anna", .lastName: "Berg"])
    let whole = try add([.firstName: "Anna"])
    #expect(try find("anna") == [whole, given, prefix, middle, other])
    #expect(try ranks("anna") == [.wholeName, .name, .name, .other, .other])
    #expect(try find("berg anna") == [given] && ranks("berg anna") == [.wholeName])
    #expect(try ranks("ann berg") == [.name])
    #expect(try store.read { try $0.find(name: "anna", limit: 2) } == [whole, given])
  }

  @Test func `where no word begins so, words that have it in them are found`() throws {
    let joanne = try add([.firstName: "Joanne", .lastName: "Lovelace"])
    let anna = try add([.firstName: "Zoe", .middleName: "Susanna"])
    #expect(try find("ann") == [joanne, anna] && find("velace joan") == [joanne])
    #expect(try find("xyz") == [] && find("velace has:phone") == [])
    #expect(try ranks("velace") == [.other])
    try add([.firstName: "Annabel"])
    #expect(try find("ann").count == 1)
  }

  @Test func `answers are found only as far as they are asked for`() throws {
    let session = store.session(author: "ada", program: "test")
    for number in 0..<2000 {
      let id = try session.createPerson()
      try session.set(.firstName, of: id, to: .text("Anna\(number)"))
    }
    try session.save()
    try store.read { (snapshot: borrowing Snapshot) throws in
      let found = try snapshot.search(try Query(parsing: "anna"), limit: 20)
      #expect(found.count == 20 && snapshot.rowsScanned < 60)
    }
  }

  @Test func `two words that many have find the first at once, and all in the end by rank`() throws
  {
    // "Anna" is also a middle name, "Müller" and "Mützel" also nicknames, so that each rank is there.
    let session = store.session(author: "ada", program: "test")
    for number in 0..<1200 {
      let id = try session.createPerson()
      let last = number % 7 == 0 ? "Müller" : number % 7 == 1 ? "Mützel" : "Zorn\(number % 13)"
      try session.set(.firstName, of: id, to: .text(number % 3 == 0 ? "Anna" : "Annika\(number)"))
      try session.set(.lastName, of: id, to: .text(last))
      if number % 5 == 0 { try session.set(.middleName, of: id, to: .text("Anna")) }
      if number % 4 == 0 { try session.set(.nickname, of: id, to: .text("Müller")) }
    }
    try session.save()
    // And as of then, of whose rows another snapshot knows.
    let then = try store.lastCommit()
    try store.edit { try $0.set(.note, of: .person(1), to: "later") }
    let past = try store.read(asOf: .commit(then)) {
      try Set($0.search(try Query(parsing: "anna mü")).map(\.record))
    }
    #expect(try past == Set(find("anna mü")) && past.count > 20)
    for query in ["anna mü", "mü anna", "ann ann", "anna müller", "müller zorn1", "a m z"] {
      try store.read { (snapshot: borrowing Snapshot) throws in
        let words = WordIndex.words(query)
        var wanted: [RecordID: WordIndex.Class] = [:]
        try snapshot.forEachRecord(.person) { record in
          wanted[record.id] = WordIndex.rank(of: record, words)
          return true
        }
        let start = snapshot.rowsScanned
        let first = try snapshot.search(try Query(parsing: query), limit: 1)
        #expect(first.count == 1)
        if words.count == 2 { #expect(snapshot.rowsScanned - start < 2_000, "\(query)") }
        let found = try snapshot.search(try Query(parsing: query))
        #expect(found.map(\.rank) == found.map(\.rank).sorted(), "\(query)")
        #expect(found.count == wanted.count, "\(query)")
        #expect(found.allSatisfy { $0.rank == .init(wanted[$0.record]) }, "\(query)")
      }
    }
  }

  @Test func `without the index the answers are the same`() throws {
    for name in ["Anna Berg", "Berg Zoe", "Annabel", "安藤 百福", "Bergmann Anna"] {
      let words = name.split(separator: " ").map(String.init)
      try add([.firstName: .text(words[0]), .lastName: .text(words.last ?? "")])
    }
    let queries = ["anna", "berg", "ann ber", "berg anna", "藤", "x", "a"]
    let stored = try queries.map { try find($0) }
    let path = store.path
    store.close()
    var options = Store.Options()
    options.unicodeTables.foldingVersion = [9, 9, 9, 9]
    let other = try Store.open(at: path, options: options)
    for (query, wanted) in zip(queries, stored) {
      let found = try other.read { try $0.search(try Query(parsing: query)).map(\.record) }
      #expect(Set(found) == Set(wanted), "\(query)")
    }
  }

  @Test func `fields say what must hold`() throws {
    let ada = try add([.firstName: "Ada", .organization: "Acme Inc", .note: "sails the Thames"])
    let bob = try add([.firstName: "Bob", .organization: "Acme Ltd"], by: "bob")
    let cy = try add([.firstName: "Cy"])
    try add(.emails, "Ada@Example.org", to: ada)
    try add(.emails, "bob@example.com", "b@example.org", to: bob)
    try add(.phones, "+49 30 123 456-78", to: bob)
    let family = try store.group("Family", [ada])
    let friends = try store.group("Friends", [cy, family])
    #expect(try find("org:acme") == [ada, bob])
    #expect(try find("org:\"acme inc\"") == [ada] && find("org:acme -name:ada") == [bob])
    #expect(
      try find("text:tham") == [ada] && find("tham") == [] && find("text:\"sails tham\"") == [ada])
    #expect(try find("email:ada@") == [ada] && find("ADA@EXAMPLE.ORG") == [ada])
    #expect(
      try find("email:@example.org") == [ada, bob] || find("email:@example.org") == [bob, ada])
    #expect(
      try find("has:phone") == [bob] && Set(find("-has:phone")) == [ada, cy, family, friends])
    #expect(try find("has:group") == [ada, cy, family])
    #expect(try find("group:family") == [ada])
    #expect(
      try find("group:friends") == [ada, cy, family] && find("group:friends has:email") == [ada])
    #expect(try find("group:nobody") == [])
    #expect(try find("created-by:BOB") == [bob] && find("org:acme -created-by:bob") == [ada])
    #expect(try find("changed-since:2000-01-01 name:cy") == [cy])
    #expect(try find("changed-since:9000-01-01") == [])
    #expect(try find("name:--") == [] && find("name:\"\"") == [])
  }

  // SEARCH-04
  @Test(arguments: [
    "678", "45678", "030123", "+4930", "12345678", "0049 30 12345678", "03012345678",
  ])
  func `a number is found by its digits`(query: String) throws {
    let id = try add([.firstName: "Ada"])
    try add(.phones, "+49 30 123 456-78", to: id)
    #expect(try find("phone:\"\(query)\"") == [id])
    #expect(try find("phone:99\(query.filter(\.isNumber))99") == [])
  }

  // SEARCH-06
  @Test func `a word of a note is found at once`() throws {
    let id = try add([.firstName: "Ada", .note: "plays the theremin"])
    let path = store.path
    store.close()
    let again = try Store.open(at: path)
    #expect(
      try again.read { try $0.search(try Query(parsing: "text:theremin")).map(\.record) } == [id])
  }

  @Test func `the local part as it is given comes first`() throws {
    let upper = try add([.firstName: "A"])
    let lower = try add([.firstName: "B"])
    try add(.emails, "Ada@example.org", to: upper)
    try add(.emails, "ada@EXAMPLE.org", to: lower)
    #expect(try store.read { try $0.find(email: "ada@example.org") } == [lower, upper])
    #expect(try store.read { try $0.find(email: "Ada@Example.Org") } == [upper, lower])
  }

  @Test(.timeLimit(.minutes(1))) func `unreasonable questions are answered in bounded time`() throws
  {
    let id = try add([
      .firstName: .text(String(repeating: "é", count: 100_000)),
      .lastName: .text(String(repeating: "安", count: 30_000)),
    ])
    try add(.phones, String(repeating: "1234567890", count: 100), to: id)
    try store.read { (snapshot: borrowing Snapshot) throws in
      #expect(try snapshot.find(name: String(repeating: "e", count: 100_000)) == [id])
      #expect(try snapshot.find(name: String(repeating: "e", count: 100_001)) == [])
      #expect(try snapshot.find(name: "安安安") == [id] && snapshot.find(name: "") == [])
      let digits = String(repeating: "1234567890", count: 100)
      #expect(try snapshot.find(phone: digits).map(\.match) == [.exact])
      #expect(try snapshot.find(phone: "9" + digits).map(\.match) == [.national])
      #expect(try snapshot.find(phone: String(repeating: "9", count: 1000)).isEmpty)
      #expect(try snapshot.find(phone: "").isEmpty && snapshot.find(email: "").isEmpty)
      #expect(try snapshot.search(Query([])).isEmpty)
      #expect(try snapshot.search(Query([.init(.email(""))])).isEmpty)
    }
    #expect(try store.fault() == nil)
  }
}
