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
    for property in Set(new.values.keys).union(base?.values.keys ?? [:].keys).sorted() {
      merge(property, new.values[property], base?.values[property], id, &edits)
    }
    for property in Set(new.entries.keys).union(base?.entries.keys ?? [:].keys).sorted() {
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
    var old = last
    var fresh: [Card.Entry] = []
    for entry in wanted {
      if let index = old.firstIndex(where: { $0.value == entry.value }) {
        relabel(property, from: old.remove(at: index), to: entry, id, &edits)
      } else if current(property, entry.value, id, edits) == nil {
        fresh.append(entry)
      }
    }
    for entry in fresh {
      // A value that was replaced under its label keeps the entry.
      if let index = old.firstIndex(where: { $0.label == entry.label }),
        let replaced = current(property, old[index].value, id, edits)
      {
        old.remove(at: index)
        edits.apply(.entryValueSet(property, entry: replaced.position, entry.value), to: id)
      } else {
        add(property, entry, id, &edits)
      }
    }
    for entry in old {
      guard let current = current(property, entry.value, id, edits) else { continue }
      if current.label == entry.label {
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
    _ property: Property, from old: Card.Entry, to new: Card.Entry, _ id: RecordID,
    _ edits: inout EditSet
  ) {
    guard old.label != new.label, let current = current(property, new.value, id, edits),
      current.label == old.label
    else { return }
    edits.apply(.entryLabelSet(property, entry: current.position, new.label), to: id)
  }

  private func current(
    _ property: Property, _ value: Value, _ id: RecordID, _ edits: EditSet
  ) -> Record.Entry? {
    edits.edits[id]?.working.list(property)?.entries.first { !$0.isRemoved && $0.value == value }
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

extension Card {
  /// The card with its photo as the store keeps it, for telling whether two cards say the same.
  var comparable: Card {
    var card = self
    card.photo = photo.map { .reference($0.stored.reference) }
    return card
  }
}
