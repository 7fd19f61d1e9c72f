internal import ContactModel
internal import Hashing
internal import LMDB
internal import Synchronization

/// What to do with slots that cannot be taken back cleanly.
public enum UndoPolicy: String, Sendable, Hashable, CaseIterable {
  /// Nothing is written if there is any.
  case strict
  /// They stay as they are, the others are taken back.
  case skip
  /// Superseded ones are taken back too; later values stay in history.
  case force
}

/// What an undo did, or would do.
public struct UndoReport: Sendable {
  /// The compensating commit; `nil` for a dry run, or where nothing was left to take back.
  public let commit: Commit?
  /// How many events it has, or would have.
  public let events: Int
  /// What could not be taken back cleanly.
  public let obstacles: [UndoObstacle]
}

extension Store {
  /// Takes commits back by a new commit that names them; later changes of other slots stay.
  ///
  /// An undo can be undone like any commit. Commits are taken back from the newest to the oldest,
  /// all in one commit.
  ///
  /// - Parameters:
  ///   - commits: Which; order and repetition make no difference.
  ///   - dryRun: Only report.
  /// - Throws: ``StoreError`` with code `notFound` for a commit that is not there, `superseded`
  ///   under the strict policy, with every obstacle (nothing is written), `invalid` where a group would
  ///   contain itself, `busy`, `full`, `io`.
  /// - Complexity: O(events undone), each with a row of the log; independent of the store's size.
  public func undo(
    _ commits: [UInt64], author: String, program: String, note: String? = nil,
    policy: UndoPolicy = .strict, dryRun: Bool = false
  ) throws -> UndoReport {
    let ordered = Set(commits).sorted(by: >)
    guard !ordered.isEmpty else { throw StoreError(.invalid, "name the commits to undo") }
    let result = Mutex<(events: Int, obstacles: [UndoObstacle])>((0, []))
    let batch = SecureRandom.bytes(16)
    let request = CommitRequest(batch: batch) { writer, transaction in
      var plan = UndoPlan(policy: policy)
      var allUndo = true
      for number in ordered {
        guard let commit = try writer.reader.commit(number, transaction) else {
          throw StoreError(.notFound, "there is no commit \(number)")
        }
        if commit.header.kind != .undo { allUndo = false }
        try plan.undo(number, writer, transaction)
      }
      let drafts = plan.drafts
      let count = drafts.reduce(0) { $0 + $1.events.count }
      let obstacles = plan.obstacles
      result.withLock { $0 = (count, obstacles) }
      var draft = Draft(
        batch: batch, author: author, program: program, kind: allUndo ? .redo : .undo, note: note)
      draft.undoes = ordered.reversed()
      if dryRun { return draft }
      if policy == .strict, !obstacles.isEmpty {
        var error = StoreError(
          .superseded, "\(obstacles.count) slot(s) were changed since; nothing was undone")
        error.obstacles = obstacles
        throw error
      }
      draft.records = drafts
      try writer.checkMemberships(draft, transaction)
      return draft
    }
    let commit = try self.commit(request)
    let (events, obstacles) = result.withLock { $0 }
    return UndoReport(commit: commit, events: events, obstacles: obstacles)
  }

  /// The commits of an import, oldest first.
  ///
  /// - Throws: As ``read(_:)``.
  /// - Complexity: O(commits).
  public func commits(ofImport importID: [UInt8]) throws -> [UInt64] {
    try read { snapshot in
      var found: [UInt64] = []
      try snapshot.forEachCommit { commit in
        if commit.header.importID == importID { found.append(commit.number) }
        return true
      }
      return found.reversed()
    }
  }
}
