internal import ContactModel
internal import LMDB

/// Works out, in the write transaction, which events take commits back.
///
/// A slot is clean when the effect that stands is that of the event to undo. A compensating event
/// says which earlier effect stands again, so undoing commit 6 and then 5 is clean, as is undoing
/// both at once.
struct UndoPlan {
  let policy: UndoPolicy
  private(set) var obstacles: [UndoObstacle] = []
  private var records: [RecordID: Record] = [:]
  private var relations: [RelationKey: Relation] = [:]
  /// Both as they are in the book, without the plan.
  private var storedRecords: [RecordID: Record] = [:]
  private var storedRelations: [RelationKey: Relation] = [:]
  /// Compensating events by record, in order; a later one for the same slot replaces an earlier.
  private var events: [RecordID: [(slot: Slot, event: DraftEvent)]] = [:]

  init(policy: UndoPolicy) { self.policy = policy }

  /// The compensating events by record; where the effect that would stand again stands already,
  /// as when a commit is undone together with its undo, there is none.
  var drafts: [(id: RecordID, events: [DraftEvent])] {
    events.map { id, staged in
      let changing = staged.filter { slot, event in
        event.restores == 0 || event.restores != storedEffect(slot, id, event.change)
      }
      return (id: id, events: changing.map(\.event))
    }.sorted { $0.id < $1.id }
  }

  private func storedEffect(_ slot: Slot, _ id: RecordID, _ change: Change) -> Position? {
    if let key = Event(change, of: id).relationKey {
      return storedRelations[key]?.writers.effective
    }
    return storedRecords[id]?.writers(of: slot)?.effective
  }

  /// Takes the events of a commit back, the last first.
  mutating func undo(
    _ number: UInt64, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    // Removed records come back first, so that what left with them can; created ones go last, when
    // all they had is gone.
    let events = try writer.reader.events(of: number, transaction)
    for turn in 0..<3 {
      for logged in events.reversed() where Self.turn(logged.event.change) == turn {
        try undo(logged, writer, transaction)
      }
    }
  }

  private static func turn(_ change: Change) -> Int {
    switch change {
    case .removed: 0
    case .created, .restored: 2
    default: 1
    }
  }

  private mutating func undo(
    _ logged: LoggedEvent, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let event = logged.event
    guard let slot = event.change.slot(at: logged.position) else { return }
    let record = try record(event.record, writer, transaction)
    let effect = event.restores == 0 ? logged.position : event.restores
    let stands: Writers
    if let key = event.relationKey {
      stands = try relation(key, writer, transaction).writers
    } else {
      stands = record.writers(of: slot) ?? .none
    }
    var reason: UndoObstacle.Reason?
    if slot != .existence, record.isRemoved {
      reason = .gone
    } else if let other = event.change.other,
      try self.record(other, writer, transaction).isRemoved
    {
      reason = .gone
    } else if record.lacksEntry(of: slot) {
      reason = .gone
    } else if stands.effective != effect {
      reason = record.isRemoved ? .gone : .superseded
    }
    if let reason {
      try report(slot, logged, record, reason, stands.effective, writer, transaction)
      if policy != .force || reason == .gone { return }
    }
    switch event.change {
    case .created:
      guard try clear(record, logged, since: 0, writer, transaction) else { return }
    case .restored:
      guard try clear(record, logged, since: logged.position, writer, transaction) else { return }
    case .entryAdded, .entryRestored:
      guard try clear(slot, record, logged, writer, transaction) else { return }
    default: break
    }
    let previous = try writer.reader.event(at: event.previous, transaction)?.event
    let inverse = try event.change.inverse(at: logged.position, previous: previous?.change) {
      try Self.predecessor(event, at: logged.position, writer, transaction)
    }
    guard let inverse else { return }
    let restores = previous.map { $0.restores == 0 ? event.previous : $0.restores } ?? 0
    stage(DraftEvent(change: inverse, restores: restores), of: event.record, slot)
  }

  /// Applies a compensating event to the plan's own view.
  private mutating func stage(_ draft: DraftEvent, of id: RecordID, _ slot: Slot) {
    events[id, default: []].removeAll { $0.slot == slot }
    events[id, default: []].append((slot, draft))
    let event = Event(draft.change, of: id, restores: draft.restores)
    let position = Position.provisional(.existence, 0)
    if let key = event.relationKey {
      relations[key]?.apply(event, at: position)
    } else {
      records[id]?.apply(event, at: position, time: 0)
    }
  }

