internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB
internal import Synchronization

/// Pending changes of one author, and the book with them.
///
/// Nothing is written before ``save(note:)``, which commits all changes as one batch or none.
/// Records that the session has not touched read as of now; a touched one keeps, for each slot it
/// changes, what the slot was at the first touch, so that a change by somebody else meanwhile is
/// noticed. A session may be used from several threads, one call at a time.
public final class Session: Sendable {
  /// Who makes the changes.
  public let author: String
  /// Through what.
  public let program: String
  /// Whether a save that would remove or empty much of the book is held, see ``MassChange``.
  public let guardsMassChange: Bool
  let store: Store
  let state: Mutex<State>

  /// What is pending.
  struct State: Sendable {
    var edits = EditSet()
    /// Kept until the outcome is known, so that a repeated save is recognised.
    var batch: [UInt8]?
    var policy: EditSet.Policy
  }

  /// What to do with a slot that somebody else changed meanwhile.
  public enum ConflictPolicy: Sendable, Hashable {
    /// Throw `conflict` with every such slot; nothing is written, the changes stay pending.
    case report
    /// This session's value stands; the other one stays in history.
    case lastWriterWins
  }

  init(
    _ store: Store, author: String, program: String, conflicts: ConflictPolicy,
    guardsMassChange: Bool
  ) {
    self.store = store
    self.author = author
    self.program = program
    self.guardsMassChange = guardsMassChange
    state = Mutex(State(policy: conflicts == .report ? .report : .lastWriterWins))
  }

  /// Whether a save would make a commit: true after any change, false again when changes cancel
  /// out.
  ///
  /// - Complexity: O(touched records).
  public var hasUnsavedChanges: Bool { state.withLock { $0.edits.hasChanges } }

  /// Drops all pending changes.
  public func revert() {
    state.withLock {
      $0.edits = EditSet()
      $0.batch = nil
    }
  }
}

extension Store {
  /// Begins to collect changes of an author made through a program.
  ///
  /// - Parameter guardsMassChange: Whether a save is held that would remove or empty more of the book
  ///   than the settings allow; false for programs that cannot ask.
  public func session(
    author: String, program: String, conflicts: Session.ConflictPolicy = .report,
    guardsMassChange: Bool = true
  ) -> Session {
    Session(
      self, author: author, program: program, conflicts: conflicts,
      guardsMassChange: guardsMassChange)
  }
}

// MARK: - Saving

extension Session {
  /// Saves the pending changes as one commit.
  ///
  /// Either all changes become visible and durable, or none. Changes that others saved meanwhile to
  /// other slots are kept. Afterwards the session is empty; records it created have the numbers in
  /// ``Commit/ids``.
  ///
  /// - Parameters:
  ///   - note: Why, for the history.
  ///   - confirmingMassChange: Save also what removes or empties much of the book.
  /// - Returns: The commit; `nil` when nothing changed, and then nothing was written.
  /// - Throws: ``StoreError`` with code `conflict`, `held` (with the numbers in
  ///   ``StoreError/massChange``), `busy`, `full`, `removed`, `invalid` or `io` (nothing was written,
  ///   the changes stay pending), or `outcomeUnknown` (saving again is safe: the batch is
  ///   recognised).
  /// - Complexity: One write transaction, shared with savers that wait, with two flushes; work
  ///   grows with the changed slots, not with the store.
  @discardableResult
  public func save(note: String? = nil, confirmingMassChange: Bool = false) throws -> Commit? {
    let isGuarded = guardsMassChange && !confirmingMassChange
    return try state.withLock { state in
      guard state.edits.hasChanges else {
        state.edits = EditSet()
        state.batch = nil
        return nil
      }
      let batch = state.batch ?? SecureRandom.bytes(16)
      state.batch = batch
      let draft = Draft(
        batch: batch, author: author, program: program, kind: .save, note: note)
      do {
        var commit = try store.commit(
          Self.request(state.edits, draft, state.policy, guardsMassChange: isGuarded))
        let edits = state.edits
        state.edits = EditSet()
        state.batch = nil
        // The batch of a retry is read from the log, which does not know the session's names.
        if let saved = commit, saved.ids.isEmpty {
          commit?.ids = (try? ids(of: saved, edits)) ?? [:]
        }
        return commit
      } catch {
        // Surely not written, unless the outcome is unknown: then the batch must be kept.
        if (error as? StoreError)?.code != .outcomeUnknown { state.batch = nil }
        throw error
      }
    }
  }

