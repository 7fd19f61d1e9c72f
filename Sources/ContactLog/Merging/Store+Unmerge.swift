public import ContactModel
internal import LMDB
internal import Synchronization

extension Store {
  /// Takes a person out of the one it went into, whenever that was.
  ///
  /// Both get what they had. What was changed since goes to the side it belongs to: an entry, a value or
  /// a membership that came with one of them is that one's, under the identifier it had there. What
  /// both had, and what is new since, is asked about: `answers` decide, and `policy` about the rest.
  /// Other merges into the same person stay. The commit is of the kind undo, names the merge, and can be
  /// undone.
  ///
  /// - Parameters:
  ///   - absorbed: The person that went into another one.
  ///   - answers: Whose a change is, by part of the kept person; the last that fits counts.
  ///   - dryRun: Only report; questions do not throw then.
  /// - Throws: ``StoreError`` with code `undecided` (with every question in ``StoreError/questions``);
  ///   `notFound` for a person that is not merged; `removed` or `merged` where the kept one is gone
  ///   itself; `invalid`, `busy`, `full`, `io`. Nothing is written then.
  /// - Complexity: O(both people's events, memberships and links).
  @discardableResult
  public func unmerge(
    _ absorbed: RecordID, answers: [UnmergeAnswer] = [], policy: UnmergePolicy = .ask,
    author: String, program: String, note: String? = nil, dryRun: Bool = false
  ) throws -> UnmergeReport {
    let draft = Draft(batch: [], author: author, program: program, kind: .undo, note: note)
    let found = Mutex<(kept: RecordID, merge: UInt64, questions: [UnmergeQuestion])?>(nil)
    let report = try compensate(draft, dryRun: dryRun) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> CompensationPlan in
      var plan = try UnmergePlan(absorbed, answers, policy, writer, transaction)
      try plan.unmerge(writer, transaction)
      let (merge, questions) = (plan.merge, plan.questions)
      found.withLock { $0 = (merge.kept, merge.commit.number, questions) }
      let open = questions.filter { $0.answer == nil }
      if !dryRun, !open.isEmpty {
        var error = StoreError(
          .undecided,
          "\(open.count) change(s) since the merge may belong to either person; nothing was written"
        )
        error.questions = questions
        throw error
      }
      return CompensationPlan(
        book: plan.book, obstacles: plan.obstacles, kind: .undo, undoes: [merge.commit.number])
    }
    guard let found = found.withLock({ $0 }) else {
      throw StoreError(.io, "the un-merge was not carried out")
    }
    return UnmergeReport(
      kept: found.kept, absorbed: absorbed, merge: found.merge, commit: report.commit,
      events: report.events, changes: report.changes, questions: found.questions,
      obstacles: report.obstacles)
  }
}
