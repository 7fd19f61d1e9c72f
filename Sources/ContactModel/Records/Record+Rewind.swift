extension Record {
  /// Sets a slot back to what an earlier event left in it: `apply` backwards, slot by slot.
  ///
  /// Where the events since moved no entry, setting back every slot that they wrote gives the record
  /// as it was, but for the time of its last change. Slots may come in any order; the parts of an
  /// entry that goes need not come.
  ///
  /// - Parameters:
  ///   - previous: The event that wrote the slot before; `nil`: none.
  ///   - position: Where that event stands.
  /// - Returns: Whether it was set back. `false` for a place, which no single event tells, for an
  ///   event that does not belong to the slot, and for the existence of a record that was not created
  ///   yet.
  public mutating func rewind(_ slot: Slot, to previous: Event?, at position: Position) -> Bool {
    let writers = Writers(position, restores: previous?.restores ?? 0)
    switch slot {
    case .existence:
      guard let change = previous?.change, change.slot(at: position) == slot else { return false }
      switch change {
      case .removed, .mergedInto: isRemoved = true
      default: isRemoved = false
      }
      existence = writers
      return true
    case .value(let property):
      return rewindField(property, previous?.change, writers)
    case .entry(let property, let entry):
      guard let change = previous?.change else {
        removeEntry(property, entry)
        return true
      }
      guard change.slot(at: position) == slot else { return false }
      return rewindEntry(property, entry) {
        $0.isRemoved = change == .entryRemoved(property, entry: entry)
        $0.existence = writers
      }
    case .entryValue(let property, let entry):
      let value: Value
      switch previous?.change {
      case .entryValueSet(property, entry: entry, let set)?: value = set
      case .entryAdded(property, _, _, _, let added)? where entry == position: value = added
      default: return false
      }
      return rewindEntry(property, entry) {
        $0.value = value.kept
        $0.valueWriters = writers
      }
    case .entryLabel(let property, let entry):
      let label: Label?
      switch previous?.change {
      case .entryLabelSet(property, entry: entry, let set)?: label = set
      case .entryAdded(property, _, _, let added, _)? where entry == position: label = added
      default: return false
      }
      return rewindEntry(property, entry) {
        $0.label = label
        $0.labelWriters = writers
      }
    case .entryPlace, .member, .link: return false
    }
  }

  private mutating func rewindField(
    _ property: Property, _ previous: Change?, _ writers: Writers
  ) -> Bool {
    guard let index = fieldIndex(property) else { return false }
    switch previous {
    case nil:
      fields.remove(at: index)
      return true
    case .valueSet(property, let value)?: fields[index].value = value.kept
    case .valueCleared(property)?: fields[index].value = nil
    default: return false
    }
    fields[index].writers = writers
    return true
  }

  private mutating func rewindEntry(
    _ property: Property, _ position: Position, _ update: (inout Entry) -> Void
  ) -> Bool {
    guard let list = listIndex(property), let index = lists[list].index(of: position) else {
      return false
    }
    update(&lists[list].entries[index])
    return true
  }

  /// Takes an entry out as if it had never been added.
  private mutating func removeEntry(_ property: Property, _ position: Position) {
    guard let list = listIndex(property) else { return }
    lists[list].entries.removeAll { $0.position == position }
    if lists[list].entries.isEmpty {
      lists.remove(at: list)
    } else {
      lists[list].nextIdentifier = lists[list].entries.reduce(0) { max($0, $1.identifier &+ 1) }
    }
  }
}
