import ContactModel
import TestSupport
import Testing

@testable import ContactLog

/// Cursors, sections and positions.
@Suite(.temporaryDirectory) struct ListTests {
  let store: Store
  let path = TemporaryDirectory.path + "/store"

  init() throws { store = try Store.create(at: path) }

  private func add(_ names: [String]) throws {
    let session = store.session(author: "ada", program: "test")
    for name in names { try session.set(.lastName, of: session.createPerson(), to: .text(name)) }
    try session.save()
  }

  private func rename(_ id: RecordID, _ name: String) throws {
    try store.edit { try $0.set(.lastName, of: id, to: .text(name)) }
  }

  @Test func `a cursor keeps its place while others write`() throws {
    try add(["Adler", "Berg", "Carl", "Dorn", "Esch"])
    let first = try store.read { try $0.list(.person, limit: 2) }
    #expect(first.records == [.person(1), .person(2)])
    // Somebody new in front, the record at the cursor renamed away, one behind it removed.
    try add(["Aal"])
    try rename(.person(2), "Zander")
    try store.edit { try $0.remove(.person(3)) }
    let rest = try store.read { try $0.list(.person, after: first.next) }
    #expect(rest.records == [.person(4), .person(5), .person(2)] && rest.next == nil)
  }

  @Test func `a cursor goes through bytes`() throws {
    try add(["Adler", "Berg", "Carl"])
    let page = try store.read { try $0.list(.person, limit: 1) }
    let cursor = try #require(page.next)
    #expect(ListCursor(bytes: cursor.bytes) == cursor)
    #expect(ListCursor(bytes: []) == nil && ListCursor(bytes: cursor.bytes + [0]) == nil)
    #expect(ListCursor(bytes: Array(cursor.bytes.dropLast())) == nil)
  }

  @Test func `a cursor of another order is refused`() throws {
    try add(["Adler", "Berg", "Carl"])
    let cursor = try store.read { try $0.list(.person, limit: 1) }.next
    for (order, locale) in [(NameOrder.firstName, "root"), (.lastName, "sv")] {
      #expect(throws: StoreError(.invalid, "")) {
        try store.read { try $0.list(.person, order: order, locale: locale, after: cursor) }
      }
    }
  }

  @Test func `a page that ends the list has no cursor`() throws {
    try add(["Adler", "Berg"])
    #expect(try store.read { try $0.list(.person, limit: 2) }.next == nil)
    #expect(try store.read { try $0.list(.person, limit: 0) }.records == [])
  }

  @Test func `sections count the names under each letter`() throws {
    try add(["Anna", "Álvaro", "Berg", "3M", "李小龍", "Ольга", "あんどう", "Zoe", ""])
    try store.edit { _ = try $0.createPerson() }
    let sections = try store.read { try $0.sections(.person) }
    #expect(sections.map(\.label) == ["#", "A", "B", "Z", "О", "あ", "漢", "#"])
    #expect(sections.map(\.count) == [1, 2, 1, 1, 1, 1, 1, 2])
    #expect(sections.map(\.position) == [0, 1, 3, 4, 5, 6, 7, 8])
    for section in sections {
      let (list, all) = try store.read { (snapshot: borrowing Snapshot) throws in
        (
          try snapshot.list(.person, after: section.start, limit: section.count).records,
          try snapshot.list(.person).records
        )
      }
      #expect(list == Array(all[section.position..<section.position + section.count]))
    }
  }

  @Test func `sections are those of the language`() throws {
    try add(["Åberg", "Alm", "Öberg"])
    #expect(try store.read { try $0.sections(.person) }.map(\.label) == ["A", "O"])
    let memory = try store.read { try $0.sections(.person, locale: "sv") }
    #expect(memory.map(\.label) == ["A", "Å", "Ö"])
    try store.prepareOrder(for: "sv")
    #expect(try store.read { try $0.sections(.person, locale: "sv") } == memory)
  }

  @Test func `nobody has no position, and none is beyond the end`() throws {
    try add(["Adler"])
    try store.read { (snapshot: borrowing Snapshot) throws in
      #expect(try snapshot.position(of: .person(9)) == nil)
      #expect(try snapshot.position(of: .localSource) == nil)
      #expect(try snapshot.cursor(.person, before: 0) == nil)
      #expect(try snapshot.cursor(.person, before: 2) == nil)
      #expect(try snapshot.cursor(.person, before: .max) == nil)
      #expect(try snapshot.sections(.source) == [])
    }
  }

  @Test func `positions and sections hold through a random history`() throws {
    var random = SeededGenerator(seed: 5)
    let letters = ["A", "Ä", "b", "C", "Z", "李", "О", "1", "zz", "Mc"]
    func name() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? ""
      }.joined()
    }
    try add((0..<900).map { _ in name() })
    for round in 0..<3 {
      let session = store.session(author: "ada", program: "test")
      for _ in 0..<150 {
        let id = RecordID.person(Int32.random(in: 1...900, using: &random))
        guard try session.record(id) != nil else { continue }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try session.remove(id)
        case 1: try session.set(.lastName, of: id, to: nil)
        default: try session.set(.lastName, of: id, to: .text(name()))
        }
      }
      if round == 2 { try store.prepareOrder(for: "sv") }
      try session.save()
      #expect(try store.fault() == nil)
    }
    for locale in ["root", "sv"] {
      try store.read { (snapshot: borrowing Snapshot) throws in
        let all = try snapshot.list(.person, locale: locale).records
        #expect(all.count == (try snapshot.count(.person)))
        for index in stride(from: 0, to: all.count, by: 7) {
          #expect(try snapshot.position(of: all[index], locale: locale) == index)
          let cursor = try snapshot.cursor(.person, before: index, locale: locale)
          let page = try snapshot.list(.person, locale: locale, after: cursor, limit: 1)
          #expect(page.records == [all[index]])
        }
        let sections = try snapshot.sections(.person, locale: locale)
        #expect(sections.map(\.count).reduce(0, +) == all.count)
      }
    }
    let digests = try store.digests()
    try store.rebuild()
    #expect(isSame(try store.digests(), digests))
    #expect(try store.replay(into: path + "-copy").fault == nil)
  }
}
