import ContactModel
import TestSupport
import Testing

/// Two sessions that began with one state; theirs was saved first.
private struct Both {
  let base: Record
  var mine: Editing
  var theirs: Record
  private var next: Position = 100

  init(_ base: Record) {
    self.base = base
    mine = Editing(base)
    theirs = base
  }

  /// Saves changes of the other session.
  mutating func their(_ changes: Change...) {
    theirs = theirs.saving(changes, from: next)
    next += Position(changes.count)
  }

  /// What a save of mine finds, and the state after it.
  func merged() -> (record: Record, conflicts: [SlotConflict]) {
    let (merged, conflicts) = theirs.merging(base: base, mine: mine.working)
    return (theirs.saving(theirs.changes(to: merged), from: 1_000), conflicts)
  }
}

struct MergeTests {
  // MARK: Single values

  /// Nothing, two texts, and one of them in other letters.
  static let texts: [Value?] = [nil, "A", "\u{E9}", "e\u{301}"]

  @Test func `every combination of base, mine and theirs in one value`() {
    for base in Self.texts {
      for mine in Self.texts {
        for theirs in Self.texts {
          var both = Both(.folding(base.map { [.valueSet(.note, $0)] } ?? []))
          if mine != base {
            both.mine.apply(mine.map { .valueSet(.note, $0) } ?? .valueCleared(.note))
          }
          if theirs != base {
            both.their(theirs.map { .valueSet(.note, $0) } ?? .valueCleared(.note))
          }
          let (record, conflicts) = both.merged()
          #expect(record[.note] == (mine == base ? theirs : mine))
          let isConflict = mine != base && theirs != base && mine != theirs
          let conflict = SlotConflict(
            record: .person(1), slot: .value(.note), base: base, theirs: theirs, mine: mine,
            writer: 100)
          #expect(conflicts == (isConflict ? [conflict] : []))
        }
      }
    }
  }

  @Test func `a value that others changed and changed back is not in conflict`() {
    var both = Both(.folding([.valueSet(.note, "A")]))
    both.their(.valueSet(.note, "B"), .valueSet(.note, "A"))
    both.mine.apply(.valueSet(.note, "C"))
    let (record, conflicts) = both.merged()
    #expect(record[.note] == "C")
    #expect(conflicts == [])
  }

  @Test func `changes of different slots both stand`() {
    var both = Both(.folding([.valueSet(.note, "A"), .entry("1", 3)]))
    both.their(.valueSet(.firstName, "Ada"), .entryLabelSet(.phones, entry: 3, Label("work")))
    both.mine.apply(.valueSet(.note, "B"))
    both.mine.apply(.entryValueSet(.phones, entry: 3, "2"))
    let (record, conflicts) = both.merged()
    #expect(conflicts == [])
    #expect(record[.firstName] == "Ada")
    #expect(record[.note] == "B")
    #expect(record.entries(.phones).map(\.value) == ["2"])
    #expect(record.entries(.phones).map(\.label) == [.standard(.work)])
  }

  // MARK: Entries

  enum Edit: CaseIterable {
    case nothing, value, otherValue, label, otherLabel, removal, editedRemoval

    var changes: [Change] {
      switch self {
      case .nothing: []
      case .value: [.entryValueSet(.phones, entry: 3, "v")]
      case .otherValue: [.entryValueSet(.phones, entry: 3, "w")]
      case .label: [.entryLabelSet(.phones, entry: 3, Label("work"))]
      case .otherLabel: [.entryLabelSet(.phones, entry: 3, Label("home"))]
      case .removal: [.entryRemoved(.phones, entry: 3)]
      case .editedRemoval:
        [.entryValueSet(.phones, entry: 3, "x"), .entryRemoved(.phones, entry: 3)]
      }
    }

    var removes: Bool { self == .removal || self == .editedRemoval }
    var setsValue: Bool { self == .value || self == .otherValue }
    var setsLabel: Bool { self == .label || self == .otherLabel }
  }

