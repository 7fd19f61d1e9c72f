public import ContactModel
internal import LMDB

/// What a slot held, for showing history.
public enum SlotContent: Sendable, Hashable {
  /// Nothing.
  case nothing
  /// A single value, or an entry's value.
  case value(Value)
  /// An entry's label; `nil`: it had none.
  case label(Label?)
  /// A whole entry.
  case entry(identifier: Int32, label: Label?, value: Value)
  /// An entry's place: the identifier of the entry in front of it; `nil`: it was first.
  case place(after: Int32?)
  /// A record that exists.
  case exists
  /// A membership or a link.
  case joined
  /// Two people kept apart.
  case apart
}

/// One change of one slot, with what it held before and after.
public struct HistoryItem: Sendable, Hashable {
  /// The event.
  public let logged: LoggedEvent
  /// The written form of the slot.
  public let slotName: String
  /// What the slot held before.
  public let old: SlotContent
  /// What it held after.
  public let new: SlotContent
}

/// Who wrote a slot that holds something.
public struct BlameItem: Sendable, Hashable {
  /// The written form of the slot.
  public let slotName: String
  /// The slot.
  public let slot: Slot
  /// What it holds.
  public let content: SlotContent
  /// The event that last wrote the slot, and its commit.
  public let last: (position: Position, commit: UInt64)
  /// The event whose effect stands, and its commit: another one only after an undo.
  public let effective: (position: Position, commit: UInt64)

  /// Equal slots, contents and positions.
  public static func == (a: BlameItem, b: BlameItem) -> Bool {
    a.slot == b.slot && a.content == b.content && a.last.position == b.last.position
      && a.effective.position == b.effective.position
  }

  /// Hashes slot and position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(last.position)
  }
}

extension Snapshot {
  /// Every change of a record, its memberships and links, oldest first.
  ///
  /// - Throws: ``StoreError`` with code `notFound` when there never was such a record.
  /// - Complexity: O(the record's own events), plus those of its memberships and links.
  public func history(of id: RecordID) throws -> [HistoryItem] {
    let newest = try newestRun(of: id)
    guard let newest else {
      try checkNeverGiven(id)
      throw StoreError(.notFound, "there is no record \(id)")
    }
    var record = Record(id: id)
    var relations: [RelationKey: Relation] = [:]
    var items: [HistoryItem] = []
    for logged in try reader.events(fromRun: newest, held.transaction) {
      if let key = logged.event.relationKey {
        items.append(item(logged, key, seenFrom: id, &relations))
      } else if let slot = logged.event.change.slot(at: logged.position) {
        // Asked before: keeping the whole record before would copy it with each event.
        let old = record.content(of: slot)
        record.apply(logged.event, at: logged.position, time: 0)
        items.append(
          HistoryItem(
            logged: logged, slotName: record.name(of: slot), old: old,
            new: record.content(of: slot)))
      }
    }
    if id.kind != .source {
      for logged in try relationEvents(about: id) {
        guard let key = logged.event.relationKey else {
          // A merge of another one into this one.
          items.append(
            HistoryItem(
              logged: logged, slotName: "\(logged.event.record)", old: .exists, new: .nothing))
          continue
        }
        items.append(item(logged, key, seenFrom: id, &relations))
      }
      items.sort { $0.logged.position < $1.logged.position }
    }
    return items
  }

  private func item(
    _ logged: LoggedEvent, _ key: RelationKey, seenFrom id: RecordID,
    _ relations: inout [RelationKey: Relation]
  ) -> HistoryItem {
    let old = relations[key, default: .none]
    relations[key, default: .none].apply(logged.event, at: logged.position)
    return HistoryItem(
      logged: logged, slotName: key.slotName, old: old.content,
      new: relations[key, default: .none].content)
  }

  /// The events by which a person went into another one.
  ///
  /// - Complexity: One row, and one for each time the person was removed or came back.
  private func merges(of other: RecordID, into id: RecordID) throws -> [LoggedEvent] {
    var found: [LoggedEvent] = []
    var position = try recordOrRemoved(other)?.existence.last ?? 0
    while let logged = try event(at: position) {
      if logged.event.change.kept == id { found.append(logged) }
      position = logged.event.previous
    }
    return found
  }

