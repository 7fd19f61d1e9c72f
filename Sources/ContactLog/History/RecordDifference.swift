public import ContactModel
internal import LMDB

/// One slot that differs between two moments.
public struct SlotDifference: Sendable, Hashable {
  /// The slot.
  public let slot: Slot
  /// Its written form.
  public let slotName: String
  /// What it held at the first moment.
  public let old: SlotContent
  /// What it held at the second.
  public let new: SlotContent
}

/// How a record differs between two moments.
public struct RecordDifference: Sendable, Hashable {
  /// What became of it.
  public enum Kind: String, Sendable, Hashable {
    /// It exists at the second moment only.
    case added
    /// It exists at the first moment only.
    case removed
    /// It exists at both, and differs.
    case changed
  }

  /// What became of it.
  public let kind: Kind
  /// The record at the first moment; `nil` when it did not exist.
  public let old: Record?
  /// The record at the second moment; `nil` when it did not exist.
  public let new: Record?
  /// Every slot that differs: values by property, entries in order, then memberships of the group
  /// and links, which stand with the person of the smaller number.
  public internal(set) var slots: [SlotDifference]

  /// The record's id.
  public let id: RecordID
}

extension RecordDifference {
  /// Compares two states of a record; `nil` when a user sees no difference.
  ///
  /// - Parameter isWhole: Whether the record's own slots are compared, not only the relations.
  init?(
    _ id: RecordID, _ old: Record?, _ new: Record?, relations: [SlotDifference], isWhole: Bool
  ) {
    let old = old.flatMap { $0.exists ? $0 : nil }
    let new = new.flatMap { $0.exists ? $0 : nil }
    let slots = (isWhole ? Self.slots(id, old, new) : []) + relations
    guard !slots.isEmpty else { return nil }
    let isSame = !isWhole || (old == nil) == (new == nil)
    kind = isSame ? .changed : old == nil ? .added : .removed
    self.old = old
    self.new = new
    self.slots = slots
    self.id = id
  }

  private static func slots(_ id: RecordID, _ old: Record?, _ new: Record?) -> [SlotDifference] {
    var slots: [SlotDifference] = []
    let empty = Record(id: id)
    let (old, new) = (old ?? empty, new ?? empty)
    func add(_ slot: Slot, _ before: SlotContent, _ after: SlotContent) {
      if before == after { return }
      // Of a removed entry only the old record knows the identifier.
      let name = (slot.entry == nil || hasEntry(new, slot) ? new : old).name(of: slot)
      slots.append(SlotDifference(slot: slot, slotName: name, old: before, new: after))
    }
    add(.existence, old.content(of: .existence), new.content(of: .existence))
    let properties = Set(old.fields.map(\.property)).union(new.fields.map(\.property))
    for property in properties.sorted(by: { $0.rawValue < $1.rawValue }) {
      add(.value(property), old.content(of: .value(property)), new.content(of: .value(property)))
    }
    let lists = Set(old.lists.map(\.property)).union(new.lists.map(\.property))
    for property in lists.sorted(by: { $0.rawValue < $1.rawValue }) {
      appendEntries(property, old, new, add)
    }
    return slots
  }

  private static func hasEntry(_ record: Record, _ slot: Slot) -> Bool {
    slot.entry.map { record.entry(slot.property, at: $0) != nil } ?? false
  }

  /// Entries are the same when the same event added them, whatever they hold and wherever they are.
  private static func appendEntries(
    _ property: Property, _ old: Record, _ new: Record,
    _ add: (Slot, SlotContent, SlotContent) -> Void
  ) {
    let (before, after) = (old.entries(property), new.entries(property))
    let (known, kept) = (Set(before.map(\.position)), Set(after.map(\.position)))
    for entry in before where !kept.contains(entry.position) {
      let slot = Slot.entry(property, entry.position)
      add(slot, old.content(of: slot), .nothing)
    }
    let moved = old.movedEntries(property, to: new)
    for (index, entry) in after.enumerated() {
      let position = entry.position
      guard known.contains(position) else {
        let slot = Slot.entry(property, position)
        add(slot, .nothing, new.content(of: slot))
        continue
      }
      for slot in [Slot.entryValue(property, position), .entryLabel(property, position)] {
        add(slot, old.content(of: slot), new.content(of: slot))
      }
      if moved.contains(position) {
        let place = before.firstIndex { $0.position == position } ?? 0
        add(
          .entryPlace(property, position),
          .place(after: place == 0 ? nil : before[place - 1].identifier),
          .place(after: index == 0 ? nil : after[index - 1].identifier))
      }
    }
  }
}

extension Record {
  /// The fewest entries that were moved, as a user sees the two lists.
  fileprivate func movedEntries(_ property: Property, to new: Record) -> Set<Position> {
    guard var own = list(property), var other = new.list(property) else { return [] }
    own.entries.removeAll { $0.isRemoved }
    other.entries.removeAll { $0.isRemoved }
    return own.movedEntries(to: other)
  }
}
