public import ContactModel
internal import LMDB

extension Snapshot {
  /// Whom a removed person went into; `nil` for one that exists, never did, or was removed otherwise.
  ///
  /// - Complexity: Two rows.
  public func mergeTarget(of id: RecordID) throws -> MergedPerson? {
    guard let record = try recordOrRemoved(id) else { return nil }
    return try reader.mergeTarget(of: record, held.transaction)
  }

  /// The person who stands for a record now: itself where it exists, else whom it went into, and so
  /// on; `nil`: nobody does.
  public func standing(for id: RecordID) throws -> RecordID? {
    var (id, seen): (RecordID, Set<RecordID>) = (id, [])
    while seen.insert(id).inserted {
      guard let record = try recordOrRemoved(id) else { return nil }
      if record.exists { return id }
      guard let target = try reader.mergeTarget(of: record, held.transaction) else { return nil }
      id = target.person
    }
    return nil
  }

  /// The people that went into a person and were not taken out again, in order of number.
  ///
  /// - Complexity: O(people it was ever linked with), two rows each.
  public func absorbed(by id: RecordID) throws -> [MergedPerson] {
    var found: [MergedPerson] = []
    try forEachRelation(of: id, in: \.links) { other, _ in
      if let target = try mergeTarget(of: other), target.person == id {
        found.append(MergedPerson(person: other, commit: target.commit))
      }
      return true
    }
    return found
  }
}

extension RowReader {
  /// Whom a removed person went into.
  func mergeTarget(
    of record: Record, _ transaction: borrowing ReadTransaction
  ) throws -> MergedPerson? {
    guard record.isRemoved, record.id.kind == .person,
      let found = try event(at: record.existence.effective, transaction),
      let kept = found.event.change.kept
    else { return nil }
    return MergedPerson(person: kept, commit: found.commit)
  }
}

extension StoreError {
  /// The error for a record that went into another one.
  init(_ id: RecordID, merged target: MergedPerson) {
    self.init(
      .merged,
      "\(id) was merged into \(target.person) by commit \(target.commit); un-merge it to have it back"
    )
  }
}