  /// Events about this record that stand in the runs of other records, oldest first.
  private func relationEvents(about id: RecordID) throws -> [LoggedEvent] {
    var events: [LoggedEvent] = []
    func walk(_ position: Position) throws {
      var position = position
      while let logged = try event(at: position) {
        events.append(logged)
        position = logged.event.previous
      }
    }
    try forEachRelation(of: id, in: \.memberships) { _, relation in
      try walk(relation.writers.last)
      return true
    }
    try forEachRelation(of: id, in: \.links) { other, relation in
      if other < id { try walk(relation.writers.last) }
      events += try merges(of: other, into: id)
      return true
    }
    return events.sorted { $0.position < $1.position }
  }

  /// For every slot of a record that holds something, who set it.
  ///
  /// - Throws: ``StoreError`` with code `notFound` when there is no such record.
  /// - Complexity: O(the record's slots), one row of the log each.
  public func blame(of id: RecordID) throws -> [BlameItem] {
    guard let record = try record(id) else {
      throw StoreError(.notFound, "there is no record \(id)")
    }
    var items: [BlameItem] = []
    func add(_ slot: Slot, _ writers: Writers) throws {
      items.append(
        BlameItem(
          slotName: record.name(of: slot), slot: slot, content: record.content(of: slot),
          last: try at(writers.last), effective: try at(writers.effective)))
    }
    try add(.existence, record.existence)
    for field in record.fields where field.value != nil {
      try add(.value(field.property), field.writers)
    }
    for list in record.lists {
      for entry in list.entries where !entry.isRemoved {
        try add(.entryValue(list.property, entry.position), entry.valueWriters)
        if entry.label != nil || entry.labelWriters != entry.existence {
          try add(.entryLabel(list.property, entry.position), entry.labelWriters)
        }
      }
    }
    try blameRelations(of: id, &items)
    return items
  }

  private func blameRelations(of id: RecordID, _ items: inout [BlameItem]) throws {
    let names: [ProjectionName] = [\.members, \.memberships, \.links]
    for (index, name) in names.enumerated() {
      try forEachRelation(of: id, in: name) { other, relation in
        guard relation.state != .none else { return true }
        let key: RelationKey =
          index == 0
          ? .member(other, of: id) : index == 1 ? .member(id, of: other) : .link(id, other)
        let slot: Slot = key.isMembership ? .member(key.other) : .link(key.other)
        items.append(
          BlameItem(
            slotName: "\(key.owner)/\(slot.property)/\(key.other)", slot: slot,
            content: relation.content,
            last: try at(relation.writers.last), effective: try at(relation.writers.effective)))
        return true
      }
    }
  }

  private func at(_ position: Position) throws -> (position: Position, commit: UInt64) {
    (position, try event(at: position)?.commit ?? 0)
  }
}

extension Relation {
  var content: SlotContent {
    switch state {
    case .none: .nothing
    case .joined: .joined
    case .apart: .apart
    }
  }
}

extension Record {
  /// What a slot holds.
  func content(of slot: Slot) -> SlotContent {
    switch slot {
    case .existence: return exists ? .exists : .nothing
    case .value(let property): return self[property].map { .value($0) } ?? .nothing
    case .entry(let property, let position):
      guard let entry = entry(property, at: position), !entry.isRemoved else { return .nothing }
      return .entry(identifier: entry.identifier, label: entry.label, value: entry.value)
    case .entryValue(let property, let position):
      return entry(property, at: position).map { .value($0.value) } ?? .nothing
    case .entryLabel(let property, let position):
      return entry(property, at: position).map { .label($0.label) } ?? .nothing
    case .entryPlace(let property, let position):
      let before = predecessor(property, of: position)
      return .place(after: entry(property, at: before)?.identifier)
    case .member, .link: return .nothing
    }
  }
}

extension Record {
  /// Whether a slot belongs to an entry that was removed.
  func lacksEntry(of slot: Slot) -> Bool {
    switch slot {
    case .entryValue(let property, let position), .entryLabel(let property, let position),
      .entryPlace(let property, let position):
      entry(property, at: position)?.isRemoved == true
    default: false
    }
  }
}