  /// What the new records of a saved batch are called: they got their numbers in order.
  private func ids(of commit: Commit, _ edits: EditSet) throws -> [RecordID: RecordID] {
    let locals = edits.createdRecords
    if locals.isEmpty { return [:] }
    let created = try store.read { try $0.events(of: commit.number) }.compactMap { logged in
      if case .created = logged.event.change { logged.event.record } else { nil as RecordID? }
    }
    var ids: [RecordID: RecordID] = [:]
    for kind in RecordKind.allCases {
      let numbered = zip(
        locals.filter { $0.kind == kind }, created.filter { $0.kind == kind }.sorted())
      for (local, saved) in numbered { ids[local] = saved }
    }
    return ids
  }

  /// A request that rebases edits on the book as it is in the write transaction.
  static func request(
    _ edits: EditSet, _ draft: Draft, _ policy: EditSet.Policy, guardsMassChange: Bool = true
  ) -> CommitRequest {
    CommitRequest(batch: draft.batch) { writer, transaction in
      var draft = draft
      draft.records = try edits.events(
        { try writer.recordToWrite($0, transaction) },
        relation: { try writer.relation($0, transaction) },
        relationsOf: { try writer.relationsToEnd(of: $0, transaction) }, policy: policy)
      if !edits.blobs.isEmpty { draft.blobs = edits.blobs(namedBy: draft) }
      try writer.checkMemberships(draft, transaction)
      if guardsMassChange { try writer.checkMassChange(draft.records, transaction) }
      return draft
    }
  }
}

extension BatchWriter {
  /// All relations of a record, after the batches so far.
  func relations(
    of id: RecordID, _ transaction: borrowing ReadTransaction
  ) throws -> [RelationKey: Relation] {
    if id.isUnsaved { return [:] }
    var found: [RelationKey: Relation] = [:]
    let set = reader.tables.projections[head.liveSet]
    try reader.relations(of: id, in: set.members, transaction) { other, relation in
      found[.member(other, of: id)] = relation
      return true
    }
    try reader.relations(of: id, in: set.memberships, transaction) { other, relation in
      found[.member(id, of: other)] = relation
      return true
    }
    try reader.relations(of: id, in: set.links, transaction) { other, relation in
      found[.link(id, other)] = relation
      return true
    }
    for (key, relation) in relations where key.owner == id || key.other == id {
      found[key] = relation
    }
    return found
  }

  /// The relations that end with a record: all but the links with those who went into it.
  fileprivate func relationsToEnd(
    of id: RecordID, _ transaction: borrowing ReadTransaction
  ) throws -> [RelationKey: Relation] {
    try relations(of: id, transaction).filter { key, _ in
      if key.isMembership { return true }
      return try record(key.owner == id ? key.other : key.owner, transaction)?.record.exists
        != false
    }
  }

  /// Refuses members and linked people that are gone, and groups that would contain themselves.
  ///
  /// - Throws: ``StoreError`` with code `removed` or `invalid`.
  func checkMemberships(_ draft: Draft, _ transaction: borrowing ReadTransaction) throws {
    var added: [RecordID: [RecordID]] = [:]
    var ended: Set<RelationKey> = []
    var restored: Set<RecordID> = []
    for (owner, events) in draft.records {
      for event in events {
        if case .restored = event.change { restored.insert(owner) }
        if case .memberRemoved(let other) = event.change {
          ended.insert(.member(other, of: owner))
        }
      }
    }
    for (owner, events) in draft.records {
      for event in events {
        guard let other = event.change.other else { continue }
        switch event.change {
        case .memberAdded, .linked, .keptApart:
          for id in [owner, other] where !id.isUnsaved && !restored.contains(id) {
            guard try record(id, transaction)?.record.exists == true else {
              throw StoreError(.removed, "\(id) was removed meanwhile")
            }
          }
          if other.kind == .group { added[other, default: []].append(owner) }
        default: break
        }
      }
    }
    for (group, owners) in added {
      var seen: Set<RecordID> = []
      var waiting = owners
      while let parent = waiting.popLast() {
        if parent == group {
          throw StoreError(.invalid, "\(group) would be a member of itself")
        }
        guard seen.insert(parent).inserted else { continue }
        waiting += added[parent] ?? []
        for (key, relation) in try relations(of: parent, transaction)
        where key.other == parent && relation.state == .joined && key.isMembership
          && !ended.contains(key)
        {
          waiting.append(key.owner)
        }
      }
    }
  }
}
