internal import ContactModel
internal import Hashing
internal import LMDB
internal import Synchronization

/// What an undo, undelete or restore comes to.
struct CompensationPlan: Sendable {
  let drafts: [(id: RecordID, events: [DraftEvent])]
  let changes: [UndoChange]
  let obstacles: [UndoObstacle]
  let kind: CommitKind
  let undoes: [UInt64]

  init(book: Compensation, obstacles: [UndoObstacle], kind: CommitKind, undoes: [UInt64]) {
    drafts = book.drafts
    changes = book.changes
    self.obstacles = obstacles
    self.kind = kind
    self.undoes = undoes
  }
}

extension Store {
  /// Saves the compensating events that `plan` works out in the write transaction.
  ///
  /// - Parameter draft: Who, through what and why; the rest is the plan's to say.
  func compensate(
    _ draft: Draft, dryRun: Bool,
    _ plan: @escaping @Sendable (BatchWriter, borrowing ReadTransaction) throws -> CompensationPlan
  ) throws -> UndoReport {
    let outcome = Mutex<CompensationPlan?>(nil)
    let batch = SecureRandom.bytes(16)
    let request = CommitRequest(batch: batch) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> Draft in
      let planned = try plan(writer, transaction)
      var draft = draft
      draft.batch = batch
      draft.kind = planned.kind
      draft.undoes = planned.undoes
      draft.records = planned.drafts
      try writer.checkMemberships(draft, transaction)
      outcome.withLock { $0 = planned }
      if dryRun { draft.records = [] }
      return draft
    }
    let commit = try self.commit(request)
    guard let planned = outcome.withLock({ $0 }) else {
      throw StoreError(.io, "the undo was not carried out")
    }
    return UndoReport(
      commit: commit, events: planned.drafts.reduce(0) { $0 + $1.events.count },
      changes: planned.changes, obstacles: planned.obstacles)
  }
}
