internal import ContactModel
internal import LMDB

/// Works out, in the write transaction, which events take commits back.
///
/// A slot is clean when the effect that stands is that of the event to undo. A compensating event
/// says which earlier effect stands again, so undoing commit 6 and then 5 is clean, as is undoing
/// both at once.
struct UndoPlan {
  let policy: UndoPolicy
  /// What it is limited to; nothing: no limit.
  let only: [RecordPart]
  var book = Compensation()
  var obstacles: [UndoObstacle] = []
  /// Slots that are obstacles already, with their places.
  var reported: [SlotKey: Int] = [:]
  /// Whether what is in the way is listed already, and is now gone over.
  ///
  /// So the list is the same under every policy.
  private(set) var isForcing = false
  /// Whether each commit to take back is an undo itself.
  private(set) var areAllUndos = true
  /// The commits to take back.
  private(set) var numbers: Set<UInt64> = []
  /// Of memberships and links, the commit that was taken back last.
  private(set) var undoing: [RelationKey: UInt64] = [:]
  private var commits: [UInt64: Commit] = [:]
  private var places = PlaceHistory()

  init(policy: UndoPolicy, only: [RecordPart]) {
    self.policy = policy
    self.only = only
  }

  /// Takes commits back, the newest first, and of each the last event first.
  ///
  /// - Throws: ``StoreError`` with code `notFound` for a commit that is not there, and for a part
  ///   that none of the commits wrote.
  mutating func undo(
    _ numbers: [UInt64], _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    var batches: [[LoggedEvent]] = []
    var unmet = Set(only)
    for number in numbers.sorted(by: >) {
      guard let commit = try writer.reader.commit(number, transaction) else {
        throw StoreError(
          .notFound,
          "there is no commit \(number); the last one is commit \(writer.head.commit)")
      }
      commits[number] = commit
      self.numbers.insert(number)
      if commit.header.kind != .undo { areAllUndos = false }
      var events = try writer.reader.events(of: number, transaction)
      if !only.isEmpty {
        var wanted: [LoggedEvent] = []
        for logged in events where try isWanted(logged, &unmet, writer, transaction) {
          wanted.append(logged)
        }
        events = wanted
      }
      batches.append(events)
    }
    if let part = RecordPart.first(unmet) {
      throw StoreError(
        .notFound, "nothing of \(part) was written by \(Self.list(numbers.sorted()))")
    }
    places.note(batches.lazy.joined())
    try takeBack(batches, writer, transaction)
    if policy == .force, !obstacles.isEmpty {
      isForcing = true
      book = Compensation()
      for index in obstacles.indices { obstacles[index].isLeft = false }
      try takeBack(batches, writer, transaction)
    }
  }

  private mutating func takeBack(
    _ batches: [[LoggedEvent]], _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    for logged in batches.joined() {
      if case .created = logged.event.change { book.created.insert(logged.event.record) }
    }
    for events in batches {
      // Removed records come back first, so that what left with them can; created ones go last, when
      // all they had is gone.
      for turn in 0..<3 {
        for logged in events.reversed() where Self.turn(logged.event.change) == turn {
          try undo(logged, writer, transaction)
        }
      }
    }
    try leaveOutCircles(writer, transaction)
  }

  /// Whether an event belongs to what the undo is limited to; strikes off the parts that it meets.
  private mutating func isWanted(
    _ logged: LoggedEvent, _ unmet: inout Set<RecordPart>, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let slot = logged.event.change.slot(at: logged.position) else { return false }
    let owner = try book.record(logged.event.record, writer, transaction)
    let met = only.filter { $0.contains(slot, of: owner) }
    unmet.subtract(met)
    return !met.isEmpty
  }

  private static func turn(_ change: Change) -> Int {
    switch change {
    case .removed, .mergedInto: 0
    case .created, .restored: 2
    default: 1
    }
  }

  private static func list(_ numbers: [UInt64]) -> String {
    guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else {
      return "commit \(numbers.first ?? 0)"
    }
    return "the \(numbers.count) commits from \(first) to \(last)"
  }
}

// MARK: - One event

extension UndoPlan {
  private mutating func undo(
    _ logged: LoggedEvent, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let event = logged.event
    guard let slot = event.change.slot(at: logged.position) else { return }
    let key = SlotKey(record: event.record, slot: slot)
    let record = try book.record(event.record, writer, transaction)
    let stands: Writers
    if let relation = event.relationKey {
      stands = try book.relation(relation, writer, transaction).writers
      undoing[relation] = logged.commit
    } else {
      stands = record.writers(of: slot) ?? .none
    }
    var isClean = true
    if let removal = try removal(since: logged, slot, record, writer, transaction) {
      try report(
        key, logged, .gone, by: removal.writers, of: removal.key,
        isLeft: event.relationKey != nil || book.created.contains(record.id), writer, transaction)
      isClean = false
    } else if stands.effective != logged.effect {
      try report(key, logged, .superseded, by: stands, writer, transaction)
      isClean = false
    }
    // The report is complete: what else is in the way is looked for first.
    switch event.change {
    case .created, .restored:
      // Gone by somebody else's hand: there is nothing left to do.
      if record.isRemoved { return }
      var since = logged.position
      if case .created = event.change { since = 0 }
      if try !clear(record, logged, since: since, writer, transaction) { isClean = false }
    case .entryAdded, .entryRestored:
      if try !clear(slot, record, logged, writer, transaction) { isClean = false }
    default: break
    }
    guard isClean || isForcing else { return }
    guard let inverse = try inverse(of: logged, writer, transaction),
      try isPossible(inverse.change, of: record, writer, transaction)
    else { return }
    book.stage(inverse, of: event.record, slot)
  }

