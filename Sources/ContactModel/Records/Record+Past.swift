extension Record {
  /// The fewest changes that lead from this record back to how it was, in canonical order.
  ///
  /// What it got since is taken away. A record that was not there, or was removed, is removed and
  /// keeps what it holds.
  ///
  /// - Parameter then: An earlier state of this record; a blank one where there was none yet.
  public func changes(backTo then: Record) -> [Change] {
    guard then.exists else { return exists ? [.removed] : [] }
    var target = then
    for field in fields where then.fieldIndex(field.property) == nil {
      target.fields.append(Field(property: field.property, value: nil, writers: .none))
    }
    target.fields.sort { $0.property < $1.property }
    for list in lists {
      if then.listIndex(list.property) == nil {
        target.lists.append(List(property: list.property))
      }
      guard let index = target.listIndex(list.property) else { continue }
      target.lists[index].remove(entriesSinceIn: list)
    }
    target.lists.sort { $0.property < $1.property }
    return changes(to: target)
  }
}

extension Record.List {
  /// Takes in the entries that only a later state of the list has, as removed ones.
  fileprivate mutating func remove(entriesSinceIn later: Record.List) {
    var previous: Position = 0
    for var entry in later.entries {
      defer { previous = entry.position }
      if index(of: entry.position) != nil { continue }
      entry.isRemoved = true
      entry.existence = .none
      entries.insert(entry, at: previous == 0 ? 0 : index(of: previous).map { $0 + 1 } ?? 0)
    }
  }
}
