extension Record {
  /// The fewest changes that make this record into `new`, in canonical order: creation, single
  /// values by property, lists by property, removal.
  ///
  /// `new` was derived from this record, so a slot with the same last writer has the same value.
  /// A slot that was written with the value it had makes no change. A record that was created and
  /// removed in one go makes none at all; one that was removed before still learns which card it was
  /// imported from.
  public func changes(to new: Record) -> [Change] {
    let isNew = existence.last == 0
    if new.isRemoved, isRemoved, !isNew {
      guard let card = new[.card], card != self[.card] else { return [] }
      return [.valueSet(.card, card)]
    }
    if new.isRemoved { return isNew ? [] : [.removed] }
    var changes: [Change] = []
    if isNew, new.existence.last != 0 { changes.append(.created(uid: new.uid, source: new.source)) }
    if isRemoved { changes.append(.restored) }
    for index in new.fields.indices {
      let old = fieldIndex(new.fields[index].property)
      if let old, fields[old].writers.last == new.fields[index].writers.last { continue }
      let field = new.fields[index]
      guard old.flatMap({ fields[$0].value }) != field.value else { continue }
      changes.append(
        field.value.map { .valueSet(field.property, $0) } ?? .valueCleared(field.property))
    }
    for list in new.lists {
      let old = self.list(list.property) ?? List(property: list.property)
      if old.differs(from: list) { old.appendChanges(to: list, &changes) }
    }
    return changes
  }
}

extension Record.List {
  /// Whether any slot has another last writer.
  fileprivate func differs(from new: Record.List) -> Bool {
    guard entries.count == new.entries.count else { return true }
    for index in entries.indices {
      if entries[index].position != new.entries[index].position
        || entries[index].existence.last != new.entries[index].existence.last
        || entries[index].valueWriters.last != new.entries[index].valueWriters.last
        || entries[index].labelWriters.last != new.entries[index].labelWriters.last
        || entries[index].placeWriters.last != new.entries[index].placeWriters.last
      {
        return true
      }
    }
    return false
  }

  fileprivate func appendChanges(to new: Record.List, _ changes: inout [Change]) {
    // Where removed entries stand is nobody's wish: it makes no events when all others, which one
    // sees, are in order already. New entries then follow those one sees.
    let isSeenInOrder = isInOrder(new.entries.filter { !$0.isRemoved })
    let moved = isSeenInOrder ? [] : movedEntries(to: new)
    let followsRemoved = !isSeenInOrder || isInOrder(new.entries)
    var after: Position = 0
    for entry in new.entries {
      let old = entries.first { $0.position == entry.position }
      guard let old else {
        // Added and removed in one go: as if it had never been.
        if entry.isRemoved { continue }
        changes.append(
          .entryAdded(
            property, identifier: entry.identifier, after: after, label: entry.label,
            value: entry.value))
        after = entry.position
        continue
      }
      let position = entry.position
      if moved.contains(position) {
        changes.append(.entryMoved(property, entry: position, after: after))
      }
      if followsRemoved || !entry.isRemoved { after = position }
      if old.isRemoved != entry.isRemoved {
        changes.append(
          entry.isRemoved
            ? .entryRemoved(property, entry: position) : .entryRestored(property, entry: position))
      }
      if entry.isRemoved { continue }
      if old.valueWriters.last != entry.valueWriters.last, old.value != entry.value {
        changes.append(.entryValueSet(property, entry: position, entry.value))
      }
      if old.labelWriters.last != entry.labelWriters.last, old.label != entry.label {
        changes.append(.entryLabelSet(property, entry: position, entry.label))
      }
    }
  }

  /// Whether the entries that are in this list as well stand in the same order here.
  private func isInOrder(_ others: [Record.Entry]) -> Bool {
    let places = others.compactMap { other in
      entries.firstIndex { $0.position == other.position }
    }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The fewest entries to move so that those both lists have stand in the new order: all but a
  /// longest run that is in order already.
  ///
  /// - Complexity: O(*n*²) where anything moved.
  public func movedEntries(to new: Record.List) -> Set<Position> {
    let common = new.entries.map(\.position).filter { position in
      entries.contains { $0.position == position }
    }
    let places = common.map { position in
      entries.firstIndex { $0.position == position } ?? 0
    }
    if zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) { return [] }
    // Longest increasing subsequence; lists are short, so quadratic will do.
    var length = [Int](repeating: 1, count: places.count)
    var before = [Int?](repeating: nil, count: places.count)
    for i in places.indices {
      for j in 0..<i where places[j] < places[i] && length[j] + 1 > length[i] {
        length[i] = length[j] + 1
        before[i] = j
      }
    }
    var moved = Set(common)
    var index = length.indices.max { length[$0] < length[$1] }
    while let kept = index {
      moved.remove(common[kept])
      index = before[kept]
    }
    return moved
  }
}
