public import ContactModel
internal import LMDB

extension Store {
  /// Sets records, or parts of them, back to how they were at a moment, whatever was changed since.
  ///
  /// A whole record has the values, entries in their order, memberships and links that it had then;
  /// one that was removed since comes back. The commit is of the kind restore and can be undone.
  /// Memberships and links of then whose other record is removed now stay away and are reported as
  /// obstacles.
  ///
  /// - Parameter parts: Which; order and repetition make no difference.
  /// - Throws: ``StoreError`` with code `notFound` for a moment that no commit belongs to, and for a
  ///   record, entry or relation that was not there then; `removed` for a part of a record that is
  ///   removed now; `merged` for one that went into another one; `invalid` where a group would contain itself, `busy`, `full`, `io`. Nothing is
  ///   written then.
  /// - Complexity: O(the records' own events, memberships and links).
  @discardableResult
  public func restore(
    _ parts: [RecordPart], asOf moment: Moment, author: String, program: String,
    note: String? = nil, dryRun: Bool = false
  ) throws -> UndoReport {
    guard !parts.isEmpty else { throw StoreError(.invalid, "name the records to restore") }
    let draft = Draft(batch: [], author: author, program: program, kind: .restore, note: note)
    let number = try read { try $0.commitNumber(at: moment) }
    return try compensate(draft, dryRun: dryRun) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> CompensationPlan in
      var plan = try RestorePlan(asOf: number, writer, transaction)
      try plan.restore(parts, writer, transaction)
      return CompensationPlan(
        book: plan.book, obstacles: plan.obstacles, kind: .restore, undoes: [])
    }
  }

  /// Sets the whole book back to how it was at a moment, whatever was changed since.
  ///
  /// Records created since are removed, removed ones come back with the same numbers. The commit is
  /// of the kind restore; undoing it brings all of the present back.
  ///
  /// - Throws: ``StoreError`` with code `notFound` for a moment that no commit belongs to, `busy`,
  ///   `full`, `io`. Nothing is written then.
  /// - Complexity: O(events since), and the own history of records that they changed; independent of
  ///   the store's size.
  @discardableResult
  public func restoreAll(
    asOf moment: Moment, author: String, program: String, note: String? = nil,
    dryRun: Bool = false
  ) throws -> UndoReport {
    let draft = Draft(batch: [], author: author, program: program, kind: .restore, note: note)
    let number = try read { try $0.commitNumber(at: moment) }
    return try compensate(draft, dryRun: dryRun) {
      (writer: BatchWriter, transaction: borrowing ReadTransaction) throws -> CompensationPlan in
      var plan = try RestorePlan(asOf: number, writer, transaction)
      try plan.restoreAll(writer, transaction)
      return CompensationPlan(
        book: plan.book, obstacles: plan.obstacles, kind: .restore, undoes: [])
    }
  }
}
