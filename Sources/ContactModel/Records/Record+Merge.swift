/// A slot that two sessions changed to different values.
public struct SlotConflict: Sendable, Hashable {
  /// Whose slot.
  public let record: RecordID
  /// Which slot.
  public let slot: Slot
  /// The value both began with; `nil`: none.
  public let base: Value?
  /// The value the other one saved.
  public let theirs: Value?
  /// The value that was to be saved.
  public let mine: Value?
  /// The event of the other one.
  public let writer: Position

  /// A conflict of these values.
  public init(
    record: RecordID, slot: Slot, base: Value?, theirs: Value?, mine: Value?, writer: Position
  ) {
    self.record = record
    self.slot = slot
    self.base = base
    self.theirs = theirs
    self.mine = mine
    self.writer = writer
  }
}

extension Record {
  /// Applies what `mine` changed since `base` to this record, which others changed since `base`.
  ///
  /// Changes of different slots both stand; equal changes are one; adding an entry never
  /// conflicts; the last order of a list wins. Where both changed one slot to different values,
  /// mine stands in the result and the slot is reported.
  ///
  /// - Returns: The merged record, still with the provisional positions of `mine`.
  public func merging(base: Record, mine: Record) -> (merged: Record, conflicts: [SlotConflict]) {
    var merged = self
    var conflicts: [SlotConflict] = []
    func report(_ slot: Slot, _ base: Value?, _ theirs: Value?, _ mine: Value?) {
      conflicts.append(
        SlotConflict(
          record: id, slot: slot, base: base, theirs: theirs, mine: mine,
          writer: writers(of: slot)?.last ?? existence.last))
    }
    if isRemoved != base.isRemoved || mine.isRemoved != base.isRemoved {
      if isRemoved == mine.isRemoved { return (self, []) }
      // One removed what the other edited, or restored what the other did not touch.
      if isRemoved != base.isRemoved || modifiedSlots(since: base) {
        report(.existence, nil, nil, nil)
      }
      merged.isRemoved = mine.isRemoved
      merged.existence = mine.existence
      if mine.isRemoved { return (merged, conflicts) }
    }
    for field in mine.fields {
      let old = base.field(field.property)
      guard old?.writers.last != field.writers.last, old?.value != field.value else { continue }
      let theirs = self.field(field.property)
      if theirs?.value == field.value { continue }
      if theirs?.writers.last != old?.writers.last, theirs?.value != old?.value {
        report(.value(field.property), old?.value, theirs?.value, field.value)
      }
      merged.put(field)
    }
    for list in mine.lists {
      merged.merge(list, base: base.list(list.property) ?? List(property: list.property), report)
    }
    return (merged, conflicts)
  }

  private func modifiedSlots(since base: Record) -> Bool {
    fields != base.fields || lists != base.lists
  }

  private mutating func put(_ field: Field) {
    let index = fields.firstIndex { $0.property >= field.property } ?? fields.count
    if index < fields.count, fields[index].property == field.property {
      fields[index] = field
    } else {
      fields.insert(field, at: index)
    }
  }

  private mutating func merge(
    _ mine: List, base: List, _ report: (Slot, Value?, Value?, Value?) -> Void
  ) {
    var theirs = list(mine.property) ?? List(property: mine.property)
    theirs.merge(mine, base: base, report)
    let index = lists.firstIndex { $0.property >= mine.property } ?? lists.count
    if index < lists.count, lists[index].property == mine.property {
      lists[index] = theirs
    } else {
      lists.insert(theirs, at: index)
    }
  }
}

extension Record.List {
  fileprivate mutating func merge(
    _ mine: Record.List, base: Record.List, _ report: (Slot, Value?, Value?, Value?) -> Void
  ) {
    var previous: Position = 0
    for entry in mine.entries {
      var placed = entry.position
      defer { previous = placed }
      guard let old = base.entries.first(where: { $0.position == entry.position }) else {
        if entry.isRemoved { continue }
        var added = entry
        if entries.contains(where: { $0.identifier == added.identifier }) {
          // Both sides added: the other one has the number already.
          added.identifier = nextIdentifier
          added.position = .provisional(property, nextIdentifier)
          placed = added.position
        }
        nextIdentifier = max(nextIdentifier, added.identifier &+ 1)
        place(added, after: previous)
        continue
      }
      guard let index = entries.firstIndex(where: { $0.position == entry.position }) else {
        continue
      }
      let theirs = entries[index]
      if old.isRemoved != entry.isRemoved {
        if theirs.isRemoved == entry.isRemoved { continue }
        if theirs.value != old.value || theirs.label != old.label {
          report(.entry(property, entry.position), old.value, theirs.value, nil)
        }
        entries[index].isRemoved = entry.isRemoved
        entries[index].existence = entry.existence
      }
      let setValue = old.valueWriters.last != entry.valueWriters.last && old.value != entry.value
      let setLabel = old.labelWriters.last != entry.labelWriters.last && old.label != entry.label
      if setValue || setLabel, theirs.isRemoved, !old.isRemoved {
        report(.entry(property, entry.position), old.value, nil, entry.value)
        entries[index].isRemoved = false
        entries[index].existence = entry.valueWriters
      }
      if setValue, theirs.value != entry.value {
        if theirs.valueWriters.last != old.valueWriters.last, theirs.value != old.value {
          report(.entryValue(property, entry.position), old.value, theirs.value, entry.value)
        }
        entries[index].value = entry.value
        entries[index].valueWriters = entry.valueWriters
      }
      if setLabel, theirs.label != entry.label {
        if theirs.labelWriters.last != old.labelWriters.last, theirs.label != old.label {
          report(
            .entryLabel(property, entry.position), old.label.map { .text($0.token) },
            theirs.label.map { .text($0.token) }, entry.label.map { .text($0.token) })
        }
        entries[index].label = entry.label
        entries[index].labelWriters = entry.labelWriters
      }
      if old.placeWriters.last != entry.placeWriters.last {
        var moved = entries.remove(at: index)
        moved.placeWriters = entry.placeWriters
        place(moved, after: previous)
      }
    }
  }

  private mutating func place(_ entry: Record.Entry, after: Position) {
    let index = after == 0 ? nil : entries.lastIndex { $0.position == after }
    entries.insert(entry, at: index.map { $0 + 1 } ?? (after == 0 ? 0 : entries.count))
  }
}
