import ContactModel
import TestSupport
import Testing

/// I7: undo of an event restores the slot, and is itself undoable.
struct InverseTests {
  /// A record's own log.
  struct Log {
    var record = Record(id: .person(1))
    var events: [Event] = []
    var states: [Record] = []

    mutating func append(_ change: Change, restores: Position = 0) {
      states.append(record)
      let position = Position(events.count + 1)
      var previous: Position = 0
      if case .entryAdded = change {
      } else if let slot = change.slot(at: position) {
        previous = record.writers(of: slot)?.last ?? 0
      }
      let event = Event(change, of: record.id, previous: previous, restores: restores)
      events.append(event)
      record.apply(event, at: position, time: 0)
    }

    /// Takes the event at `position` back by one that follows all others.
    mutating func undo(_ position: Position) throws {
      let event = events[Int(position - 1)]
      let previous = event.previous == 0 ? nil : events[Int(event.previous - 1)]
      let before = states[Int(position - 1)]
      let inverse = event.change.inverse(at: position, previous: previous?.change) {
        guard case .entryMoved(let property, let entry, _) = event.change else { return 0 }
        return before.predecessor(property, of: entry)
      }
      let restores = previous.map { $0.restores == 0 ? event.previous : $0.restores }
      append(try #require(inverse), restores: restores ?? 0)
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `I7: a random history folds back to each earlier state and forward again`(
    seed: UInt64
  ) throws {
    var random = RandomModel(seed: seed)
    var log = Log()
    log.append(.created(uid: "U", source: 0))
    for _ in 0..<random.number(1...25) {
      if log.record.isRemoved {
        log.append(.restored)
      } else {
        log.append(random.chance(10) ? .removed : random.edit(of: log.record))
      }
    }
    let last = Position(log.events.count)
    let end = log.record
    for position in (1...last).reversed() {
      try log.undo(position)
      let earlier = log.states[Int(position - 1)]
      #expect(log.record.content == earlier.content, "undo of event \(position)")
      try checkEffect(of: position, log, earlier)
    }
    #expect(!log.record.exists)
    for position in (last + 1...2 * last).reversed() { try log.undo(position) }
    #expect(log.record.content == end.content)
  }

  /// After the undo the effect that stands in the slot is the one that stood before the event.
  private func checkEffect(of position: Position, _ log: Log, _ earlier: Record) throws {
    let slot = try #require(log.events[Int(position - 1)].change.slot(at: position))
    guard let before = earlier.writers(of: slot) else { return }
    #expect(log.record.writers(of: slot)?.effective == before.effective)
    #expect(log.record.writers(of: slot)?.last == Position(log.events.count))
  }

  @Test(
    arguments: [
      (.memberAdded(.person(2)), nil, .memberRemoved(.person(2))),
      (.memberRemoved(.person(2)), .memberAdded(.person(2)), .memberAdded(.person(2))),
      (.memberAdded(.person(2)), .memberRemoved(.person(2)), .memberRemoved(.person(2))),
      // An undo that only changed whose effect stands.
      (.memberAdded(.person(2)), .memberAdded(.person(2)), .memberAdded(.person(2))),
      (.memberRemoved(.person(2)), .memberRemoved(.person(2)), .memberRemoved(.person(2))),
      (
        .entryRestored(.phones, entry: 3), .entryRestored(.phones, entry: 3),
        .entryRestored(.phones, entry: 3)
      ),
      (
        .entryRemoved(.phones, entry: 3), .entryRemoved(.phones, entry: 3),
        .entryRemoved(.phones, entry: 3)
      ),
      (.linked(.person(2)), nil, .unlinked(.person(2))),
      (.linked(.person(2)), .keptApart(.person(2)), .keptApart(.person(2))),
      (.unlinked(.person(2)), .linked(.person(2)), .linked(.person(2))),
      (.keptApart(.person(2)), .linked(.person(2)), .linked(.person(2))),
      (.keptApart(.person(2)), .unlinked(.person(2)), .unlinked(.person(2))),
    ] as [(Change, Change?, Change)])
  func `memberships, links and entries go back to what was before`(
    change: Change, previous: Change?, inverse: Change
  ) {
    #expect(change.inverse(at: 9, previous: previous) { 0 } == inverse)
  }

  @Test func `what this version does not know has no inverse`() {
    #expect(Change.unknown(type: 2, []).inverse(at: 9, previous: nil) { 0 } == nil)
    // An entry's value whose earlier one cannot be told.
    #expect(
      Change.entryValueSet(.phones, entry: 1, "x").inverse(at: 9, previous: nil) { 0 } == nil)
  }
}
