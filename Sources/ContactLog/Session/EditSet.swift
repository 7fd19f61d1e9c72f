internal import ContactModel

/// Changes that are not saved yet: for each record touched, how it was and how it shall be.
///
/// Events are made of the difference only when it is saved, so what cancels out makes none. Sessions
/// and imports stage their changes here, and both are rebased on what others saved meanwhile.
struct EditSet: Sendable {
  /// A touched record.
  struct Edit: Sendable {
    /// As at the first touch; a blank record for a new one.
    var base: Record
    /// First position of the newest run at the first touch: equal means nobody wrote it since.
    var baseRun: Position
    /// The commit the record was read as of.
    var baseCommit: UInt64
    /// As it shall be.
    var working: Record
  }

  /// A touched membership or link.
  struct RelationEdit: Sendable {
    var base: Relation
    var state: Relation.State
  }

  private(set) var edits: [RecordID: Edit] = [:]
  /// New records whose events are known without a difference: an import makes thousands.
  private(set) var fresh: [RecordID: [DraftEvent]] = [:]
  /// Record ids in the order they were touched, so that new ones get their numbers in that order.
  private(set) var order: [RecordID] = []
  private(set) var relations: [RelationKey: RelationEdit] = [:]
  private(set) var blobs: [ContentHash: [UInt8]] = [:]
  /// Bytes of documents that go into the log: a record keeps only their hash.
  private var documents: [ContentHash: [UInt8]] = [:]
  private var created: [Int32] = [0, 0, 0]
  /// What `modified` shows until the save.
  var time: Int64 = 0

  /// Whether saving would make a commit, as far as this session knows.
  var hasChanges: Bool {
    !fresh.isEmpty
      || edits.values.contains { !$0.base.changes(to: $0.working).isEmpty }
      || relations.contains { $0.value.state != $0.value.base.state && isLive($0.key) }
  }

  /// The records that are new, in the order they were created.
  var createdRecords: [RecordID] {
    order.filter { $0.isUnsaved && (fresh[$0] != nil || edits[$0]?.working.exists == true) }
  }

  /// A relation of a record that is created and removed in one go is none.
  private func isLive(_ key: RelationKey) -> Bool {
    [key.owner, key.other].allSatisfy { id in
      !id.isUnsaved || fresh[id] != nil || edits[id]?.working.isRemoved == false
    }
  }
}

// MARK: - Staging

extension EditSet {
  /// Begins a new record and returns its local id.
  mutating func create(_ kind: RecordKind, uid: String, source: Int32) -> RecordID {
    created[Int(kind.rawValue)] += 1
    let id = RecordID(kind, -created[Int(kind.rawValue)])
    var working = Record(id: id)
    working.apply(
      Event(.created(uid: uid, source: source), of: id), at: .provisional(.existence, 0), time: time
    )
    edits[id] = Edit(base: Record(id: id), baseRun: 0, baseCommit: 0, working: working)
    order.append(id)
    return id
  }

  /// Takes in a new record by its events, in canonical order, and returns its local id.
  mutating func create(_ kind: RecordKind, events: [DraftEvent]) -> RecordID {
    created[Int(kind.rawValue)] += 1
    let id = RecordID(kind, -created[Int(kind.rawValue)])
    fresh[id] = events
    order.append(id)
    return id
  }

  /// Takes a stored record in, unless it is touched already.
  mutating func touch(_ record: Record, newestRun: Position, commit: UInt64) {
    guard edits[record.id] == nil else { return }
    edits[record.id] = Edit(
      base: record, baseRun: newestRun, baseCommit: commit, working: record)
    order.append(record.id)
  }

  /// Applies a change to a touched record.
  mutating func apply(_ change: Change, to id: RecordID) {
    let position = change.addedEntry?.provisional ?? .provisional(.existence, 0)
    if case .valueSet(_, .document(let reference, let bytes)) = change {
      documents[reference.hash] = bytes
    }
    edits[id]?.working.apply(Event(change, of: id), at: position, time: time)
  }

  /// Adds an entry at the end, or behind another one, and returns its identifier.
  @discardableResult
  mutating func add(
    _ property: Property, to id: RecordID, label: Label?, value: Value, after: Position? = nil
  ) -> Int32 {
    guard let record = edits[id]?.working else { return -1 }
    let list = record.list(property)
    let identifier = list?.nextIdentifier ?? 0
    apply(
      .entryAdded(
        property, identifier: identifier, after: after ?? list?.entries.last?.position ?? 0,
        label: label, value: value), to: id)
    return identifier
  }

  /// Says what shall stand between two records.
  mutating func set(
    _ key: RelationKey, _ state: Relation.State, base: @autoclosure () throws -> Relation
  ) rethrows {
    if relations[key] != nil {
      relations[key]?.state = state
    } else {
      relations[key] = RelationEdit(base: try base(), state: state)
    }
  }

