import ContactModel
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// Orders and words of several locales and versions of the Unicode tables in one store.
@Suite(.temporaryDirectory) struct EditionTests {
  let path = TemporaryDirectory.path + "/store"

  /// How a process with another toolchain opens stores: other versions, and another order.
  private static let other: Store.Options = {
    var options = Store.Options()
    options.unicodeTables = UnicodeTables(
      collatorVersion: [9, 9, 9, 9], sortsNumbers: true, foldingVersion: [9, 9, 9, 9])
    return options
  }()

  private func opened<R>(
    _ options: Store.Options = Store.Options(), _ body: (Store) throws -> R
  ) throws -> R {
    let store = try Store.open(at: path, options: options)
    defer { store.close() }
    return try body(store)
  }

  private func add(_ names: String..., to store: Store) throws {
    let session = store.session(author: "ada", program: "test")
    for name in names { try session.set(.lastName, of: session.createPerson(), to: .text(name)) }
    try session.save()
  }

  private func names(_ store: Store, _ locale: String = "root") throws -> [String] {
    try store.read { (snapshot: borrowing Snapshot) throws in
      try snapshot.list(.person, locale: locale).records.map {
        try snapshot.record($0)?.text(.lastName) ?? ""
      }
    }
  }

  private func states(_ store: Store) throws -> [Edition.State] {
    try store.read { try $0.reader.editions(set: $0.head.liveSet, $0.held.transaction) }
      .map(\.state)
  }

  private func isStored(_ store: Store, _ locale: String = "root") throws -> Bool {
    try store.read { try $0.listSource(.person, .lastName, locale, nil)?.edition != nil }
  }

  @Test func `two processes with other tables share a store`() throws {
    try Store.create(at: path).close()
    try opened { store in try add("10 Downing", "9 Elms", to: store) }
    try opened(Self.other) { store in
      // Answered rightly before the other order is made.
      #expect(try names(store) == ["9 Elms", "10 Downing"])
      #expect(try !isStored(store))
      #expect(try store.read { try $0.find(name: "elm") } == [.person(2)])
      try add("2 Guys", to: store)
      #expect(try isStored(store))
      #expect(try states(store) == [.behind(1), .behind(1), .current, .current])
      #expect(try names(store) == ["2 Guys", "9 Elms", "10 Downing"])
      #expect(try store.fault() == nil)
    }
    try opened { store in
      #expect(try names(store) == ["10 Downing", "2 Guys", "9 Elms"])
      #expect(try !isStored(store))
      try add("1 Way", to: store)
      #expect(try names(store) == ["1 Way", "10 Downing", "2 Guys", "9 Elms"])
      #expect(try isStored(store))
      #expect(try states(store) == [.current, .current, .behind(2), .behind(2)])
      #expect(try store.fault() == nil)
    }
    try opened(Self.other) { store in
      #expect(try names(store) == ["1 Way", "2 Guys", "9 Elms", "10 Downing"])
      try store.prepareOrder(for: "root")
      #expect(try isStored(store))
      #expect(try names(store) == ["1 Way", "2 Guys", "9 Elms", "10 Downing"])
      #expect(try store.read { try $0.position(of: .person(1)) } == 3)
      #expect(try store.fault() == nil)
    }
  }

  @Test func `an edition that catches up is the one made anew`() throws {
    try Store.create(at: path).close()
    try opened { store in
      try add("Anna", "Berta", "Carl", to: store)
      try store.prepareOrder(for: "sv")
      // Renamed, removed, restored, created and removed again while nobody asks for Swedish.
      try store.edit { try $0.set(.lastName, of: .person(1), to: "Åke") }
      try store.edit { try $0.remove(.person(2)) }
      try store.edit { try $0.set(.lastName, of: .person(1), to: "Ödman") }
      try add("Dora", to: store)
      try store.edit { try $0.remove(.person(4)) }
      #expect(try !isStored(store, "sv"))
      #expect(try names(store, "sv") == ["Carl", "Ödman"])
      try store.prepareOrder(for: "sv")
      #expect(try isStored(store, "sv"))
      #expect(try names(store, "sv") == ["Carl", "Ödman"])
      #expect(try store.fault() == nil)
      #expect(try store.read { try $0.sections(.person, locale: "sv") }.map(\.label) == ["C", "Ö"])
    }
  }

