import ContactModel
import TestSupport

@testable import ContactLog

/// Random edits of entries and values of a few people, moves and undos among them.
struct RandomEntries {
  private var random: SeededGenerator
  private var texts = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &random) }

  /// Makes so many commits.
  mutating func run(_ store: Store, commits: Int) throws {
    for _ in 0..<3 { _ = try store.person("P") }
    for _ in 0..<commits { try step(store) }
  }

  private mutating func step(_ store: Store) throws {
    let id = RecordID.person(Int32(1 + number(3)))
    texts += 1
    switch number(12) {
    case 0:
      let commit = try store.read { $0.commit }
      _ = try? store.undo(
        [UInt64(1 + number(Int(commit)))], author: "ada", program: "tests",
        policy: [.skip, .force][number(2)])
    case 1:
      if try store.record(id) == nil {
        try store.undelete([id], author: "ada", program: "tests")
      } else {
        try store.edit { try $0.remove(id) }
      }
    default:
      guard let record = try store.record(id) else { return }
      let session = store.session(author: "ada", program: "tests")
      for _ in 0...number(3) {
        try edit(session, id, record.entries(.phones).map(\.identifier))
        texts += 1
      }
      try session.save()
    }
  }

  private mutating func edit(_ session: Session, _ id: RecordID, _ known: [Int32]) throws {
    let entries = try session.record(id)?.entries(.phones).map(\.identifier) ?? []
    guard let entry = entries.randomElement(using: &random), number(4) > 0 else {
      if number(3) == 0 {
        let property: Property = [.note, .jobTitle][number(2)]
        try session.set(property, of: id, to: number(3) == 0 ? nil : .text("t\(texts)"))
      } else {
        try session.add(.phones, to: id, .text("t\(texts)"), label: Label("home"))
      }
      return
    }
    switch number(5) {
    case 0: try session.setValue(.phones, entry: entry, of: id, to: .text("t\(texts)"))
    case 1: try session.setLabel(.phones, entry: entry, of: id, to: Label("t\(texts)"))
    case 2 where known.contains(entry): try session.removeEntry(.phones, entry: entry, of: id)
    default:
      let after = entries.filter { $0 != entry }.randomElement(using: &random)
      try session.moveEntry(.phones, entry: entry, of: id, after: number(4) == 0 ? nil : after)
    }
  }
}
