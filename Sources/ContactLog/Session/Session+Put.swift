package import ContactModel
internal import Synchronization

extension Session {
  /// Makes an entry of a list hold a value and a label, under an identifier the caller knows it by.
  ///
  /// A removed entry of that identifier comes back; where there never was one it is added at the end
  /// of the list.
  ///
  /// - Throws: ``StoreError`` with code `notFound`, `removed`, or `invalid` for a property that is
  ///   not a list and for a negative identifier.
  package func put(
    _ property: Property, entry identifier: Int32, of id: RecordID, label: Label?, value: Value
  ) throws {
    guard property.shape == .multi, (0..<Int32.max).contains(identifier) else {
      throw StoreError(.invalid, "\(id)/\(property)/\(identifier) cannot be an entry of a list")
    }
    try state.withLock { state in
      try touch(id, &state)
      try stage(&state) { edits in
        let list = edits.edits[id]?.working.list(property)
        let entries = list?.entries ?? []
        guard
          let entry = entries.first(where: { $0.identifier == identifier && !$0.isRemoved })
            ?? entries.last(where: { $0.identifier == identifier })
        else {
          edits.apply(
            .entryAdded(
              property, identifier: identifier, after: entries.last?.position ?? 0, label: label,
              value: value), to: id)
          return
        }
        if entry.isRemoved {
          edits.apply(.entryRestored(property, entry: entry.position), to: id)
        }
        if entry.value != value {
          edits.apply(.entryValueSet(property, entry: entry.position, value), to: id)
        }
        if entry.label != label {
          edits.apply(.entryLabelSet(property, entry: entry.position, label), to: id)
        }
      }
    }
  }
}
