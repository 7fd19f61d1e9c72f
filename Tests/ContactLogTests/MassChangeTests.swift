import ContactModel
import TestSupport
import Testing

@testable import ContactLog

@Suite(.temporaryDirectory) struct MassChangeTests {
  let store: Store
  let people: [RecordID]

  init() throws {
    store = try Store.inTemporaryDirectory()
    let session = store.session(author: "ada", program: "tests")
    let locals = try (0..<200).map { number in
      let id = try session.createPerson(uid: "U\(number)")
      try session.set(.lastName, of: id, to: .text("Person \(number)"))
      try session.add(.phones, to: id, .text("\(number)"))
      return id
    }
    let commit = try #require(try session.save())
    people = locals.map(commit.id)
  }

  private func set(_ limit: MassChange.Limit?) throws {
    var settings = try store.settings()
    settings.massChange = limit
    try store.set(settings)
  }

  private func remover(_ count: Int, guards: Bool = true) throws -> Session {
    let session = store.session(author: "ada", program: "tests", guardsMassChange: guards)
    for id in people.prefix(count) { try session.remove(id) }
    return session
  }

  private func isHeld(_ session: Session) throws -> Bool {
    do {
      try session.save()
      return false
    } catch let error as StoreError where error.code == .held {
      return true
    }
  }

  @Test func `a save that removes much of the book is held until it is confirmed`() throws {
    let session = try remover(21)
    let error = #expect(throws: StoreError(.held, "")) { try session.save() }
    #expect(error?.massChange == MassChange(removed: 21, emptied: 0, records: 200))
    #expect(error?.reason.hasPrefix("this would remove 21 and empty 0 of 200 records") == true)
    #expect(try store.lastCommit() == 1)
    #expect(session.hasUnsavedChanges)
    let commit = try session.save(confirmingMassChange: true)
    #expect(commit != nil)
    #expect(try store.read { try $0.count(.person) } == 179)
  }

  @Test func `what is not beyond both numbers is saved`() throws {
    #expect(try !isHeld(remover(20)))
  }

  @Test func `in a large book twenty are many and a tenth is not`() throws {
    let session = store.session(author: "ada", program: "tests")
    for _ in 0..<50 { try session.createPerson() }
    try session.save()
    // 25 of 250 are not more than a tenth.
    #expect(try !isHeld(remover(25)))
  }

  @Test func `records are emptied by clearing, by empty texts and by taking entries away`() throws {
    let session = store.session(author: "ada", program: "tests")
    for (index, id) in people.prefix(21).enumerated() {
      try session.set(.lastName, of: id, to: index % 2 == 0 ? nil : "")
      if index % 3 == 0 {
        try session.setValue(.phones, entry: 0, of: id, to: "")
      } else {
        try session.removeEntry(.phones, entry: 0, of: id)
      }
    }
    let error = #expect(throws: StoreError(.held, "")) { try session.save() }
    #expect(error?.massChange == MassChange(removed: 0, emptied: 21, records: 200))
    try session.set(.note, of: people[0], to: "kept")
    #expect(try !isHeld(session))
  }

  @Test func `losing one value of many is not emptying`() throws {
    let session = store.session(author: "ada", program: "tests")
    for id in people { try session.removeEntry(.phones, entry: 0, of: id) }
    #expect(try !isHeld(session))
  }

  @Test func `removed and emptied records count together`() throws {
    let session = try remover(11)
    for id in people.dropFirst(11).prefix(10) {
      try session.set(.lastName, of: id, to: nil)
      try session.removeEntry(.phones, entry: 0, of: id)
    }
    let error = #expect(throws: StoreError(.held, "")) { try session.save() }
    #expect(error?.massChange == MassChange(removed: 11, emptied: 10, records: 200))
  }

  @Test func `the limit is a setting and can be switched off`() throws {
    try set(MassChange.Limit(records: 2, percent: 1))
    #expect(try isHeld(remover(3)))
    try set(MassChange.Limit(records: 30, percent: 10))
    #expect(try !isHeld(remover(21)))
    try set(nil)
    #expect(try store.settings().massChange == nil)
    let session = store.session(author: "ada", program: "tests")
    for id in people.dropFirst(21) { try session.remove(id) }
    #expect(try !isHeld(session))
    #expect(throws: StoreError(.invalid, "")) { try set(MassChange.Limit(records: -1, percent: 1)) }
    #expect(throws: StoreError(.invalid, "")) {
      try set(MassChange.Limit(records: 1, percent: 101))
    }
  }

  @Test func `a session can be without it`() throws {
    #expect(try !isHeld(remover(200, guards: false)))
  }

  @Test func `undo, restore, replay and rebuild are never held`() throws {
    try store.undo(1)
    #expect(try store.read { try $0.count(.person) } == 0)
    try store.undelete(people, author: "ada", program: "tests")
    try store.restoreAll(asOf: .commit(0), author: "ada", program: "tests")
    #expect(try store.read { try $0.count(.person) } == 0)
    try store.rebuild()
    #expect(try store.replay(into: TemporaryDirectory.path + "/copy").fault == nil)
  }

  /// Imports 36 cards, twelve to a commit, with what `fields` says of each.
  private func bring(
    guards: Bool = true, dryRun: Bool = false, _ fields: (Int) -> String
  ) throws -> ImportReport {
    var options = Importer.Options()
    options.cardsPerCommit = 12
    options.guardsMassChange = guards
    options.dryRun = dryRun
    let importer = store.importer(
      author: "ada", program: "tests", options: options, parse: LineCard.parse)
    for number in 0..<36 {
      let card = "uid C\(number)\n\(fields(number))"
      try importer.add(Array(card.utf8), file: "test", line: number)
    }
    return try importer.finish()
  }

  @Test func `an import that empties much of the book is held, all its commits together`() throws {
    _ = try bring { "first N\($0)" }
    #expect(throws: StoreError(.held, "")) { try bring { _ in "" } }
    // The first commit was not too much by itself; it can be taken back.
    #expect(try store.record(.person(212))?.text(.firstName) == nil)
    #expect(try store.record(.person(236))?.text(.firstName) == "N35")
    #expect(try bring(guards: false, { _ in "" }).updated == 24)
  }

  @Test func `an import that is held names its commits that stay, and a dry run foresees it`()
    throws
  {
    #expect(try bring(dryRun: true, { "first N\($0)" }).held == nil)
    _ = try bring { "first N\($0)" }
    let before = try store.lastCommit()
    let dry = try bring(dryRun: true) { _ in "" }
    #expect(dry.held == MassChange(removed: 0, emptied: 36, records: 236) && dry.updated == 36)
    #expect(try store.lastCommit() == before)
    let error = #expect(throws: StoreError(.held, "")) { try bring { _ in "" } }
    #expect(error?.reason.contains("the cards of commit \(before + 1) are in") == true)
    #expect(error?.massChange == MassChange(removed: 0, emptied: 24, records: 236))
    #expect(try store.lastCommit() == before + 1)
  }
}
