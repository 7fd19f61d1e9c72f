import ContactModel
import TestSupport
import Testing

struct BackChangesTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the changes back to an earlier state lead there`(_ seed: UInt64) {
    var random = RandomModel(seed: seed)
    var states = [Record(id: .person(1)), Record.folding([])]
    for position in 2..<Position(random.number(4...25)) {
      guard var record = states.last else { continue }
      let change: Change =
        record.isRemoved ? .restored : random.chance(10) ? .removed : random.edit(of: record)
      record.apply(change, at: position)
      states.append(record)
    }
    for (index, now) in states.enumerated().dropFirst() {
      for then in states[...index] {
        let changes = now.changes(backTo: then)
        var back = now
        for (index, change) in changes.enumerated() {
          back.apply(change, at: Position(1000 + index))
        }
        if then.exists {
          #expect(back.content == then.content)
        } else {
          #expect(!back.exists && changes.count <= 1)
        }
        if now == then { #expect(changes == []) }
      }
    }
  }

  @Test func `what an entry was given since goes with it, in one change`() {
    let then = Record.folding([.entry("1", 5)])
    var now = then
    now.apply(.entryAdded(.phones, identifier: 1, after: 5, label: nil, value: "2"), at: 6)
    now.apply(.entryLabelSet(.phones, entry: 6, Label("work")), at: 7)
    now.apply(.entryAdded(.emails, identifier: 0, after: 0, label: nil, value: "a@b"), at: 8)
    now.apply(.valueSet(.note, "n"), at: 9)
    #expect(
      now.changes(backTo: then) == [
        .valueCleared(.note), .entryRemoved(.phones, entry: 6), .entryRemoved(.emails, entry: 8),
      ])
  }
}

struct RecordPartTests {
  private let ada = Record.folding([.valueSet(.note, "n"), .entry("1", 5), .entry("2", 6)])

  @Test func `a part contains its slots and no others`() {
    let slots: [Slot] = [
      .existence, .value(.note), .entry(.phones, 5), .entryValue(.phones, 5),
      .entryLabel(.phones, 5), .entryPlace(.phones, 5), .entry(.phones, 6), .link(.person(2)),
    ]
    func contained(_ part: RecordPart) -> [Int] {
      slots.indices.filter { part.contains(slots[$0], of: ada) }
    }
    let id = RecordID.person(1)
    #expect(contained(.record(id)) == Array(0..<8))
    #expect(contained(.record(.person(2))) == [7])
    #expect(contained(.record(.person(3))) == [])
    #expect(contained(.property(id, .note)) == [1])
    #expect(contained(.property(id, .phones)) == Array(2..<7))
    #expect(contained(.entry(id, .phones, 5)) == Array(2..<6))
    #expect(contained(.label(id, .phones, 5)) == [4])
    #expect(contained(.property(id, .links)) == [7])
    #expect(contained(.property(.person(2), .links)) == [7])
    #expect(contained(.relation(.person(2), id)) == [7])
    #expect(contained(.entry(.person(2), .phones, 5)) == [])
  }

  @Test func `a membership is a part of its group and of its member`() {
    let group = Record(id: .group(3))
    let slot = Slot.member(.person(1))
    #expect(RecordPart.relation(.group(3), .person(1)).contains(slot, of: group))
    #expect(RecordPart.record(.person(1)).contains(slot, of: group))
    #expect(RecordPart.property(.group(3), .members).contains(slot, of: group))
    #expect(!RecordPart.property(.person(1), .members).contains(slot, of: group))
    #expect(!RecordPart.relation(.group(3), .person(2)).contains(slot, of: group))
  }

  @Test(arguments: [
    (RecordPart.record(.person(12)), "12"), (.property(.person(12), .jobTitle), "12/jobTitle"),
    (.entry(.person(12), .phones, 3), "12/phones/3"),
    (.label(.person(12), .phones, 3), "12/phones/3/label"),
    (.relation(.group(3), .person(12)), "group:3/members/12"),
    (.relation(.person(12), .person(13)), "12/links/13"),
  ])
  func `a part is written like its slots`(_ part: RecordPart, _ text: String) {
    #expect("\(part)" == text)
  }
}
