extension Change {
  /// The change that takes this one back.
  ///
  /// - Parameters:
  ///   - position: Where this change stands in the log.
  ///   - previous: The change that last wrote the slot before; `nil`: none.
  ///   - predecessor: The entry that stood in front of the moved one before; asked for moves only.
  /// - Returns: `nil` for a change this version does not know.
  public func inverse(
    at position: Position, previous: Change?, predecessor: () throws -> Position
  ) rethrows -> Change? {
    switch self {
    case .created, .restored: return .removed
    case .removed, .mergedInto: return .restored
    case .valueSet(let property, _), .valueCleared(let property):
      if case .valueSet(_, let value)? = previous { return .valueSet(property, value) }
      return .valueCleared(property)
    case .entryAdded(let property, _, _, _, _):
      return .entryRemoved(property, entry: position)
    case .entryRemoved(let property, let entry), .entryRestored(let property, let entry):
      // Not its opposite: a compensating event may have left the slot as it was.
      switch previous {
      case .entryAdded?, .entryRestored?: return .entryRestored(property, entry: entry)
      default: return .entryRemoved(property, entry: entry)
      }
    case .entryValueSet(let property, let entry, _):
      switch previous {
      case .entryValueSet(_, _, let value)?, .entryAdded(_, _, _, _, let value)?:
        return .entryValueSet(property, entry: entry, value)
      default: return nil
      }
    case .entryLabelSet(let property, let entry, _):
      switch previous {
      case .entryLabelSet(_, _, let label)?, .entryAdded(_, _, _, let label, _)?:
        return .entryLabelSet(property, entry: entry, label)
      default: return nil
      }
    case .entryMoved(let property, let entry, _):
      return .entryMoved(property, entry: entry, after: try predecessor())
    case .memberAdded(let other), .memberRemoved(let other):
      if case .memberAdded? = previous { return .memberAdded(other) }
      return .memberRemoved(other)
    case .linked(let other), .unlinked(let other), .keptApart(let other):
      switch previous {
      case .linked?: return .linked(other)
      case .keptApart?: return .keptApart(other)
      default: return .unlinked(other)
      }
    case .unknown: return nil
    }
  }
}