  @Test func `every combination of edits of one entry`() {
    for mine in Edit.allCases {
      for theirs in Edit.allCases where theirs != .editedRemoval {
        var both = Both(.folding([.entry("1", 3)]))
        for change in mine.changes { both.mine.apply(change) }
        for change in theirs.changes { both.their(change) }
        let (record, conflicts) = both.merged()
        let edits = [mine, theirs]
        let expected: [Slot] =
          mine == theirs || edits.contains(.nothing) || edits.allSatisfy(\.removes)
          ? []
          : edits.contains(where: \.removes)
            ? [.entry(.phones, 3)]
            : edits.allSatisfy(\.setsValue)
              ? [.entryValue(.phones, 3)]
              : edits.allSatisfy(\.setsLabel) ? [.entryLabel(.phones, 3)] : []
        #expect(conflicts.map(\.slot) == expected, "mine \(mine), theirs \(theirs)")
        #expect(conflicts.allSatisfy { $0.writer == 100 })
        let stays = mine == .nothing ? !theirs.removes : !mine.removes
        #expect(record.entries(.phones).isEmpty == !stays, "mine \(mine), theirs \(theirs)")
        if mine.setsValue {
          #expect(record.texts(.phones) == [mine == .value ? "v" : "w"])
        }
      }
    }
  }

  @Test func `adding never conflicts with adding, and identifiers stay apart`() {
    var both = Both(.folding([.entry("1", 3)]))
    both.their(
      .entryAdded(.phones, identifier: 4, after: 3, label: nil, value: "theirs"),
      .entryAdded(.phones, identifier: 5, after: 100, label: nil, value: "more of theirs"))
    both.mine.add("mine")
    both.mine.add("more of mine")
    let (record, conflicts) = both.merged()
    #expect(conflicts == [])
    #expect(Set(record.texts(.phones)).count == 5)
    #expect(Set(record.entries(.phones).map(\.identifier)) == [3, 4, 5, 6, 7])
    // Who was first keeps the numbers; my entries stand one behind the other.
    #expect(record.entry(.phones, identifier: 4)?.value == "theirs")
    #expect(record.texts(.phones) == ["1", "mine", "more of mine", "theirs", "more of theirs"])
  }

  @Test func `an identifier that another entry had is not given again`() {
    var both = Both(.folding([.entry("1", 3)]))
    both.their(
      .entryAdded(.phones, identifier: 4, after: 3, label: nil, value: "gone"),
      .entryRemoved(.phones, entry: 100))
    both.mine.add("mine")
    let (record, _) = both.merged()
    #expect(record.entries(.phones).map(\.identifier) == [3, 5])
    #expect(record.list(.phones)?.nextIdentifier == 6)
  }

  @Test func `an entry is known by its adding event wherever it stands by now`() {
    var both = Both(.folding([.entry("1", 3), .entry("2", 4, after: 3), .entry("3", 5, after: 4)]))
    both.their(
      .entryMoved(.phones, entry: 5, after: 0), .entryRemoved(.phones, entry: 3))
    both.mine.apply(.entryValueSet(.phones, entry: 5, "3!"))
    let (record, conflicts) = both.merged()
    #expect(conflicts == [])
    #expect(record.texts(.phones) == ["3!", "2"])
  }

  @Test func `the last order of a list wins`() {
    var both = Both(.folding([.entry("1", 3), .entry("2", 4, after: 3), .entry("3", 5, after: 4)]))
    both.their(.entryMoved(.phones, entry: 5, after: 0))
    both.mine.apply(.entryMoved(.phones, entry: 3, after: 5))
    let (record, conflicts) = both.merged()
    #expect(conflicts == [])
    #expect(record.texts(.phones) == ["3", "1", "2"])
  }

