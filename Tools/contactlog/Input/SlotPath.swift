import CommandLineTool
import ContactModel

/// The part of a slot's written form behind the record: `jobTitle`, `phones/3`, `phones/3/label`.
enum SlotPath: Hashable {
  case value(Property)
  case list(Property)
  case entry(Property, Int32)
  case label(Property, Int32)
  case member(String)

  /// Reads the written form; nil where it is none.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let property = PropertyName.find(first) else { return nil }
    let rest = parts.dropFirst()
    switch (property.shape, rest.count) {
    case (.single, 0): self = .value(property)
    case (.multi, 0): self = .list(property)
    case (.multi, 1), (.multi, 2):
      guard let number = Int32(parts[1]), number >= 0 else { return nil }
      guard rest.count == 2 else {
        self = .entry(property, number)
        return
      }
      switch parts[2].lowercased() {
      case "label": self = .label(property, number)
      // As history and blame write it.
      case "value": self = .entry(property, number)
      default: return nil
      }
    case (.relation, 1...) where property == .members:
      self = .member(rest.joined(separator: "/"))
    default: return nil
    }
  }

  /// The property it belongs to.
  var property: Property {
    switch self {
    case .value(let property), .list(let property), .entry(let property, _),
      .label(let property, _):
      property
    case .member: .members
    }
  }

  /// As people write it.
  var text: String {
    switch self {
    case .value(let property), .list(let property): property.name
    case .entry(let property, let number): "\(property.name)/\(number)"
    case .label(let property, let number): "\(property.name)/\(number)/label"
    case .member(let name): "members/\(name)"
    }
  }
}

/// A slot as typed: who, and what of it.
struct SlotName: Hashable {
  /// The record as typed; it is looked up later.
  let record: String
  /// What of it.
  let path: SlotPath

  /// Reads the written form, such as `12/phones/3`.
  ///
  /// Names may hold slashes (`AC/DC/phones/1`), so the longest record that leaves a path is taken.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    for cut in stride(from: parts.count - 1, to: 0, by: -1) {
      let record = parts[..<cut].joined(separator: "/")
      if !record.isEmpty, let path = SlotPath(parts[cut...].joined(separator: "/")) {
        self.record = record
        self.path = path
        return
      }
    }
    return nil
  }

  /// Reads a slot.
  ///
  /// - Throws: ``Failure`` that says how slots are written.
  static func parse(_ text: String) throws(Failure) -> SlotName {
    guard let slot = SlotName(text) else {
      throw Failure(
        .usage,
        "'\(text)' names no slot; write it as 12/jobTitle or 12/phones/3/label"
          + " (see 'contactlog help slots')")
    }
    return slot
  }
}
