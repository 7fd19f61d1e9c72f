/// A record or a part of it: what an undo or a restore can be limited to.
public enum RecordPart: Sendable, Hashable {
  /// All of a record, its memberships and links included.
  case record(RecordID)
  /// A single value, or a whole list; `members` and `links` stand for all of these.
  case property(RecordID, Property)
  /// An entry of a list with its value, label and place, by its identifier.
  case entry(RecordID, Property, Int32)
  /// The label of an entry, by the entry's identifier.
  case label(RecordID, Property, Int32)
  /// What stands between two records: the membership of a group, group first, or a link.
  case relation(RecordID, RecordID)

  /// The record it is, or is a part of.
  public var record: RecordID {
    switch self {
    case .record(let id), .property(let id, _), .entry(let id, _, _), .label(let id, _, _),
      .relation(let id, _):
      id
    }
  }

  /// Whether a slot belongs to it.
  ///
  /// - Parameters:
  ///   - slot: A slot of `owner`.
  ///   - owner: The record that events about the slot name: of a membership the group, of a link
  ///     the person with the smaller number.
  public func contains(_ slot: Slot, of owner: Record) -> Bool {
    if let other = slot.other {
      let ends = [owner.id, other]
      return switch self {
      case .record(let id): ends.contains(id)
      case .property(let id, let property):
        property == slot.property && (id == owner.id || property == .links && id == other)
      case .relation(let a, let b): ends == [a, b] || ends == [b, a]
      case .entry, .label: false
      }
    }
    func isEntry(_ property: Property, _ identifier: Int32) -> Bool {
      guard slot.property == property, let position = slot.entry else { return false }
      return owner.entry(property, at: position)?.identifier == identifier
    }
    guard owner.id == record else { return false }
    switch self {
    case .record: return true
    case .property(_, let property): return slot.property == property
    case .entry(_, let property, let identifier): return isEntry(property, identifier)
    case .label(_, let property, let identifier):
      if case .entryLabel = slot { return isEntry(property, identifier) }
      return false
    case .relation: return false
    }
  }
}

extension RecordPart: CustomStringConvertible {
  /// The written form: `12`, `12/jobTitle`, `12/phones/3`, `12/phones/3/label`,
  /// `group:3/members/12`.
  public var description: String {
    switch self {
    case .record(let id): "\(id)"
    case .property(let id, let property): "\(id)/\(property)"
    case .entry(let id, let property, let identifier): "\(id)/\(property)/\(identifier)"
    case .label(let id, let property, let identifier): "\(id)/\(property)/\(identifier)/label"
    case .relation(let a, let b): "\(a)/\(a.kind == .group ? Property.members : .links)/\(b)"
    }
  }
}

extension Slot {
  /// The other record, of a membership or a link.
  public var other: RecordID? {
    switch self {
    case .member(let other), .link(let other): other
    default: nil
    }
  }
}
