import ContactModel

extension Change {
  /// A phone with this number; identifier and position are the same number.
  static func entry(_ text: String, _ identifier: Int32, after: Position = 0) -> Change {
    .entryAdded(
      .phones, identifier: identifier, after: after, label: nil, value: .text(text))
  }
}

extension Record {
  /// A person that was created at position 1 and changed from there on; the first change stands at
  /// position 2, except that entries stand at the position of their identifier.
  static func folding(_ changes: [Change]) -> Record {
    var record = Record(id: .person(1))
    record.apply(.created(uid: "U", source: 0), at: 1)
    for (index, change) in changes.enumerated() {
      if case .entryAdded(_, let identifier, _, _, _) = change {
        record.apply(change, at: Position(identifier))
      } else {
        record.apply(change, at: Position(index + 2))
      }
    }
    return record
  }

  /// Applies a change of this record.
  mutating func apply(_ change: Change, at position: Position) {
    apply(Event(change, of: id), at: position, time: 0)
  }

  /// The texts of a list.
  func texts(_ property: Property) -> [String] { entries(property).map { $0.value.text ?? "" } }

  /// What a reader sees, without positions: for comparing states that were reached on other ways.
  var content: Content {
    var values: [Property: Value] = [:]
    for field in fields { values[field.property] = field.value }
    var entries: [Property: [Content.Entry]] = [:]
    for list in lists {
      let kept = list.entries.filter { !$0.isRemoved }
        .map { Content.Entry(identifier: $0.identifier, label: $0.label, value: $0.value) }
      if !kept.isEmpty { entries[list.property] = kept }
    }
    return Content(exists: exists, values: values, entries: entries)
  }

  struct Content: Hashable {
    struct Entry: Hashable {
      var identifier: Int32
      var label: Label?
      var value: Value
    }

    var exists: Bool
    var values: [Property: Value]
    var entries: [Property: [Entry]]
  }
}
