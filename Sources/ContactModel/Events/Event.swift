/// The place of an event in the log: dense from 1.
///
/// Before its commit an event has a provisional position, see ``Swift/UInt64/isProvisional``.
public typealias Position = UInt64

extension Position {
  /// Whether the position stands for an event that is not saved yet.
  public var isProvisional: Bool { self >> 63 == 1 }

  /// The position that stands for a new entry until it is saved.
  ///
  /// Identifiers are unique in a list, so property and identifier name it.
  public static func provisional(_ property: Property, _ identifier: Int32) -> Position {
    1 << 63 | 1 << 62 | UInt64(property.rawValue) << 32 | UInt64(UInt32(bitPattern: identifier))
  }
}

/// One mutation of one slot.
///
/// Immutable once stored.
public struct Event: Sendable, Hashable {
  /// What changed.
  public var change: Change
  /// Whose record.
  public var record: RecordID
  /// The position that last wrote the slot before this event; 0: none.
  public var previous: Position
  /// In a compensating event, the position whose effect stands again; 0: none.
  public var restores: Position

  /// An event about `record`.
  public init(
    _ change: Change, of record: RecordID, previous: Position = 0, restores: Position = 0
  ) {
    self.change = change
    self.record = record
    self.previous = previous
    self.restores = restores
  }
}

/// What an event changes.
///
/// Every case says all there is to know: no event needs another one to be understood.
public enum Change: Sendable, Hashable {
  /// The record came to be. People and groups name the source they belong to.
  case created(uid: String, source: Int32)
  /// The record was removed; its values stay for undelete.
  case removed
  /// The record was put back as it was.
  case restored
  /// The person was removed because it went into another one, of whom it is a part from now on.
  case mergedInto(RecordID)
  /// A single value was set.
  case valueSet(Property, Value)
  /// A single value was cleared.
  case valueCleared(Property)
  /// An entry joined a list, behind the entry added at `after` (0: in front).
  case entryAdded(
    Property, identifier: Int32, after: Position, label: Label?, value: Value)
  /// An entry's value was set. `entry` is the position of its adding event, here and below.
  case entryValueSet(Property, entry: Position, Value)
  /// An entry's label was set, or taken away.
  case entryLabelSet(Property, entry: Position, Label?)
  /// An entry moved behind the entry added at `after` (0: to the front).
  case entryMoved(Property, entry: Position, after: Position)
  /// An entry left its list.
  case entryRemoved(Property, entry: Position)
  /// A removed entry came back, where it was and with its identifier.
  case entryRestored(Property, entry: Position)
  /// A person or group joined this group.
  case memberAdded(RecordID)
  /// A member left this group.
  case memberRemoved(RecordID)
  /// This person and the other one are the same human being.
  case linked(RecordID)
  /// Nothing is said any more about this person and the other one.
  case unlinked(RecordID)
  /// This person and the other one are not the same, whatever it looks like.
  case keptApart(RecordID)
  /// Something optional from a later version, carried as it is: all fields but the common ones.
  case unknown(type: UInt64, [UInt8])
}

/// What an event writes: the unit of blame, undo and conflict.
public enum Slot: Sendable, Hashable {
  /// Whether the record exists.
  case existence
  /// A single-valued property.
  case value(Property)
  /// Whether an entry is in its list.
  case entry(Property, Position)
  /// An entry's value.
  case entryValue(Property, Position)
  /// An entry's label.
  case entryLabel(Property, Position)
  /// An entry's place in its list.
  case entryPlace(Property, Position)
  /// A membership of this group.
  case member(RecordID)
  /// What is said about this person and another one.
  case link(RecordID)

  /// The property the slot belongs to.
  public var property: Property {
    switch self {
    case .existence: .existence
    case .value(let property), .entry(let property, _), .entryValue(let property, _),
      .entryLabel(let property, _), .entryPlace(let property, _):
      property
    case .member: .members
    case .link: .links
    }
  }

  /// The entry the slot belongs to, by the position of its adding event.
  public var entry: Position? {
    switch self {
    case .entry(_, let entry), .entryValue(_, let entry), .entryLabel(_, let entry),
      .entryPlace(_, let entry):
      entry
    default: nil
    }
  }
}

extension Change {
  /// The slot the change writes; `nil` for changes this version does not know.
  ///
  /// - Parameter position: The event's own place: an added entry is named by it.
  public func slot(at position: Position) -> Slot? {
    switch self {
    case .created, .removed, .restored, .mergedInto: .existence
    case .valueSet(let property, _), .valueCleared(let property): .value(property)
    case .entryAdded(let property, _, _, _, _): .entry(property, position)
    case .entryRemoved(let property, let entry), .entryRestored(let property, let entry):
      .entry(property, entry)
    case .entryValueSet(let property, let entry, _): .entryValue(property, entry)
    case .entryLabelSet(let property, let entry, _): .entryLabel(property, entry)
    case .entryMoved(let property, let entry, _): .entryPlace(property, entry)
    case .memberAdded(let other), .memberRemoved(let other): .member(other)
    case .linked(let other), .unlinked(let other), .keptApart(let other): .link(other)
    case .unknown: nil
    }
  }

  /// The event kind's name, as `history` prints it.
  public var name: String {
    switch self {
    case .created: "created"
    case .removed: "removed"
    case .restored: "restored"
    case .mergedInto: "mergedInto"
    case .valueSet: "valueSet"
    case .valueCleared: "valueCleared"
    case .entryAdded: "entryAdded"
    case .entryValueSet: "entryValueSet"
    case .entryLabelSet: "entryLabelSet"
    case .entryMoved: "entryMoved"
    case .entryRemoved: "entryRemoved"
    case .entryRestored: "entryRestored"
    case .memberAdded: "memberAdded"
    case .memberRemoved: "memberRemoved"
    case .linked: "linked"
    case .unlinked: "unlinked"
    case .keptApart: "keptApart"
    case .unknown(let type, _): "unknown\(type)"
    }
  }

  /// The person that this one went into.
  public var kept: RecordID? {
    if case .mergedInto(let kept) = self { kept } else { nil }
  }

  /// The other record, for memberships and links.
  public var other: RecordID? {
    switch self {
    case .memberAdded(let other), .memberRemoved(let other), .linked(let other),
      .unlinked(let other), .keptApart(let other):
      other
    default: nil
    }
  }
}
