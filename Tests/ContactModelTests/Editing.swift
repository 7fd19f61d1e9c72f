import ContactModel
import TestSupport

/// A record under edit, as a session keeps it: how it was and how it shall be.
struct Editing {
  let base: Record
  private(set) var working: Record

  init(_ base: Record) {
    self.base = base
    working = base
  }

  /// Applies a change with a provisional position.
  mutating func apply(_ change: Change) {
    var position = Position.provisional(.existence, 0)
    if case .entryAdded(let property, let identifier, _, _, _) = change {
      position = .provisional(property, identifier)
    }
    working.apply(change, at: position)
  }

  /// Adds an entry with the next identifier, at the end unless told otherwise.
  @discardableResult
  mutating func add(_ text: String, after: Position? = nil, label: Label? = nil) -> Position {
    let list = working.list(.phones)
    let identifier = list?.nextIdentifier ?? 0
    apply(
      .entryAdded(
        .phones, identifier: identifier, after: after ?? list?.entries.last?.position ?? 0,
        label: label, value: .text(text)))
    return .provisional(.phones, identifier)
  }

  /// What a save would append.
  var changes: [Change] { base.changes(to: working) }
}

extension Record {
  /// The record after a save of these changes: new entries get their positions here, from `first`.
  func saving(_ changes: [Change], from first: Position) -> Record {
    var record = self
    var positions: [Position: Position] = [:]
    func saved(_ position: Position) -> Position { positions[position] ?? position }
    for (index, change) in changes.enumerated() {
      let position = first + Position(index)
      switch change {
      case .entryAdded(let property, let identifier, let after, let label, let value):
        positions[.provisional(property, identifier)] = position
        record.apply(
          .entryAdded(
            property, identifier: identifier, after: saved(after), label: label, value: value),
          at: position)
      case .entryMoved(let property, let entry, let after):
        record.apply(.entryMoved(property, entry: entry, after: saved(after)), at: position)
      default: record.apply(change, at: position)
      }
    }
    return record
  }
}

extension RandomModel {
  /// A person with some values and up to five phones, all at positions below 100.
  mutating func person() -> Record {
    var record = Record.folding([])
    for position in 2..<Position(number(3...20)) {
      record.apply(edit(of: record), at: position)
    }
    return record
  }

  /// A change that somebody could make of the record: of what is there, or something new.
  mutating func edit(of record: Record) -> Change {
    let entries = record.list(.phones)?.entries ?? []
    guard !entries.isEmpty, chance(60) else {
      switch number(0...3) {
      case 0: return .valueSet(pick([.firstName, .note]), .text(text()))
      case 1: return .valueCleared(pick([.firstName, .note]))
      default: return addition(to: record)
      }
    }
    let entry = pick(entries)
    switch number(0...4) {
    case 0: return .entryValueSet(.phones, entry: entry.position, .text(text()))
    case 1: return .entryLabelSet(.phones, entry: entry.position, label())
    case 2:
      return entry.isRemoved
        ? .entryRestored(.phones, entry: entry.position)
        : .entryRemoved(.phones, entry: entry.position)
    default:
      let after = chance(30) ? 0 : pick(entries).position
      return .entryMoved(.phones, entry: entry.position, after: after)
    }
  }

  private mutating func addition(to record: Record) -> Change {
    let list = record.list(.phones)
    let after =
      chance(20) ? 0 : list.flatMap { $0.entries.isEmpty ? nil : pick($0.entries) }?.position
    return .entryAdded(
      .phones, identifier: list?.nextIdentifier ?? 0, after: after ?? 0, label: label(),
      value: .text(text()))
  }
}
