import ContactModel
import TestSupport

/// Random parts of the model, the same for the same seed.
struct RandomModel {
  var generator: SeededGenerator
  /// How many positions there are to point at.
  var positions: UInt64 = 40

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }

  mutating func text() -> String {
    pick([
      "", "Ada", "Zoë", "Zoe\u{308}", "王小明", "😀", "a\0b", String(repeating: "x", count: 300),
      "Ада", "line\r\nline", "\u{202E}", "\(number(0...9))",
    ])
  }

  mutating func property() -> Property {
    chance(10)
      ? Property(rawValue: UInt16.random(in: 0...UInt16.max, using: &generator))
      : pick([.firstName, .lastName, .note, .birthday, .image, .card])
  }

  mutating func listProperty() -> Property {
    chance(10)
      ? Property(rawValue: UInt16.random(in: 0...UInt16.max, using: &generator))
      : pick([.phones, .emails, .addresses])
  }

  mutating func hash() -> ContentHash {
    ContentHash(words: (generator.next(), generator.next(), generator.next(), generator.next()))
  }

  mutating func reference() -> BlobReference {
    BlobReference(hash: hash(), byteCount: number(0...1 << 40), mediaType: text())
  }

  mutating func date() -> PartialDate {
    while true {
      let year = chance(70) ? Int32.random(in: -9999...9999, using: &generator) : nil
      let month = chance(70) ? UInt8(number(1...12)) : nil
      let day = chance(70) ? UInt8(number(1...31)) : nil
      if let date = PartialDate(year: year, month: month, day: day) { return date }
    }
  }

  mutating func value() -> Value {
    switch number(0...12) {
    case 0...3: .text(text())
    case 4: .integer(Int64(bitPattern: generator.next()) >> Int64(number(0...63)))
    case 5: .date(date())
    case 6: .instant(Double(bitPattern: generator.next()))
    case 7: .real(Double(bitPattern: generator.next()))
    case 8: .fields(Fields((0..<number(0...4)).map { _ in (text(), text()) }))
    case 9: .data(generator.bytes(upTo: 300))
    case 10: .blob(reference())
    case 11: .document(reference(), generator.bytes(upTo: 300))
    default: .opaque(tag: generator.next(), generator.bytes(upTo: 30))
    }
  }

  mutating func label() -> Label? {
    switch number(0...3) {
    case 0: nil
    case 1: .custom(text())
    default: .standard(pick(Label.Standard.allCases))
    }
  }

  mutating func position() -> Position { UInt64.random(in: 1...positions, using: &generator) }
  mutating func positionOrNone() -> Position { chance(20) ? 0 : position() }

  mutating func recordID() -> RecordID {
    RecordID(pick(RecordKind.allCases), chance(10) ? .max : Int32(number(0...5)))
  }

  mutating func change() -> Change {
    switch number(0...16) {
    case 16: .mergedInto(recordID())
    case 0: .created(uid: text(), source: Int32(number(0...3)))
    case 1: .removed
    case 2: .restored
    case 3: .valueSet(property(), value())
    case 4: .valueCleared(property())
    case 5, 6:
      .entryAdded(
        listProperty(), identifier: Int32(truncatingIfNeeded: number(-2...9)),
        after: positionOrNone(), label: label(), value: value())
    case 7: .entryValueSet(listProperty(), entry: position(), value())
    case 8: .entryLabelSet(listProperty(), entry: position(), label())
    case 9: .entryMoved(listProperty(), entry: position(), after: positionOrNone())
    case 10: .entryRemoved(listProperty(), entry: position())
    case 11: .entryRestored(listProperty(), entry: position())
    case 12: .memberAdded(recordID())
    case 13: .memberRemoved(recordID())
    case 14: pick([.linked(recordID()), .unlinked(recordID()), .keptApart(recordID())])
    default: .valueSet(property(), .text(text()))
    }
  }

  /// An event that may make no sense at all.
  mutating func event(of record: RecordID? = nil) -> Event {
    Event(
      change(), of: record ?? recordID(), previous: positionOrNone(), restores: positionOrNone())
  }

  /// A record folded from random events.
  mutating func record(events: Int) -> Record {
    var record = Record(id: recordID())
    for position in 1...UInt64(events) {
      record.apply(event(of: record.id), at: position, time: Int64(bitPattern: generator.next()))
    }
    return record
  }

  mutating func header() -> CommitHeader {
    CommitHeader(
      book: sixteen(), number: position(), firstPosition: position(), count: position(),
      parent: hash(), batch: sixteen(), clock: generator.next(),
      time: Int64(bitPattern: generator.next()), author: text(), program: text(),
      kind: pick(CommitKind.allCases), noteHash: chance(50) ? hash() : nil,
      undoes: (0..<number(0...3)).map { _ in generator.next() },
      importID: chance(50) ? sixteen() : nil, eventsRoot: hash())
  }

  private mutating func sixteen() -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
