import ContactLog
import ContactModel
import TestSupport
import Testing

/// A changed card against a record that may have been edited since the last import.
@Suite(.temporaryDirectory) struct ImportMergeTests {
  /// One field through import, edit by hand, and import of a changed card.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The field in the first card, after the edit, in the second card, and in the end.
    let card, edited, changed, result: String?

    init(
      _ name: String, _ card: String?, edited: String?, changed: String?, _ result: String?
    ) {
      testDescription = name
      self.card = card
      self.edited = edited
      self.changed = changed
      self.result = result
    }
  }

  static let cases: [Case] = [
    Case("changed in the card only", "a", edited: "a", changed: "b", "b"),
    Case("edited only", "a", edited: "b", changed: "a", "b"),
    Case("changed both ways", "a", edited: "b", changed: "c", "b"),
    Case("changed to the same", "a", edited: "b", changed: "b", "b"),
    Case("gone from the card", "a", edited: "a", changed: nil, nil),
    Case("gone from the card, edited", "a", edited: "b", changed: nil, "b"),
    Case("cleared by hand", "a", edited: nil, changed: "a", nil),
    Case("cleared by hand, changed in the card", "a", edited: nil, changed: "b", nil),
    Case("cleared by hand and in the card", "a", edited: nil, changed: nil, nil),
    Case("new in the card", nil, edited: nil, changed: "b", "b"),
    Case("new by hand", nil, edited: "b", changed: nil, "b"),
    Case("new both ways", nil, edited: "b", changed: "c", "b"),
    Case("untouched", "a", edited: "a", changed: "a", "a"),
    Case("untouched and absent", nil, edited: nil, changed: nil, nil),
  ]

  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  private func text(_ property: Property) throws -> String? {
    try store.record(.person(1))?.text(property)
  }

  @Test(arguments: cases) func `a value is merged against the card as last imported`(
    _ merge: Case
  ) throws {
    func card(_ note: String?, _ org: String) -> String {
      "uid U1\norg \(org)" + (note.map { "\nnote \($0)" } ?? "")
    }
    try store.importing(card(merge.card, "one"))
    if merge.edited != merge.card {
      try store.edit {
        try $0.set(.note, of: .person(1), to: merge.edited.map { .text($0) })
      }
    }
    #expect(try store.importing(card(merge.changed, "two")).counts == [0, 0, 1, 0])
    #expect(try text(.note) == merge.result)
    #expect(try text(.organization) == "two")
    #expect(try store.fault() == nil)
  }

  /// Phones as `label value`, through import, edit by hand, and import of a changed card.
  struct ListCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let card, changed: [String]
    let edit: @Sendable (Session) throws -> Void
    let result: [String]

    init(
      _ name: String, _ card: [String], changed: [String], _ result: [String],
      edit: @escaping @Sendable (Session) throws -> Void = { _ in }
    ) {
      testDescription = name
      self.card = card
      self.changed = changed
      self.edit = edit
      self.result = result
    }
  }

  static let listCases: [ListCase] = [
    ListCase(
      "added in the card", ["home 1"], changed: ["home 1", "work 2"], ["home 1", "work 2"]),
    ListCase("removed in the card", ["home 1", "work 2"], changed: ["home 1"], ["home 1"]),
    ListCase(
      "removed and added", ["home 1", "work 2"], changed: ["work 2", "main 3"],
      ["work 2", "main 3"]),
    ListCase("relabelled in the card", ["home 1"], changed: ["work 1"], ["work 1"]),
    ListCase(
      "replaced under its label", ["home 1", "work 2"], changed: ["home 3", "work 2"],
      ["home 3", "work 2"]),
    ListCase(
      "added by hand", ["home 1"], changed: ["home 1", "work 3"], ["home 1", "main 2", "work 3"]
    ) {
      try $0.add(.phones, to: .person(1), "2", label: Label("main"))
    },
    ListCase(
      "removed by hand", ["home 1", "work 2"], changed: ["home 1", "work 2", "main 3"],
      ["home 1", "main 3"]
    ) {
      try $0.removeEntry(.phones, entry: 1, of: .person(1))
    },
    ListCase(
      "removed by hand and in the card", ["home 1", "work 2"], changed: ["home 1"], ["home 1"]
    ) {
      try $0.removeEntry(.phones, entry: 1, of: .person(1))
    },
    ListCase(
      "edited by hand, removed in the card", ["home 1", "work 2"], changed: ["home 1"],
      ["home 1", "work 9"]
    ) {
      try $0.setValue(.phones, entry: 1, of: .person(1), to: "9")
    },
    ListCase(
      "edited by hand, kept in the card", ["home 1"], changed: ["home 1", "work 2"],
      ["home 9", "work 2"]
    ) {
      try $0.setValue(.phones, entry: 0, of: .person(1), to: "9")
    },
    ListCase(
      "relabelled by hand, removed in the card", ["home 1", "work 2"], changed: ["home 1"],
      ["home 1", "main 2"]
    ) {
      try $0.setLabel(.phones, entry: 1, of: .person(1), to: Label("main"))
    },
    ListCase("relabelled both ways", ["home 1"], changed: ["work 1"], ["main 1"]) {
      try $0.setLabel(.phones, entry: 0, of: .person(1), to: Label("main"))
    },
    ListCase("added both ways", ["home 1"], changed: ["home 1", "work 2"], ["home 1", "work 2"]) {
      try $0.add(.phones, to: .person(1), "2", label: Label("work"))
    },
    ListCase(
      "the same value twice", ["home 1", "home 1"], changed: ["home 1", "home 1", "home 1"],
      ["home 1", "home 1", "home 1"]),
    ListCase(
      "one of two equal values removed", ["home 1", "work 1"], changed: ["home 1"], ["home 1"]),
  ]

  @Test(arguments: listCases) func `entries are merged by value`(_ merge: ListCase) throws {
    func card(_ phones: [String]) -> String {
      "uid U1\n" + phones.map { "tel \($0)" }.joined(separator: "\n")
    }
    try store.importing(card(merge.card))
    let before = try #require(try store.record(.person(1))).entries(.phones)
    let session = store.session(author: "ada", program: "tests")
    try merge.edit(session)
    try session.save()
    try store.importing(card(merge.changed))
    let entries = try #require(try store.record(.person(1))).entries(.phones)
    #expect(
      entries.map { "\($0.label?.word ?? "-") \($0.value.text ?? "")" }.sorted()
        == merge.result.sorted())
    // Who was there before and still says the same has the same identifier.
    for old in before {
      if let kept = entries.first(where: { $0.position == old.position }) {
        #expect(kept.identifier == old.identifier)
      }
    }
    #expect(try store.fault() == nil)
  }

  @Test func `without a card as base nothing is removed and only what is empty is filled`() throws {
    try store.edit {
      let id = try $0.createPerson(uid: "U1")
      try $0.set(.firstName, of: id, to: "Ada")
      try $0.add(.phones, to: id, "1", label: Label("home"))
    }
    let report = try store.importing("uid U1\nfirst Augusta\nlast Byron\ntel home 1\ntel work 2")
    #expect(report.counts == [0, 0, 1, 0])
    let record = try #require(try store.record(.person(1)))
    #expect(record.text(.firstName) == "Ada" && record.text(.lastName) == "Byron")
    #expect(record.entries(.phones).map(\.value) == ["1", "2"])
  }

  @Test func `a photo is merged like a value`() throws {
    try store.importing("uid U1\nphoto one")
    try store.importing("uid U1\nphoto two")
    let hash = try #require(try store.record(.person(1))?[.image]?.blob?.hash)
    #expect(try store.read { try $0.blob(hash) } == Array("two".utf8))
    try store.edit { try $0.setImage([7], mediaType: "image/png", of: .person(1)) }
    try store.importing("uid U1\nphoto three")
    #expect(try store.record(.person(1))?[.image]?.blob?.byteCount == 1)
    #expect(try store.fault() == nil)
  }

  @Test func `the same photo in a changed card is the same photo`() throws {
    try store.importing("uid U1\nphoto one\nnote a")
    #expect(try store.importing("uid U1\nphoto one\nnote b").counts == [0, 0, 1, 0])
    let changes = try store.read { try $0.events(of: 2) }.map(\.event.change.name)
    #expect(changes == ["valueSet", "valueSet"])
    #expect(try text(.note) == "b")
  }

  @Test func `a card changed back and forth leaves what it says last`() throws {
    for note in ["a", "b", "a", "c"] { try store.importing("uid U1\nnote \(note)") }
    #expect(try text(.note) == "c")
    #expect(try store.lastCommit() == 4)
  }

  @Test func `composed and decomposed letters in a card are a change`() throws {
    try store.importing("uid U1\nfirst Zo\u{E9}")
    #expect(try store.importing("uid U1\nfirst Zoe\u{301}").counts == [0, 0, 1, 0])
    #expect(try text(.firstName).map { Array($0.unicodeScalars).count } == 4)
  }
}