  @Test func `an entry that was moved there and back leaves the order to others`() {
    var both = Both(.folding([.entry("1", 3), .entry("2", 4, after: 3)]))
    both.their(.entryMoved(.phones, entry: 4, after: 0))
    both.mine.apply(.entryMoved(.phones, entry: 4, after: 0))
    both.mine.apply(.entryMoved(.phones, entry: 4, after: 3))
    both.mine.apply(.valueSet(.note, "x"))
    #expect(both.merged().record.texts(.phones) == ["2", "1"])
  }

  @Test func `an entry added and removed again does not draw the next one to the end`() {
    var both = Both(.folding([.entry("a", 3), .entry("b", 4, after: 3)]))
    both.their(.valueSet(.note, "x"))
    let dropped = both.mine.add("x", after: 3)
    both.mine.add("y", after: dropped)
    both.mine.apply(.entryRemoved(.phones, entry: dropped))
    #expect(both.merged().record.texts(.phones) == ["a", "y", "b"])
  }

  // MARK: Existence

  @Test func `editing a record that others removed is a conflict`() {
    var both = Both(.folding([.valueSet(.note, "A")]))
    both.their(.removed)
    both.mine.apply(.valueSet(.note, "B"))
    let (_, conflicts) = both.merged()
    #expect(conflicts.map(\.slot) == [.existence])
    #expect(conflicts.map(\.writer) == [100])
  }

  @Test func `removing a record that others edited is a conflict that names their edit`() {
    var both = Both(.folding([.valueSet(.note, "A"), .entry("1", 3)]))
    both.their(.valueSet(.note, "B"), .entryLabelSet(.phones, entry: 3, Label("work")))
    both.mine.apply(.removed)
    let (record, conflicts) = both.merged()
    #expect(conflicts.map(\.slot) == [.existence])
    #expect(conflicts.map(\.writer) == [101])
    #expect(!record.exists)
  }

  @Test func `removing what others removed, and not touching it, are no conflicts`() {
    var both = Both(.folding([.valueSet(.note, "A")]))
    both.their(.removed)
    #expect(both.merged().conflicts == [])
    #expect(!both.merged().record.exists)
    both.mine.apply(.removed)
    #expect(both.merged().conflicts == [])
    #expect(!both.merged().record.exists)
  }

  @Test func `what both restored keeps the edits of both`() {
    var both = Both(.folding([.valueSet(.note, "A"), .removed]))
    both.their(.restored, .valueSet(.firstName, "Ada"))
    both.mine.apply(.restored)
    both.mine.apply(.valueSet(.note, "B"))
    let (record, conflicts) = both.merged()
    #expect(conflicts == [])
    #expect(record.exists)
    #expect(record[.firstName] == "Ada")
    #expect(record[.note] == "B")
  }

  // MARK: Random edits

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a merge holds what mine changed, and of the rest what theirs has`(seed: UInt64) {
    var random = RandomModel(seed: seed)
    var both = Both(random.person())
    for _ in 0..<random.number(0...6) { both.their(random.edit(of: both.theirs)) }
    for _ in 0..<random.number(0...6) { both.mine.apply(random.edit(of: both.mine.working)) }
    let (record, conflicts) = both.merged()
    let mine = both.mine
    for property in [Property.firstName, .note] {
      let isMine = mine.working[property] != mine.base[property]
      #expect(record[property] == (isMine ? mine.working : both.theirs)[property])
    }
    let added = mine.working.entries(.phones).filter { $0.position.isProvisional }
    let merged = record.list(.phones)?.entries ?? []
    #expect(
      merged.count == (both.theirs.list(.phones)?.entries.count ?? 0) + added.count)
    #expect(Set(merged.map(\.identifier)).count == merged.count)
    for value in added.map(\.value) { #expect(merged.contains { $0.value == value }) }
    if mine.changes.isEmpty { #expect(conflicts == [] && record.content == both.theirs.content) }
    if both.theirs == both.base {
      #expect(conflicts == [] && record.content == mine.working.content)
    }
  }
}
