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
    if (isRemoved && mine.isRemoved) || base.changes(to: mine).isEmpty { return (self, []) }
    var merged = self
    var conflicts: [SlotConflict] = []
    func report(_ slot: Slot, _ base: Value?, _ theirs: Value?, _ mine: Value?, by: Position) {
      conflicts.append(
        SlotConflict(
          record: id, slot: slot, base: base, theirs: theirs, mine: mine, writer: by))
    }
    if isRemoved != mine.isRemoved {
      // One removed what the other edited; or mine alone removed or restored it.
      if isRemoved != base.isRemoved {
        report(.existence, nil, nil, nil, by: existence.last)
      } else if !base.changes(to: self).isEmpty {
        report(.existence, nil, nil, nil, by: newestWriter)
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
      if let theirs, theirs.writers.last != old?.writers.last, theirs.value != old?.value {
        report(
          .value(field.property), old?.value, theirs.value, field.value, by: theirs.writers.last)
      }
      merged.put(field)
    }
    for list in mine.lists {
      merged.merge(list, base: base.list(list.property) ?? List(property: list.property), report)
    }
    return (merged, conflicts)
  }

  /// The newest event that wrote any of the record's slots.
  private var newestWriter: Position {
    let entries = lists.lazy.flatMap(\.entries).map(\.newestWriter)
    return max(existence.last, fields.map(\.writers.last).max() ?? 0, entries.max() ?? 0)
  }

  private mutating func put(_ field: Field) {
    let index = fields.firstIndex { $0.property >= field.property } ?? fields.count
    if index < fields.count, fields[index].property == field.property {
      fields[index] = field
    } else {
      fields.insert(field, at: index)
    }
  }

  private mutating func merge(_ mine: List, base: List, _ report: Report) {
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

/// Takes a conflict: slot, base, theirs, mine, and the event of theirs.
private typealias Report = (Slot, Value?, Value?, Value?, Position) -> Void

// MARK: - Lists

extension Record.Entry {
  fileprivate var newestWriter: Position {
    max(existence.last, valueWriters.last, labelWriters.last, placeWriters.last)
  }
}

extension Record.List {
  fileprivate mutating func merge(_ mine: Record.List, base: Record.List, _ report: Report) {
    let isReordered = !base.movedEntries(to: mine).isEmpty
    // What stands in front of the entry at hand. An entry that mine added and removed again is
    // nowhere, so nothing stands behind it.
    var previous: Position = 0
    for entry in mine.entries {
      guard let old = base.entries.first(where: { $0.position == entry.position }) else {
        if !entry.isRemoved { previous = add(entry, after: previous) }
        continue
      }
      defer { previous = entry.position }
      guard let index = index(of: entry.position) else { continue }
      mergeExistence(of: entry, old, at: index, report)
      if !entry.isRemoved { mergeContent(of: entry, old, at: index, report) }
      if isReordered, old.placeWriters.last != entry.placeWriters.last {
        var moved = entries.remove(at: index)
        moved.placeWriters = entry.placeWriters
        place(moved, after: previous)
      }
    }
  }

  /// Adds an entry of mine, with another identifier where theirs has one of that number, and
  /// returns its position.
  private mutating func add(_ entry: Record.Entry, after: Position) -> Position {
    var added = entry
    if entries.contains(where: { $0.identifier == added.identifier }) {
      added.identifier = nextIdentifier
      added.position = .provisional(property, nextIdentifier)
    }
    nextIdentifier = max(nextIdentifier, added.identifier &+ 1)
    place(added, after: after)
    return added.position
  }

  private mutating func mergeExistence(
    of mine: Record.Entry, _ old: Record.Entry, at index: Int, _ report: Report
  ) {
    let theirs = entries[index]
    if theirs.isRemoved == mine.isRemoved { return }
    let slot = Slot.entry(property, mine.position)
    if old.isRemoved != mine.isRemoved {
      if theirs.value != old.value || theirs.label != old.label {
        let writer = max(theirs.valueWriters.last, theirs.labelWriters.last)
        report(slot, old.value, theirs.value, mine.isRemoved ? nil : mine.value, writer)
      }
    } else if !theirs.isRemoved || !(mine.setsValue(old) || mine.setsLabel(old)) {
      return
    } else {
      report(slot, old.value, nil, mine.value, theirs.existence.last)
    }
    entries[index].isRemoved = mine.isRemoved
    entries[index].existence = mine.existence
  }

  private mutating func mergeContent(
    of mine: Record.Entry, _ old: Record.Entry, at index: Int, _ report: Report
  ) {
    let theirs = entries[index]
    if mine.setsValue(old), theirs.value != mine.value {
      if theirs.valueWriters.last != old.valueWriters.last, theirs.value != old.value {
        report(
          .entryValue(property, mine.position), old.value, theirs.value, mine.value,
          theirs.valueWriters.last)
      }
      entries[index].value = mine.value
      entries[index].valueWriters = mine.valueWriters
    }
    if mine.setsLabel(old), theirs.label != mine.label {
      if theirs.labelWriters.last != old.labelWriters.last, theirs.label != old.label {
        func text(_ label: Label?) -> Value? { label.map { .text($0.token) } }
        report(
          .entryLabel(property, mine.position), text(old.label), text(theirs.label),
          text(mine.label), theirs.labelWriters.last)
      }
      entries[index].label = mine.label
      entries[index].labelWriters = mine.labelWriters
    }
  }

  private mutating func place(_ entry: Record.Entry, after: Position) {
    let index = after == 0 ? nil : entries.lastIndex { $0.position == after }
    entries.insert(entry, at: index.map { $0 + 1 } ?? (after == 0 ? 0 : entries.count))
  }
}

extension Record.Entry {
  fileprivate func setsValue(_ old: Record.Entry) -> Bool {
    old.valueWriters.last != valueWriters.last && old.value != value
  }

  fileprivate func setsLabel(_ old: Record.Entry) -> Bool {
    old.labelWriters.last != labelWriters.last && old.label != label
  }
}
