internal import ContactModel

extension Change {
  /// The entry that the change adds, by its provisional position; only sessions make such.
  var addedEntry: (property: Property, provisional: Position)? {
    if case .entryAdded(let property, let identifier, _, _, _) = self {
      return (property, Position.provisional(property, identifier))
    }
    return nil
  }

  /// The same change with the final numbers of new records and the final positions of new entries.
  func saved(records: [RecordID: RecordID], positions: (Position) -> Position) -> Change {
    switch self {
    case .entryAdded(let property, let identifier, let after, let label, let value):
      .entryAdded(
        property, identifier: identifier, after: positions(after), label: label, value: value)
    case .entryMoved(let property, let entry, let after):
      .entryMoved(property, entry: entry, after: positions(after))
    case .memberAdded(let other): .memberAdded(records[other] ?? other)
    case .memberRemoved(let other): .memberRemoved(records[other] ?? other)
    case .linked(let other): .linked(records[other] ?? other)
    case .unlinked(let other): .unlinked(records[other] ?? other)
    case .keptApart(let other): .keptApart(records[other] ?? other)
    default: self
    }
  }
}

extension Change {
  /// The value that the change gave its slot.
  var value: Value? {
    switch self {
    case .valueSet(_, let value), .entryValueSet(_, _, let value),
      .entryAdded(_, _, _, _, let value):
      value
    case .entryLabelSet(_, _, let label): label.map { .text($0.word) }
    default: nil
    }
  }
}
