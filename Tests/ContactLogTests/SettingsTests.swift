import ContactLog
import ContactModel
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct SettingsTests {
  let store: Store
  let path = TemporaryDirectory.path + "/store"

  init() throws {
    store = try Store.create(at: path)
    // NAME-01 and NAME-03 among them.
    for name in ["Zebra", "\u{C4}rzte", "Bund", "\u{C5}ngstr\u{F6}m", "Adam", "\u{D6}l", "Oslo"] {
      try store.edit { try $0.set(.lastName, of: $0.createPerson(), to: .text(name)) }
    }
  }

  private func keep(_ locales: String...) throws {
    var settings = try store.settings()
    settings.locales = locales
    try store.set(settings)
  }

  private func list(_ locale: String, in store: Store? = nil) throws -> [String?] {
    try (store ?? self.store).read { snapshot in
      try snapshot.list(.person, locale: locale).records.map {
        try snapshot.record($0)?.text(.lastName)
      }
    }
  }

  static let german = [
    "Adam", "\u{C5}ngstr\u{F6}m", "\u{C4}rzte", "Bund", "\u{D6}l", "Oslo", "Zebra",
  ]
  static let swedish = [
    "Adam", "Bund", "Oslo", "Zebra", "\u{C5}ngstr\u{F6}m", "\u{C4}rzte", "\u{D6}l",
  ]

  @Test func `each locale has its own order`() throws {
    try keep("de", "sv")
    #expect(try list("root") == Self.german)
    #expect(try list("de") == Self.german)
    #expect(try list("sv") == Self.swedish)
    #expect(try store.fault() == nil)
  }

  @Test func `a locale that is not kept has its order as well`() throws {
    #expect(try list("sv") == Self.swedish)
    try keep("sv")
    try keep()
    #expect(try list("sv") == Self.swedish)
    #expect(try store.fault() == nil)
  }

  @Test(arguments: [
    ["not a locale!"], ["qx"], ["de", "xx"], ["de_XX"], [""], ["de", "de"],
    ["de", "sv", "cs", "es", "fr", "it", "pl", "da", "fi"],
  ])
  func `locales that cannot be are refused and change nothing`(locales: [String]) throws {
    var settings = try store.settings()
    settings.locales = locales
    #expect(throws: StoreError(.invalid, "")) { try store.set(settings) }
    #expect(try store.settings().locales == [])
    #expect(try store.fault() == nil)
  }

  @Test func `locales that change places keep their orders apart`() throws {
    try keep("de", "sv")
    try keep("sv", "de")
    #expect(try list("sv") == Self.swedish && list("de") == Self.german)
  }

  @Test func `saves keep the order of every locale`() throws {
    try keep("sv")
    let id = try store.edit {
      try $0.set(.lastName, of: $0.createPerson(), to: "\u{C4}pple")
    }
    #expect(try list("sv").firstIndex(of: "\u{C4}pple") == 5)
    try store.undo(id.number)
    #expect(try list("sv") == Self.swedish)
    #expect(try store.fault() == nil)
  }

  @Test func `settings outlive the process and are not replayed`() throws {
    var settings = Settings()
    settings.region = "SE"
    settings.nameOrder = .firstName
    settings.lastNameFirst = true
    settings.locales = ["sv"]
    try store.set(settings)
    _ = try store.replay(into: path + "-copy")
    store.close()
    let again = try Store.open(at: path)
    #expect(try again.settings() == settings)
    #expect(try list("sv", in: again) == Self.swedish)
    let copy = try Store.open(at: path + "-copy")
    #expect(try copy.settings() == Settings())
  }

  @Test func `digests do not depend on the locales kept`() throws {
    let digests = try store.digests()
    try keep("sv", "de")
    #expect(isSame(try store.digests(), digests))
    let proof = try store.replay(into: path + "-copy")
    #expect(proof.fault == nil && isSame(proof.digests, digests))
  }

  @Test func `settings make no commit`() throws {
    let before = try store.read { $0.hash }
    try keep("sv")
    #expect(try store.read { $0.hash } == before)
  }

  @Test(arguments: ["Germany", "XX", "de", "D", "1", "ÄÖ"])
  func `a region that there is not is refused`(region: String) throws {
    var settings = Settings()
    settings.region = region
    #expect(throws: StoreError(.invalid, "")) { try store.set(settings) }
  }
}
