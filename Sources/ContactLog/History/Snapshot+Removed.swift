public import ContactModel
internal import LMDB

extension Snapshot {
  /// A page of records that were removed and are not back, the last removed first.
  ///
  /// Their rows keep what they held; ``blame(of:)`` is for those that exist, the removal is told by
  /// ``removal(of:)``.
  ///
  /// - Parameter after: Where the last page ended; `nil`: from the start.
  /// - Returns: The records, and where to go on; `nil` at the end.
  /// - Throws: ``StoreError`` with code `busy` where an earlier version made the index and nothing
  ///   was saved since.
  /// - Complexity: O(log *n* + limit).
  public func removed(
    after cursor: RemovalCursor? = nil, limit: Int = .max
  ) throws -> (records: [RecordID], next: RemovalCursor?) {
    guard head.projectionVersion == Indices.version else {
      throw StoreError(.busy, "the index of removed records is not made yet; run rebuild")
    }
    var found: [RecordID] = []
    var next: RemovalCursor?
    let table = table(\.order)
    let prefix = RemovedIndex.prefix
    let start = cursor?.key ?? prefix
    try scan(\.order, from: start.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      if let cursor, key.isSame(as: cursor.key.span) { return true }
      try Seal.check(key, stored, table)
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      if found.count == limit { return false }
      found.append(id)
      if found.count == limit { next = RemovalCursor(key: key.array) }
      return true
    }
    return (found, next)
  }

  /// Where ``removed(after:limit:)`` goes on with what was removed before a commit; `nil`: with
  /// everything.
  ///
  /// - Complexity: One row.
  public func removalCursor(before number: UInt64) throws -> RemovalCursor? {
    guard number > 0, let commit = try commit(number) else { return nil }
    return RemovalCursor(key: RemovedIndex.key(commit.header.firstPosition - 1))
  }

  /// The event that removed a record; `nil` when it exists or never did.
  ///
  /// - Complexity: Two rows.
  public func removal(of id: RecordID) throws -> LoggedEvent? {
    guard let record = try recordOrRemoved(id), record.isRemoved else { return nil }
    return try event(at: record.existence.last)
  }
}

/// A place among the removed records; stays where it is while others write.
public struct RemovalCursor: Sendable, Hashable {
  let key: [UInt8]
}
