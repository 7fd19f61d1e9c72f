internal import ContactModel
internal import Hashing

/// Merges a card into a record, field by field, against the card as last imported.
///
/// What the card did not change stays as the record has it. What it changed is taken over where the
/// record still has what the last card said; where the record was edited there, the edit stays.
/// Without a last card nothing is removed, and only what is empty is filled.
struct CardMerge {
  let base: Card?
  let new: Card

  func apply(to id: RecordID, _ edits: inout EditSet) throws {
    for property in Set(new.values.keys).union(base?.values.keys ?? []).sorted() {
      merge(property, new.values[property], base?.values[property], id, &edits)
    }
    for property in Set(new.entries.keys).union(base?.entries.keys ?? []).sorted() {
      merge(property, new.entries[property] ?? [], base?.entries[property] ?? [], id, &edits)
    }
    mergePhoto(id, &edits)
  }

  private func merge(
    _ property: Property, _ wanted: Value?, _ last: Value?, _ id: RecordID, _ edits: inout EditSet
  ) {
    if wanted == last { return }
    guard let current = edits.edits[id]?.working[property] else {
      // Empty: filled, unless the record's owner emptied it after the last import.
      if let wanted, last == nil { edits.apply(.valueSet(property, wanted), to: id) }
      return
    }
    guard current == last, current != wanted else { return }
    edits.apply(wanted.map { .valueSet(property, $0) } ?? .valueCleared(property), to: id)
  }

  private func merge(
    _ property: Property, _ wanted: [Card.Entry], _ last: [Card.Entry], _ id: RecordID,
    _ edits: inout EditSet
  ) {
    var entries = edits.edits[id]?.working.entries(property) ?? []
    // What the last card said, and which entry says so now; entries that say the same by label.
    var old = last.map { (entry: $0, current: nil as Record.Entry?) }
    for isLabelled in [true, false] {
      for index in old.indices where old[index].current == nil {
        old[index].current = entries.take(old[index].entry, isLabelled: isLabelled)
      }
    }
    var fresh = wanted
    for isLabelled in [true, false] {
      fresh = fresh.filter { entry in
        let match = old.firstIndex {
          $0.entry.value == entry.value && (!isLabelled || $0.entry.label == entry.label)
        }
        guard let match else { return true }
        relabel(property, old.remove(at: match), to: entry.label, id, &edits)
        return false
      }
    }
    for entry in fresh {
      if entries.take(entry, isLabelled: false) != nil { continue }
      // A value that was replaced under its label keeps the entry.
      let match = old.firstIndex { $0.entry.label == entry.label && $0.current != nil }
      if let match, let replaced = old.remove(at: match).current {
        edits.apply(.entryValueSet(property, entry: replaced.position, entry.value), to: id)
      } else {
        add(property, entry, id, &edits)
      }
    }
    for (entry, current) in old {
      if let current, current.label == entry.label {
        edits.apply(.entryRemoved(property, entry: current.position), to: id)
      }
    }
  }

  /// Adds an entry, or brings back the one that was removed: so two cards of one uid that take
  /// turns in a file change nothing when the file is imported again.
  private func add(
    _ property: Property, _ entry: Card.Entry, _ id: RecordID, _ edits: inout EditSet
  ) {
    let removed = edits.edits[id]?.working.list(property)?.entries.first {
      $0.isRemoved && $0.value == entry.value && $0.label == entry.label
    }
    if let removed {
      edits.apply(.entryRestored(property, entry: removed.position), to: id)
    } else {
      edits.add(property, to: id, label: entry.label, value: entry.value)
    }
  }

  private func relabel(
    _ property: Property, _ old: (entry: Card.Entry, current: Record.Entry?), to label: Label?,
    _ id: RecordID, _ edits: inout EditSet
  ) {
    guard old.entry.label != label, let current = old.current, current.label == old.entry.label
    else { return }
    edits.apply(.entryLabelSet(property, entry: current.position, label), to: id)
  }

  private func mergePhoto(_ id: RecordID, _ edits: inout EditSet) {
    let wanted = new.photo?.stored
    let last = base?.photo?.stored.reference
    merge(.image, wanted.map { .blob($0.reference) }, last.map { .blob($0) }, id, &edits)
    guard let wanted, let bytes = wanted.bytes,
      edits.edits[id]?.working[.image]?.blob?.hash == wanted.reference.hash
    else { return }
    edits.keep(bytes, wanted.reference.hash)
  }
}

extension [Record.Entry] {
  /// Takes out the first entry that says the same, with the same label or whatever its label.
  fileprivate mutating func take(_ entry: Card.Entry, isLabelled: Bool) -> Record.Entry? {
    firstIndex { $0.value == entry.value && (!isLabelled || $0.label == entry.label) }
      .map { remove(at: $0) }
  }
}

extension [String] {
  /// Whether a text of the same bytes is in the list.
  func contains(bytesOf text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}

extension Card.Photo {
  /// The reference the store keeps, and the bytes where the card has them.
  var stored: (reference: BlobReference, bytes: [UInt8]?) {
    switch self {
    case .reference(let reference): (reference, nil)
    case .data(let bytes, let type, _):
      (
        BlobReference(
          hash: ContentHash(of: bytes.span), byteCount: bytes.count, mediaType: type), bytes
      )
    }
  }
}
