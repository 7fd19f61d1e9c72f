import ContactModel
import TestSupport
import Testing

struct ChangesTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `the changes between two states lead from one to the other`(seed: UInt64) {
    var random = RandomModel(seed: seed)
    var editing = Editing(random.person())
    for _ in 0..<random.number(1...15) { editing.apply(random.edit(of: editing.working)) }
    let saved = editing.base.saving(editing.changes, from: 100)
    #expect(saved.content == editing.working.content)
    #expect(order(saved, of: editing.base) == order(editing.working, of: editing.base))
    // Each slot once at most.
    let slots = editing.changes.enumerated().compactMap { $1.slot(at: 1_000 + Position($0)) }
    #expect(Set(slots).count == slots.count)
  }

  /// The entries that were there before and still are, in their order.
  ///
  /// Where removed ones stand is nobody's wish and makes no events.
  private func order(_ record: Record, of base: Record) -> [Position] {
    record.entries(.phones).map(\.position).filter { base.entry(.phones, at: $0) != nil }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `edits that are taken back one by one make no changes`(seed: UInt64) {
    var random = RandomModel(seed: seed)
    var editing = Editing(random.person())
    for _ in 0..<10 { editing.apply(random.edit(of: editing.working)) }
    for field in editing.working.fields {
      let old = editing.base[field.property]
      editing.apply(old.map { .valueSet(field.property, $0) } ?? .valueCleared(field.property))
    }
    var previous: Position = 0
    for entry in editing.base.list(.phones)?.entries ?? [] {
      let position = entry.position
      editing.apply(.entryValueSet(.phones, entry: position, entry.value))
      editing.apply(.entryLabelSet(.phones, entry: position, entry.label))
      editing.apply(
        entry.isRemoved
          ? .entryRemoved(.phones, entry: position) : .entryRestored(.phones, entry: position))
      editing.apply(.entryMoved(.phones, entry: position, after: previous))
      previous = position
    }
    for entry in editing.working.entries(.phones) where entry.position.isProvisional {
      editing.apply(.entryRemoved(.phones, entry: entry.position))
    }
    #expect(editing.changes == [])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `as few entries move as can`(seed: UInt64) {
    var random = RandomModel(seed: seed)
    let count = random.number(1...7)
    let base = Record.folding(
      (2..<count + 2).map { .entry("\($0)", Int32($0), after: $0 == 2 ? 0 : Position($0 - 1)) })
    var editing = Editing(base)
    let wanted = (2..<Position(count + 2)).shuffled(using: &random.generator)
    for (index, entry) in wanted.enumerated() {
      editing.apply(.entryMoved(.phones, entry: entry, after: index == 0 ? 0 : wanted[index - 1]))
    }
    let moves = editing.changes
    #expect(moves.count == count - longestRise(wanted))
    #expect(
      editing.base.saving(moves, from: 100).list(.phones)?.entries.map(\.position) == wanted)
  }

  /// Length of the longest ascending subsequence, by trying all of them.
  private func longestRise(_ numbers: [Position]) -> Int {
    (0..<1 << numbers.count).map { choice in
      let chosen = numbers.indices.filter { choice >> $0 & 1 == 1 }.map { numbers[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max() ?? 0
  }

  @Test func `a new record is created first, then values, then lists, each by property`() {
    var editing = Editing(Record(id: .person(-1)))
    editing.apply(.created(uid: "U", source: 2))
    editing.add("1")
    editing.apply(.valueSet(.note, "n"))
    editing.apply(.valueSet(.firstName, "Ada"))
    editing.apply(
      .entryAdded(.urls, identifier: 0, after: 0, label: nil, value: "https://example.org"))
    #expect(
      editing.changes == [
        .created(uid: "U", source: 2), .valueSet(.firstName, "Ada"), .valueSet(.note, "n"),
        .entryAdded(.phones, identifier: 0, after: 0, label: nil, value: "1"),
        .entryAdded(.urls, identifier: 0, after: 0, label: nil, value: "https://example.org"),
      ])
  }

  @Test func `a record created and removed in one go makes no changes`() {
    var editing = Editing(Record(id: .person(-1)))
    editing.apply(.created(uid: "U", source: 0))
    editing.apply(.valueSet(.firstName, "Ada"))
    editing.apply(.removed)
    #expect(editing.changes == [])
  }

  @Test func `removal is one change whatever was edited before`() {
    var editing = Editing(.folding([.valueSet(.note, "x")]))
    editing.apply(.valueSet(.note, "y"))
    editing.apply(.removed)
    #expect(editing.changes == [.removed])
  }

  @Test func `a restored record is restored before it is edited`() {
    var editing = Editing(.folding([.valueSet(.note, "x"), .removed]))
    editing.apply(.restored)
    editing.apply(.valueSet(.note, "y"))
    #expect(editing.changes == [.restored, .valueSet(.note, "y")])
  }

  @Test func `writing an equal value makes no change`() {
    var editing = Editing(.folding([.valueSet(.note, "x"), .entry("1", 3)]))
    editing.apply(.valueSet(.note, "x"))
    editing.apply(.entryValueSet(.phones, entry: 3, "1"))
    editing.apply(.entryLabelSet(.phones, entry: 3, nil))
    editing.apply(.entryMoved(.phones, entry: 3, after: 0))
    editing.apply(.valueCleared(.jobTitle))
    #expect(editing.changes == [])
  }

  @Test func `composed to decomposed letters is a change`() {
    var editing = Editing(.folding([.valueSet(.lastName, "Z\u{FC}rich"), .entry("e\u{301}", 3)]))
    editing.apply(.valueSet(.lastName, "Zu\u{308}rich"))
    editing.apply(.entryValueSet(.phones, entry: 3, "\u{E9}"))
    editing.apply(.entryLabelSet(.phones, entry: 3, .custom("\u{E9}")))
    #expect(editing.changes.count == 3)
    guard case .valueSet(_, .text(let text))? = editing.changes.first else {
      Issue.record("no value was set")
      return
    }
    #expect(Array(text.utf8) == Array("Zu\u{308}rich".utf8))
  }

  @Test func `an entry added and removed in one go leaves no trace`() {
    var editing = Editing(.folding([.entry("a", 2), .entry("b", 3, after: 2)]))
    let dropped = editing.add("x", after: 2)
    editing.add("y", after: dropped)
    editing.apply(.entryRemoved(.phones, entry: dropped))
    #expect(
      editing.changes == [.entryAdded(.phones, identifier: 5, after: 2, label: nil, value: "y")])
    let saved = editing.base.saving(editing.changes, from: 100)
    #expect(saved.texts(.phones) == ["a", "y", "b"])
  }

  @Test func `a new entry behind a new entry names it by its provisional position`() {
    var editing = Editing(.folding([]))
    let first = editing.add("a")
    editing.add("b", label: Label("work"))
    #expect(
      editing.changes == [
        .entryAdded(.phones, identifier: 0, after: 0, label: nil, value: "a"),
        .entryAdded(
          .phones, identifier: 1, after: first, label: .standard(.work), value: "b"),
      ])
  }
}