  /// Who removed what the slot of an event belongs to and what was there when the event was written:
  /// the record, the other record, the entry; `nil`: it is still there, or was not even then.
  ///
  /// A forced undo writes to removed records; these are not gone since.
  private mutating func removal(
    since logged: LoggedEvent, _ slot: Slot, _ record: Record, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> (key: SlotKey, writers: Writers)? {
    if slot == .existence {
      let isGone = record.isRemoved && record.existence.effective != logged.effect
      return isGone ? (SlotKey(record: record.id, slot: slot), record.existence) : nil
    }
    var needed = [SlotKey(record: record.id, slot: .existence)]
    if let other = slot.other { needed.append(SlotKey(record: other, slot: .existence)) }
    if slot.isOfEntry, let entry = slot.entry {
      needed.append(SlotKey(record: record.id, slot: .entry(slot.property, entry)))
    }
    for key in needed {
      let owner = try book.record(key.record, writer, transaction)
      guard owner.isRemoved(key.slot), let writers = owner.writers(of: key.slot) else { continue }
      if try wasThere(key, at: logged.position, writer, transaction) { return (key, writers) }
    }
    return nil
  }

  /// Whether a record or an entry was there when the log ended at a position.
  ///
  /// - Complexity: O(its removals and returns since), one row of the log each.
  private func wasThere(
    _ key: SlotKey, at position: Position, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var at = book.storedWriters(of: key).last
    while let event = try writer.event(at: at, transaction)?.event {
      if at <= position {
        switch event.change {
        case .created, .restored, .entryAdded, .entryRestored: return true
        default: return false
        }
      }
      guard event.previous < at else {
        throw StoreError(.damaged, "the event at position \(at) points forward; run verify")
      }
      at = event.previous
    }
    return false
  }

  /// The compensating event.
  private mutating func inverse(
    of logged: LoggedEvent, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> DraftEvent? {
    let previous = try writer.event(at: logged.event.previous, transaction)?.event
    var place: Position = 0
    if case .entryMoved = logged.event.change {
      place = try places.predecessor(before: logged, writer, transaction)
    }
    let inverse = logged.event.change.inverse(
      at: logged.position, previous: previous?.change, predecessor: { place })
    let restores = previous.map { $0.restores == 0 ? logged.event.previous : $0.restores }
    return inverse.map { DraftEvent(change: $0, restores: restores ?? 0) }
  }

  /// Whether both records of a membership or link that is to stand again exist.
  private mutating func isPossible(
    _ change: Change, of record: Record, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    switch change {
    case .memberAdded(let other), .linked(let other), .keptApart(let other):
      try record.exists && book.record(other, writer, transaction).exists
    default: true
    }
  }

  /// Ends a relation of a record that goes by force.
  mutating func end(_ key: RelationKey) {
    book.stage(DraftEvent(change: key.change(to: .none)), of: key.owner, key.slot)
  }

  /// A record as the plan has it.
  mutating func record(
    _ id: RecordID, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    try book.record(id, writer, transaction)
  }

  /// A relation as the plan has it.
  mutating func relation(
    _ key: RelationKey, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    try book.relation(key, writer, transaction)
  }

  /// The commit of the event at a position; `nil` for what the plan itself stages.
  mutating func commit(
    at position: Position, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Commit? {
    guard !position.isProvisional,
      let number = try writer.event(at: position, transaction)?.commit
    else { return nil }
    if let known = commits[number] { return known }
    commits[number] = try writer.commit(number, transaction)
    return commits[number]
  }
}

extension LoggedEvent {
  /// The position whose effect the event brought about.
  var effect: Position { event.restores == 0 ? position : event.restores }
}

extension RecordPart {
  /// The one of a set to name in a message: always the same.
  fileprivate static func first(_ parts: Set<RecordPart>) -> RecordPart? {
    parts.min { $0.description < $1.description }
  }
}

extension Slot {
  /// Whether it is the value, label or place of an entry.
  fileprivate var isOfEntry: Bool {
    switch self {
    case .entryValue, .entryLabel, .entryPlace: true
    default: false
    }
  }
}

extension Record {
  /// Whether the record, or the entry of a slot, was removed.
  fileprivate func isRemoved(_ slot: Slot) -> Bool {
    guard let position = slot.entry else { return isRemoved }
    return entry(slot.property, at: position)?.isRemoved == true
  }
}
