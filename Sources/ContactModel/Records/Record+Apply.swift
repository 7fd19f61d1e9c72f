// The one reducer. The pending view, the projections, as-of and replay all fold events with it.
// It sees one record, is total and deterministic: it never refuses, asks no clock and no other
// record. Refusal happens before an event is appended.

extension Record {
  /// Folds `event`, which stands at `position` and was committed at `time`, into the record.
  ///
  /// - Complexity: The record's own size at worst; nothing grows with the store.
  public mutating func apply(_ event: Event, at position: Position, time: Int64) {
    let writers = Writers(position, restores: event.restores)
    modified = time
    switch event.change {
    case .created(let uid, let source):
      self.uid = uid
      self.source = source
      origin = position
      created = time
      existence = writers
    case .removed, .mergedInto:
      isRemoved = true
      existence = writers
    case .restored:
      isRemoved = false
      existence = writers
    case .valueSet(let property, let value): set(property, value.kept, writers)
    case .valueCleared(let property): set(property, nil, writers)
    case .entryAdded(let property, let identifier, let after, let label, let value):
      let entry = Entry(
        position: position, identifier: identifier, label: label, value: value.kept,
        existence: writers, valueWriters: writers, labelWriters: writers, placeWriters: writers)
      updateList(property) { list in
        list.insert(entry, after: after)
        list.nextIdentifier = max(list.nextIdentifier, identifier &+ 1)
      }
    case .entryValueSet(let property, let entry, let value):
      updateEntry(property, entry) {
        $0.value = value.kept
        $0.valueWriters = writers
      }
    case .entryLabelSet(let property, let entry, let label):
      updateEntry(property, entry) {
        $0.label = label
        $0.labelWriters = writers
      }
    case .entryMoved(let property, let entry, let after):
      updateList(property) { list in
        guard after != entry,
          let index = list.entries.firstIndex(where: { $0.position == entry })
        else { return }
        var moved = list.entries.remove(at: index)
        moved.placeWriters = writers
        list.insert(moved, after: after)
      }
    case .entryRemoved(let property, let entry):
      updateEntry(property, entry) {
        $0.isRemoved = true
        $0.existence = writers
      }
    case .entryRestored(let property, let entry):
      updateEntry(property, entry) {
        $0.isRemoved = false
        $0.existence = writers
      }
    case .memberAdded, .memberRemoved, .linked, .unlinked, .keptApart, .unknown:
      break
    }
  }

  private mutating func set(_ property: Property, _ value: Value?, _ writers: Writers) {
    var index = fields.count
    while index > 0, fields[index - 1].property >= property { index -= 1 }
    if index == fields.count {
      fields.append(Field(property: property, value: value, writers: writers))
    } else if fields[index].property == property {
      fields[index].value = value
      fields[index].writers = writers
    } else {
      fields.insert(Field(property: property, value: value, writers: writers), at: index)
    }
  }

  private mutating func updateList(_ property: Property, _ update: (inout List) -> Void) {
    var index = lists.count
    while index > 0, lists[index - 1].property >= property { index -= 1 }
    if index == lists.count || lists[index].property != property {
      lists.insert(List(property: property), at: index)
    }
    update(&lists[index])
  }

  private mutating func updateEntry(
    _ property: Property, _ position: Position, _ update: (inout Entry) -> Void
  ) {
    guard let list = listIndex(property), let index = lists[list].index(of: position) else {
      return
    }
    update(&lists[list].entries[index])
  }
}

extension Record.List {
  /// Puts an entry behind the one added at `after`; in front for 0, at the end where it is unknown.
  fileprivate mutating func insert(_ entry: Record.Entry, after: Position) {
    if after == entries.last?.position ?? 0 { return entries.append(entry) }
    guard after != 0 else { return entries.insert(entry, at: 0) }
    let index = entries.lastIndex { $0.position == after } ?? entries.count - 1
    entries.insert(entry, at: index + 1)
  }
}

// MARK: - Memberships and links

/// What is known about two records: a membership or a link.
///
/// Kept outside the records, so that a group's size never makes a change dearer.
public struct Relation: Hashable, Sendable {
  /// What stands between the two.
  public enum State: UInt64, Sendable, Hashable {
    /// Nothing, or nothing any more.
    case none = 0
    /// The one is a member of the other, or both are the same human being.
    case joined = 1
    /// They are kept apart.
    case apart = 2
  }

  /// What stands.
  public var state: State
  /// Who said so.
  public var writers: Writers

  /// Nothing was ever said.
  public static let none = Relation(state: .none, writers: .none)

  /// A relation in this state.
  public init(state: State, writers: Writers) {
    self.state = state
    self.writers = writers
  }

  /// Folds an event about the two records.
  public mutating func apply(_ event: Event, at position: Position) {
    switch event.change {
    case .memberAdded, .linked: state = .joined
    case .memberRemoved, .unlinked: state = .none
    case .keptApart: state = .apart
    default: return
    }
    writers = Writers(position, restores: event.restores)
  }
}
