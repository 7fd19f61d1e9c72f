internal import ContactModel
internal import Hashing
internal import LMDB

/// Which record a card belongs to, and what it was compared with last.
extension ImportStaging {
  /// The card a record has, and whether this commit brought it.
  func cardHash(of id: RecordID) -> (hash: ContentHash?, isNew: Bool)? {
    if let events = edits.fresh[id] {
      for event in events {
        if case .valueSet(.card, let value) = event.change { return (value.blob?.hash, true) }
      }
    }
    guard let field = edits.edits[id]?.working.field(.card) else { return nil }
    return (field.value?.blob?.hash, field.writers.last.isProvisional)
  }

  /// The record a card belongs to, and the one that remembers the card.
  ///
  /// These are two where that one went into another by a merge. Both are taken into the edits.
  mutating func find(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws -> (id: RecordID, owner: RecordID)? {
    guard let owner = try findOwner(waiting, snapshot) else { return nil }
    guard edits.edits[owner]?.working.isRemoved == true,
      let id = try snapshot.standing(for: owner)
    else { return (owner, owner) }
    try touch(id, snapshot)
    return (id, owner)
  }

  /// The record a card belongs to, by uid, else by the card's bytes; taken into the edits.
  private mutating func findOwner(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    let (kind, uid) = (waiting.card.kind, waiting.card.uid ?? "")
    if !uid.isEmpty, let id = byUID[kind]?[UIDIndex.folded(uid)] { return id }
    let named = uid.isEmpty ? [] : try snapshot.records(uid: uid).filter { $0.kind == kind }
    // A record that came from no card may have taken in one of another uid.
    if named.isEmpty, let id = byHash[waiting.hash] { return id }
    let stored = named.isEmpty ? try snapshot.records(card: waiting.hash) : named
    // One that exists before one that was removed.
    var chosen: (record: Record, newestRun: Position)?
    for id in stored where id.kind == kind {
      guard
        let row = try snapshot.reader.record(
          id, set: snapshot.head.liveSet, snapshot.held.transaction)
      else { continue }
      if chosen == nil || (row.record.exists && chosen?.record.exists == false) { chosen = row }
    }
    guard let chosen else { return nil }
    edits.touch(chosen.record, newestRun: chosen.newestRun, commit: snapshot.commit)
    return chosen.record.id
  }

  /// The card a record was last imported from, read again, and whether the import that brought it
  /// brought the card of this hash as well.
  ///
  /// A card that this very import brought is no base: two cards of one uid add up.
  func base(
    of record: Record, _ hash: ContentHash, _ snapshot: borrowing Snapshot
  ) throws -> (card: Card?, isKnown: Bool) {
    guard let field = record.field(.card), field.value != nil else { return (nil, false) }
    let last = try snapshot.event(at: field.writers.effective)
    guard let last, case .valueSet(_, .document(_, let bytes)) = last.event.change else {
      return (nil, false)
    }
    let importID = try snapshot.commit(last.commit)?.header.importID
    var older = try snapshot.event(at: last.event.previous)
    while importID != nil, let event = older,
      try snapshot.commit(event.commit)?.header.importID == importID
    {
      if case .valueSet(_, let value) = event.event.change, value.blob?.hash == hash {
        return (nil, true)
      }
      older = try snapshot.event(at: event.event.previous)
    }
    guard importID != importer.importID, case .card(let card) = importer.parseKept(bytes.span, 1)
    else { return (nil, false) }
    return (card, false)
  }

  /// Takes a stored record into the edits.
  mutating func touch(_ id: RecordID, _ snapshot: borrowing Snapshot) throws {
    guard edits.edits[id] == nil,
      let row = try snapshot.reader.record(
        id, set: snapshot.head.liveSet, snapshot.held.transaction)
    else { return }
    edits.touch(row.record, newestRun: row.newestRun, commit: snapshot.commit)
  }

  /// Whether a record says what a card says, now or in the card it was last imported from, and is
  /// in the groups that the card names.
  func says(_ id: RecordID, _ card: Card, _ snapshot: borrowing Snapshot) throws -> Bool {
    let wanted = card.content
    var isEqual = false
    if let record = try edits.edits[id]?.working ?? snapshot.record(id) {
      isEqual = Card(record).content == wanted
      if !isEqual, card.kind == .person, let kept = try snapshot.importedCard(of: record),
        case .card(let last) = importer.parseKept(kept.span, 1)
      {
        isEqual =
          last.content == wanted
          && card.categories.allSatisfy {
            last.categories.contains(bytesOf: $0)
          }
        if isEqual { return true }
      }
    }
    guard isEqual else { return false }
    return try isIn(id, card.categories, snapshot) && hasMembers(id, card.members, snapshot)
  }

  /// Whether a record came to be by this import.
  func isOfThisImport(_ id: RecordID, _ snapshot: borrowing Snapshot) throws -> Bool {
    if id.isUnsaved { return true }
    guard let record = try snapshot.record(id),
      let event = try snapshot.event(at: record.existence.last)
    else { return false }
    return try snapshot.commit(event.commit)?.header.importID == importer.importID
  }

  private func isIn(
    _ id: RecordID, _ names: [String], _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    for name in names where !name.isEmpty {
      guard let group = try knownGroup(named: name, snapshot),
        try isJoined(.member(id, of: group), snapshot)
      else { return false }
    }
    return true
  }

  private func hasMembers(
    _ id: RecordID, _ members: [String], _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    for member in members {
      guard let other = try record(uid: member, of: [.person, .group], snapshot),
        try isJoined(.member(other, of: id), snapshot)
      else { return false }
    }
    return true
  }

  private func isJoined(_ key: RelationKey, _ snapshot: borrowing Snapshot) throws -> Bool {
    if let edit = edits.relations[key] { return edit.state == .joined }
    return try relation(key, snapshot).state == .joined
  }
}
