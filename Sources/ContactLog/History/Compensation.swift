internal import ContactModel
internal import LMDB

/// The compensating events of one commit while they are worked out, and the book with them.
///
/// Undo, undelete and restore differ in what they stage; what becomes of it is the same.
struct Compensation: Sendable {
  /// As they are in the book, as far as they were looked at.
  private var storedRecords: [RecordID: Record] = [:]
  private(set) var storedRelations: [RelationKey: Relation] = [:]
  /// The same with what is staged.
  private var records: [RecordID: Record] = [:]
  private(set) var relations: [RelationKey: Relation] = [:]
  private var staged: [RecordID: StagedEvents] = [:]
  /// Records whose creation is taken back.
  ///
  /// They go whole or stay whole, so nothing is saved of what they hold, and undelete finds them as
  /// they were. Only the card goes with the record: it is what imports remember, and an undone import
  /// can be done again.
  var created: Set<RecordID> = []

  /// Staged events of one record in the order in which they take effect.
  private struct StagedEvents: Sendable {
    typealias Item = (slot: Slot, event: DraftEvent)
    private var events: [Item?] = []
    private var places: [Slot: Int] = [:]

    var items: [Item] { events.compactMap { $0 } }

    /// A later event of a slot replaces an earlier one.
    ///
    /// Moves all stay: each says behind which entry, and where that one was by then is for the moves
    /// before it to say.
    mutating func append(_ slot: Slot, _ event: DraftEvent) {
      if case .entryPlace = slot {} else if let place = places[slot] { events[place] = nil }
      places[slot] = events.count
      events.append((slot, event))
    }

    /// Takes the event of a slot out.
    mutating func remove(_ slot: Slot) {
      if let place = places.removeValue(forKey: slot) { events[place] = nil }
    }
  }
}

// MARK: - The book

extension Compensation {
  /// A record with what is staged; blank where there never was one.
  mutating func record(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    if let known = records[id] { return known }
    let record = try writer.record(id, transaction)?.record ?? Record(id: id)
    records[id] = record
    storedRecords[id] = record
    return record
  }

  /// A relation with what is staged.
  mutating func relation(
    _ key: RelationKey, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    if let known = relations[key] { return known }
    let relation = try writer.relation(key, transaction)
    relations[key] = relation
    storedRelations[key] = relation
    return relation
  }

  /// Who wrote a slot that was looked at, without what is staged.
  func storedWriters(of key: SlotKey) -> Writers {
    if let other = key.slot.other {
      return storedRelations[RelationKey(owner: key.record, other: other)]?.writers ?? .none
    }
    return storedRecords[key.record]?.writers(of: key.slot) ?? .none
  }

  /// What a slot that was looked at holds, without what is staged.
  func storedContent(of key: SlotKey) -> SlotContent {
    if let other = key.slot.other {
      return storedRelations[RelationKey(owner: key.record, other: other)]?.content ?? .nothing
    }
    return storedRecords[key.record]?.content(of: key.slot) ?? .nothing
  }

  private func content(of key: SlotKey) -> SlotContent {
    if let other = key.slot.other {
      return relations[RelationKey(owner: key.record, other: other)]?.content ?? .nothing
    }
    return records[key.record]?.content(of: key.slot) ?? .nothing
  }
}

// MARK: - Staging

extension Compensation {
  /// Stages an event of a record or relation that was looked at.
  mutating func stage(_ draft: DraftEvent, of id: RecordID, _ slot: Slot) {
    staged[id, default: StagedEvents()].append(slot, draft)
    let event = Event(draft.change, of: id, restores: draft.restores)
    let position = draft.change.addedEntry?.provisional ?? .provisional(.existence, 0)
    if let key = event.relationKey {
      relations[key]?.apply(event, at: position)
    } else {
      records[id]?.apply(event, at: position, time: 0)
    }
  }

  /// Leaves a relation that was looked at as it is in the book.
  mutating func unstage(_ key: RelationKey) {
    staged[key.owner]?.remove(key.slot)
    relations[key] = storedRelations[key]
  }

  /// The events to save, by record.
  var drafts: [(id: RecordID, events: [DraftEvent])] {
    staged.keys.sorted().compactMap { id in
      let events = changing(id).map(\.event)
      return events.isEmpty ? nil : (id: id, events: events)
    }
  }

  /// What the events to save change, by record.
  var changes: [UndoChange] {
    staged.keys.sorted().flatMap { id in
      var seen: Set<Slot> = []
      return changing(id).compactMap { slot, _ -> UndoChange? in
        let key = SlotKey(record: id, slot: slot)
        let (from, to) = (storedContent(of: key), content(of: key))
        if slot == .value(.card), created.contains(id) { return nil }
        guard from != to, seen.insert(slot).inserted else { return nil }
        return UndoChange(record: id, slot: slot, slotName: name(of: key), from: from, to: to)
      }
    }
  }

  /// The written form of a slot that was looked at.
  func name(of key: SlotKey) -> String {
    (records[key.record] ?? Record(id: key.record)).name(of: key.slot)
  }

  /// The staged events but those whose effect stands already.
  private func changing(_ id: RecordID) -> [(slot: Slot, event: DraftEvent)] {
    guard let items = staged[id]?.items else { return [] }
    var settled: [Property: Bool] = [:]
    return items.filter { slot, event in
      let key = SlotKey(record: id, slot: slot)
      if slot.other == nil, slot != .existence, created.contains(id) {
        let goes = records[id]?.isRemoved == true && storedRecords[id]?.isRemoved == false
        return goes && slot == .value(.card)
      }
      if case .entryPlace(let property, _) = slot {
        let isSettled = settled[property] ?? self.isSettled(property, of: id)
        settled[property] = isSettled
        return !isSettled
      }
      // An event that brings nothing back takes away; where nothing is, there is nothing to take. And
      // nobody removes what is removed.
      if event.restores == 0 || slot == .existence {
        return storedContent(of: key) != content(of: key)
      }
      return event.restores != storedWriters(of: key).effective
    }
  }

  /// Whether the entries of a list stand where they stood, by the same events.
  private func isSettled(_ property: Property, of id: RecordID) -> Bool {
    func places(_ record: Record?) -> [[Position]] {
      record?.list(property)?.entries.map { [$0.position, $0.placeWriters.effective] } ?? []
    }
    return places(records[id]) == places(storedRecords[id])
  }
}
