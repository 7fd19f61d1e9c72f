import ContactModel
import TestSupport
import Testing

/// I4: the reducer is total and deterministic.
struct ReducerTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `I4: random events on a blank record never trap`(seed: UInt64) {
    var random = RandomModel(seed: seed)
    var record = Record(id: random.recordID())
    var relation = Relation.none
    for position in 1...100 as ClosedRange<UInt64> {
      let event = random.event()
      record.apply(event, at: position, time: Int64(bitPattern: random.generator.next()))
      relation.apply(event, at: position)
    }
    #expect(record.fields.map(\.property) == Array(Set(record.fields.map(\.property))).sorted())
    #expect(record.lists.map(\.property) == Array(Set(record.lists.map(\.property))).sorted())
    for list in record.lists {
      #expect(Set(list.entries.map(\.position)).count == list.entries.count)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `I4: the same events give the same record`(seed: UInt64) {
    var (one, other) = (RandomModel(seed: seed), RandomModel(seed: seed))
    let (a, b) = (one.record(events: 80), other.record(events: 80))
    #expect(a == b)
    #expect(encode(a, 1) == encode(b, 1))
  }

  @Test func `events at the edges of numbers do not trap`() {
    var record = Record(id: .person(1))
    for position in [0, 1, .max >> 1, .max] as [Position] {
      for entry in [0, position, .max] {
        for identifier in [Int32.min, -1, .max] {
          let added = Change.entryAdded(
            .phones, identifier: identifier, after: entry, label: nil, value: "")
          for change in [added, .entryMoved(.phones, entry: position, after: entry)] {
            record.apply(
              Event(change, of: record.id, restores: .max), at: position, time: .min)
            record.apply(Event(change, of: record.id), at: position, time: .max)
          }
        }
      }
    }
    #expect(record.changes(to: record).isEmpty)
    #expect(!encode(record, .max).isEmpty)
  }

  @Test func `an entry goes behind the one named, to the front, or to the end`() {
    var record = Record.folding([.entry("a", 1), .entry("b", 2, after: 1)])
    record.apply(.entry("front", 3, after: 0), at: 3)
    record.apply(.entry("middle", 4, after: 1), at: 4)
    record.apply(.entry("end", 5, after: 99), at: 5)
    #expect(record.texts(.phones) == ["front", "a", "middle", "b", "end"])
    record.apply(.entryMoved(.phones, entry: 5, after: 0), at: 6)
    record.apply(.entryMoved(.phones, entry: 3, after: 2), at: 7)
    record.apply(.entryMoved(.phones, entry: 1, after: 1), at: 8)
    #expect(record.texts(.phones) == ["end", "a", "middle", "b", "front"])
  }

  @Test func `a removed entry comes back where it was with its identifier`() {
    var record = Record.folding([
      .entry("a", 1), .entry("b", 2, after: 1), .entry("c", 3, after: 2),
    ])
    record.apply(.entryRemoved(.phones, entry: 2), at: 4)
    #expect(record.texts(.phones) == ["a", "c"])
    #expect(record.entry(.phones, identifier: 2) == nil)
    record.apply(.entryRestored(.phones, entry: 2), at: 5)
    #expect(record.texts(.phones) == ["a", "b", "c"])
    #expect(record.entry(.phones, identifier: 2)?.position == 2)
  }

  @Test func `identifiers are never given twice`() {
    var record = Record.folding([.entry("a", 1), .entry("b", 2, after: 1)])
    #expect(record.list(.phones)?.nextIdentifier == 3)
    record.apply(.entryRemoved(.phones, entry: 2), at: 3)
    #expect(record.list(.phones)?.nextIdentifier == 3)
    record.apply(.entryRestored(.phones, entry: 2), at: 4)
    #expect(record.list(.phones)?.nextIdentifier == 3)
  }

  @Test func `edits of other entries leave an identifier alone`() {
    var record = Record.folding([.entry("a", 1), .entry("b", 2, after: 1)])
    record.apply(.entryRemoved(.phones, entry: 1), at: 3)
    record.apply(.entryMoved(.phones, entry: 2, after: 0), at: 4)
    record.apply(.entryValueSet(.phones, entry: 2, "c"), at: 5)
    record.apply(.entryLabelSet(.phones, entry: 2, Label("work")), at: 6)
    #expect(record.entries(.phones).map(\.identifier) == [2])
  }

  @Test func `a removed record keeps its values and comes back as it was`() {
    let before = Record.folding([.valueSet(.firstName, "Ada"), .entry("a", 2)])
    var record = before
    record.apply(.removed, at: 3)
    #expect(!record.exists)
    record.apply(.restored, at: 4)
    #expect(record.exists)
    #expect(record.content == before.content)
  }

  @Test func `a cleared value keeps its slot so that blame knows who cleared it`() {
    let record = Record.folding([.valueSet(.note, "x"), .valueCleared(.note)])
    #expect(record[.note] == nil)
    #expect(record.writers(of: .value(.note)) == Writers(3))
  }

  @Test func `after a compensating event the effect that stands is the one restored`() {
    var record = Record.folding([.valueSet(.note, "x"), .valueSet(.note, "y")])
    record.apply(
      Event(.valueSet(.note, "x"), of: record.id, previous: 3, restores: 2), at: 4, time: 0)
    #expect(record.field(.note)?.writers == Writers(last: 4, effective: 2))
  }

  @Test func `a record keeps the reference of a document and not its bytes`() {
    let reference = BlobReference(hash: testHash, byteCount: 4, mediaType: "text/vcard")
    let record = Record.folding([.valueSet(.card, .document(reference, [1, 2, 3, 4]))])
    #expect(record[.card] == .blob(reference))
  }

  @Test func `the commit's time is when a record was created and modified`() {
    var record = Record(id: .person(1))
    record.apply(Event(.created(uid: "u", source: 0), of: record.id), at: 1, time: 10)
    record.apply(Event(.valueSet(.note, "x"), of: record.id), at: 2, time: 20)
    #expect(record.created == 10)
    #expect(record.modified == 20)
  }

  @Test func `a relation is what was last said about it`() {
    var relation = Relation.none
    for (position, change, state) in [
      (1, .memberAdded(.person(1)), .joined), (2, .memberRemoved(.person(1)), .none),
      (3, .linked(.person(1)), .joined), (4, .keptApart(.person(1)), .apart),
      (5, .unlinked(.person(1)), .none), (6, .removed, .none),
    ] as [(Position, Change, Relation.State)] {
      relation.apply(Event(change, of: .group(1)), at: position)
      #expect(relation.state == state)
    }
    #expect(relation.writers == Writers(5))
  }
}