  @Test func `a replay is proved whichever process wrote last`() throws {
    try Store.create(at: path).close()
    try opened { store in try add("10 Downing", "9 Elms", to: store) }
    try opened(Self.other) { store in try add("2 Guys", to: store) }
    #expect(try opened { try $0.replay(into: path + "-copy").fault } == nil)
    #expect(try opened(Self.other) { try $0.replay(into: path + "-copy2").fault } == nil)
  }

  @Test func `an order that was cut short is never read and made anew`() throws {
    let store = try Store.create(at: path)
    try add("Anna", "Åke", "Zoe", to: store)
    try store.prepareOrder(for: "sv")
    let opened = store.opened
    let edition = try #require(
      try store.read { try $0.listSource(.person, .lastName, "sv", nil)?.edition })
    var building = edition
    building.state = .building
    try opened.environment.write {
      try $0.put(building, in: opened.reader.tables.projections[0].order)
    }
    #expect(try !isStored(store, "sv"))
    #expect(try names(store, "sv") == ["Anna", "Zoe", "Åke"])
    try store.prepareOrder(for: "sv")
    #expect(try isStored(store, "sv") && names(store, "sv") == ["Anna", "Zoe", "Åke"])
    #expect(try store.fault() == nil)
  }

  @Test func `more locales than there is room for take the place of the one left behind longest`()
    throws
  {
    let store = try Store.create(at: path)
    try add("Anna", "Åke", to: store)
    let locales = [
      "af", "am", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "da", "de", "el", "es", "et",
      "fa", "fi", "fr", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk",
      "km", "ko", "lt", "lv", "sv",
    ]
    for locale in locales { try store.prepareOrder(for: locale) }
    #expect(try isStored(store) && isStored(store, "sv") && !isStored(store, "af"))
    #expect(try names(store, "af") == ["Åke", "Anna"] && names(store, "sv") == ["Anna", "Åke"])
    #expect(try states(store).count == OrderKey.mostEditions)
    #expect(try store.fault() == nil)
  }

  @Test func `a save costs no more for orders asked for once`() throws {
    let store = try Store.create(at: path)
    try add("Anna", to: store)
    for locale in ["de", "sv", "fr"] { try store.prepareOrder(for: locale) }
    try add("Berta", to: store)
    #expect(try states(store).filter { $0 == .behind(1) }.count == 3)
    try add("Carl", to: store)
    #expect(try states(store).filter { $0 == .behind(1) }.count == 3)
    #expect(try names(store, "sv") == ["Anna", "Berta", "Carl"])
  }

  @Test func `orders that are postponed are made by the next save without that`() throws {
    try Store.create(at: path).close()
    var postponing = Store.Options()
    postponing.postponesOrders = true
    try opened(postponing) { store in
      try add("Berta", "Anna", to: store)
      #expect(try states(store) == [.behind(0), .behind(0)])
      #expect(try names(store) == ["Anna", "Berta"])
      #expect(try store.read { try $0.find(name: "ann") } == [.person(2)])
      #expect(try store.fault() == nil)
    }
    try opened { store in
      try add("Carl", to: store)
      #expect(try states(store) == [.current, .current])
      #expect(try names(store) == ["Anna", "Berta", "Carl"])
      #expect(try store.fault() == nil)
    }
  }

  @Test func `a position is found with few rows`() throws {
    let store = try Store.create(at: path)
    let session = store.session(author: "ada", program: "test")
    for number in 0..<4000 {
      try session.set(.lastName, of: session.createPerson(), to: .text("Name \(number % 97)"))
    }
    try session.save()
    try store.read { (snapshot: borrowing Snapshot) throws in
      _ = try snapshot.position(of: .person(2000))
      #expect(snapshot.rowsScanned < 1500)
      let before = snapshot.rowsScanned
      _ = try snapshot.sections(.person)
      #expect(snapshot.rowsScanned - before < 10)
    }
  }
}
