public import ContactModel
internal import LMDB
internal import Synchronization

extension Store {
  /// Makes one person of two: what the other one has goes into the one that is kept.
  ///
  /// Lists are united, equal values once. Of single values the kept person takes those it has none of;
  /// where both have one and these differ, `choices` decide, and `policy` about the rest. Memberships
  /// and links of the other one go over. The other one is removed, but keeps all it had: it can be
  /// taken out again at any time by ``unmerge(_:answers:policy:author:program:note:dryRun:)``, its uid
  /// and its card still lead to the kept person, and history tells both.
  ///
  /// - Parameters:
  ///   - other: Who goes into the kept one.
  ///   - choices: Whose value stands, by property; of a list `keep` adds none of the other's entries,
  ///     `other` leaves only these. ``ContactModel/Property/links`` stands for what both say of others.
  ///   - policy: What becomes of differing values that `choices` does not name.
  ///   - dryRun: Only report; clashes do not throw then.
  /// - Throws: ``StoreError`` with code `undecided` (with every clash in ``StoreError/clashes``),
  ///   `keptApart`, `merged`, `notFound`, `removed`, `invalid` (for groups, one person twice, and `both`
  ///   for what has place for one value), `busy`, `full`, `io`. Nothing is written then.
  /// - Complexity: O(both people's values, memberships and links).
  @discardableResult
  public func merge(
    _ other: RecordID, into kept: RecordID, choices: [Property: MergeChoice] = [:],
    policy: MergePolicy = .ask, author: String, program: String, note: String? = nil,
    dryRun: Bool = false
  ) throws -> MergeReport {
    let draft = Draft(batch: [], author: author, program: program, kind: .merge, note: note)
    let found = Mutex<[MergeClash]>([])
    let report = try compensate(draft, dryRun: dryRun) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> CompensationPlan in
      var plan = MergePlan(other, into: kept, choices, policy)
      try plan.merge(writer, transaction)
      let clashes = plan.clashes
      found.withLock { $0 = clashes }
      let open = clashes.filter { $0.choice == nil }
      if !dryRun, !open.isEmpty {
        var error = StoreError(
          .undecided,
          "\(open.count) value(s) of \(kept) and \(other) differ and nobody chose; nothing was written"
        )
        error.clashes = clashes
        throw error
      }
      return CompensationPlan(book: plan.book, obstacles: [], kind: .merge, undoes: [])
    }
    return MergeReport(
      kept: kept, absorbed: other, commit: report.commit, events: report.events,
      changes: report.changes, clashes: found.withLock { $0 })
  }
}
