public import ContactModel
internal import Hashing
internal import LMDB
internal import Synchronization

extension Store {
  /// Takes commits back by a new commit that names them; later changes of other slots stay.
  ///
  /// Commits are taken back from the newest to the oldest, all in one commit. An undo can be undone
  /// like any commit, and that is how one redoes. A record whose creation is taken back goes whole,
  /// with all it holds, or stays whole.
  ///
  /// - Parameters:
  ///   - commits: Which; order and repetition make no difference.
  ///   - only: Limits it to records or parts of them; nothing: all that the commits wrote.
  ///   - policy: What becomes of slots that cannot be taken back cleanly.
  ///   - dryRun: Only report; obstacles do not throw then.
  /// - Throws: ``StoreError`` with code `notFound` for a commit that is not there and for a part that
  ///   the commits did not write; `undone` when all was taken back already, whatever the policy;
  ///   `superseded` under the strict policy, with every obstacle; `busy`, `full`, `io`. Nothing is
  ///   written then.
  /// - Complexity: O(events undone), each with a row of the log, and the own history of records whose
  ///   entries moved; independent of the store's size.
  @discardableResult
  public func undo(
    _ commits: [UInt64], only: [RecordPart] = [], author: String, program: String,
    note: String? = nil, policy: UndoPolicy = .strict, dryRun: Bool = false
  ) throws -> UndoReport {
    let numbers = Set(commits).sorted()
    guard !numbers.isEmpty else { throw StoreError(.invalid, "name the commits to undo") }
    let draft = Draft(batch: [], author: author, program: program, kind: .undo, note: note)
    return try compensate(draft, dryRun: dryRun) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> CompensationPlan in
      var plan = UndoPlan(policy: policy, only: only)
      try plan.undo(numbers, writer, transaction)
      let planned = CompensationPlan(
        book: plan.book, obstacles: plan.obstacles, kind: plan.areAllUndos ? .redo : .undo,
        undoes: numbers)
      if planned.drafts.isEmpty, let error = StoreError(undone: plan.obstacles) { throw error }
      if policy == .strict, !dryRun, !plan.obstacles.isEmpty {
        var error = StoreError(
          .superseded,
          "\(plan.obstacles.count) slot(s) were changed since; nothing was undone")
        error.obstacles = plan.obstacles
        throw error
      }
      return planned
    }
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

extension StoreError {
  /// The error for commits of which all was taken back already; `nil`: that is not so.
  fileprivate init?(undone obstacles: [UndoObstacle]) {
    guard let first = obstacles.first, obstacles.allSatisfy({ $0.reason == .undone }) else {
      return nil
    }
    self.init(
      .undone,
      "commit \(first.undoing) was undone by commit \(first.commit) already; undo \(first.commit)"
        + " to bring it back")
    self.obstacles = obstacles
  }
}