  /// The bytes that the events of a draft name: photos tried out and dropped stay out of the log.
  func blobs(namedBy draft: Draft) -> [ContentHash: [UInt8]] {
    var named: [ContentHash: [UInt8]] = [:]
    for (_, events) in draft.records {
      for event in events {
        guard case .valueSet(_, .blob(let reference)) = event.change else { continue }
        named[reference.hash] = blobs[reference.hash]
      }
    }
    return named
  }

  /// Keeps bytes that a value names by their hash.
  mutating func keep(_ bytes: [UInt8], _ hash: ContentHash) { blobs[hash] = bytes }
}

// MARK: - Saving

extension EditSet {
  /// How a slot changed by others meanwhile is handled.
  enum Policy: Sendable {
    /// Nothing is written and the save throws.
    case report
    /// Mine stands; theirs stays in history.
    case lastWriterWins
  }

  /// The events to append, given the book as it is in the write transaction.
  ///
  /// - Throws: ``StoreError`` with code `conflict`, naming every slot; `removed` where a member or
  ///   linked person is gone.
  func events(
    _ current: (Edit) throws -> (record: Record, newestRun: Position)?,
    relation: (RelationKey) throws -> Relation,
    relationsOf: (RecordID) throws -> [RelationKey: Relation], policy: Policy
  ) throws -> [(id: RecordID, events: [DraftEvent])] {
    var drafts: [RecordID: [DraftEvent]] = [:]
    var conflicts: [SlotConflict] = []
    var gone: Set<RecordID> = []
    for id in order {
      if let events = fresh[id] { drafts[id] = events }
      guard let edit = edits[id] else { continue }
      let (changes, found) = try changes(edit, current(edit))
      conflicts += found
      drafts[id] = changes.map { DraftEvent(change: withDocument($0)) }
      if edit.working.isRemoved { gone.insert(id) }
    }
    for (key, edit) in relations.sorted(by: { $0.key < $1.key }) {
      if gone.contains(key.owner) || gone.contains(key.other) { continue }
      let now = key.isUnsaved ? .none : try relation(key)
      if now.state == edit.state || edit.state == edit.base.state { continue }
      if now.writers.last != edit.base.writers.last, now.state != edit.base.state {
        conflicts.append(
          SlotConflict(
            record: key.owner, slot: key.isMembership ? .member(key.other) : .link(key.other),
            base: nil, theirs: nil, mine: nil, writer: now.writers.last))
      }
      drafts[key.owner, default: []].append(DraftEvent(change: key.change(to: edit.state)))
    }
    // Nobody brings a removed record back by accident, not even the last writer.
    let resurrects = conflicts.contains {
      $0.slot == .existence && edits[$0.record]?.working.isRemoved == false
    }
    if resurrects || policy == .report && !conflicts.isEmpty {
      var error = StoreError(
        .conflict, "\(conflicts.count) slot(s) were changed by another save meanwhile")
      error.conflicts = conflicts
      throw error
    }
    // A removed record leaves its groups and links, with an event for each.
    var cleared: Set<RelationKey> = []
    for id in gone.sorted() where drafts[id]?.isEmpty == false {
      for (key, relation) in try relationsOf(id).sorted(by: { $0.key < $1.key })
      where relation.state != .none && cleared.insert(key).inserted {
        drafts[key.owner, default: []].append(DraftEvent(change: key.change(to: .none)))
      }
    }
    let staged = Set(order)
    let touched = order + drafts.keys.filter { !staged.contains($0) }.sorted()
    return touched.compactMap { id in
      drafts[id].flatMap { $0.isEmpty ? nil : (id: id, events: $0) }
    }
  }

  /// Puts the bytes back that a record does not keep.
  private func withDocument(_ change: Change) -> Change {
    guard case .valueSet(let property, .blob(let reference)) = change,
      let bytes = documents[reference.hash]
    else { return change }
    return .valueSet(property, .document(reference, bytes))
  }

  private func changes(
    _ edit: Edit, _ current: (record: Record, newestRun: Position)?
  ) throws -> ([Change], [SlotConflict]) {
    guard let current, current.newestRun != edit.baseRun else {
      return (edit.base.changes(to: edit.working), [])
    }
    if edit.base.changes(to: edit.working).isEmpty { return ([], []) }
    let (merged, conflicts) = current.record.merging(base: edit.base, mine: edit.working)
    return (current.record.changes(to: merged), conflicts)
  }
}

extension RelationKey: Comparable {
  static func < (a: RelationKey, b: RelationKey) -> Bool {
    a.owner == b.owner ? a.other < b.other : a.owner < b.owner
  }

  var isUnsaved: Bool { owner.isUnsaved || other.isUnsaved }

  /// The change that brings the relation into a state.
  func change(to state: Relation.State) -> Change {
    switch (state, isMembership) {
    case (.none, true), (.apart, true): .memberRemoved(other)
    case (.joined, true): .memberAdded(other)
    case (.none, false): .unlinked(other)
    case (.joined, false): .linked(other)
    case (.apart, false): .keptApart(other)
    }
  }
}