  /// Before an entry is taken back it must be as it was added: a later value would go with it.
  ///
  /// - Returns: Whether the entry may go.
  private mutating func clear(
    _ slot: Slot, _ record: Record, _ logged: LoggedEvent, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard case .entry(let property, let position) = slot,
      let entry = record.entry(property, at: position)
    else { return true }
    let later: [(Slot, Position)] = [
      (.entryValue(property, position), entry.valueWriters.effective),
      (.entryLabel(property, position), entry.labelWriters.effective),
    ].filter { $0.1 > logged.position }
    for (slot, position) in later {
      try report(slot, logged, record, .superseded, position, writer, transaction)
    }
    return policy == .force || later.isEmpty
  }

  /// Before a creation or a restoration is taken back nothing may be left that later commits gave
  /// the record.
  ///
  /// - Parameter since: Only what was written after this position counts.
  /// - Returns: Whether the record may go.
  private mutating func clear(
    _ record: Record, _ logged: LoggedEvent, since: Position, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var left: [(Slot, Position)] = []
    for field in record.fields where field.value != nil {
      left.append((.value(field.property), field.writers.effective))
    }
    for list in record.lists {
      for entry in list.entries where !entry.isRemoved {
        let (property, position) = (list.property, entry.position)
        left.append((.entry(property, position), entry.existence.effective))
        // What stood there before may have been edited since.
        if since == 0 || entry.existence.effective > since { continue }
        left.append((.entryValue(property, position), entry.valueWriters.effective))
        left.append((.entryLabel(property, position), entry.labelWriters.effective))
      }
    }
    left.removeAll { $0.1 <= since }
    for (slot, position) in left {
      try report(slot, logged, record, .superseded, position, writer, transaction)
    }
    let joined = try writer.relations(of: record.id, transaction).keys.filter {
      try relation($0, writer, transaction).state != .none
    }
    for key in joined.sorted() {
      let slot: Slot = key.isMembership ? .member(key.other) : .link(key.other)
      if policy == .force {
        stage(DraftEvent(change: key.change(to: .none)), of: key.owner, slot)
      } else {
        let position = try relation(key, writer, transaction).writers.effective
        let owner = try self.record(key.owner, writer, transaction)
        try report(slot, logged, owner, .superseded, position, writer, transaction)
      }
    }
    return policy == .force || (left.isEmpty && joined.isEmpty)
  }

  private mutating func report(
    _ slot: Slot, _ logged: LoggedEvent, _ record: Record, _ reason: UndoObstacle.Reason,
    _ stands: Position, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let by = stands.isProvisional ? nil : try writer.reader.event(at: stands, transaction)
    obstacles.append(
      UndoObstacle(
        record: record.id, slot: slot, reason: reason, slotName: record.name(of: slot),
        then: logged.event.change.value, now: record.value(of: slot), commit: by?.commit ?? 0))
  }

  private mutating func record(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    if let known = records[id] { return known }
    let record = try writer.record(id, transaction)?.record ?? Record(id: id)
    records[id] = record
    storedRecords[id] = record
    return record
  }

  private mutating func relation(
    _ key: RelationKey, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    if let known = relations[key] { return known }
    let relation = try writer.relation(key, transaction)
    relations[key] = relation
    storedRelations[key] = relation
    return relation
  }

  /// The entry that stood in front of a moved one before the move.
  private static func predecessor(
    _ event: Event, at position: Position, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Position {
    guard case .entryMoved(let property, let entry, _) = event.change else { return 0 }
    var record = Record(id: event.record)
    let newest = try writer.record(event.record, transaction)?.newestRun ?? 0
    for logged in try writer.reader.events(fromRun: newest, transaction)
    where logged.position < position {
      record.apply(logged.event, at: logged.position, time: 0)
    }
    return record.predecessor(property, of: entry)
  }
}

extension Change {
  /// The value that the change gave its slot.
  var value: Value? {
    switch self {
    case .valueSet(_, let value), .entryValueSet(_, _, let value),
      .entryAdded(_, _, _, _, let value):
      value
    case .entryLabelSet(_, _, let label): label.map { .text($0.word) }
    default: nil
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

  /// The value that a slot has now.
  func value(of slot: Slot) -> Value? {
    switch content(of: slot) {
    case .value(let value), .entry(_, _, let value): value
    case .label(let label): label.map { .text($0.word) }
    default: nil
    }
  }
}
