internal import ContactModel
internal import LMDB

extension Store {
  /// The first projection that differs from a source that is a store with the same last commit.
  ///
  /// Named is, of all records with rows that differ, the one whose last change is the oldest, and the
  /// commit of that change.
  ///
  /// - Complexity: O(rows) for the digests; of a table that differs each row is looked up once more.
  func difference(from source: LogSource) throws -> LogFault? {
    guard case .store(let store) = source else { return nil }
    let (mine, theirs) = (self.opened, store.opened)
    let own = try mine.environment.beginReading()
    let other = try theirs.environment.beginReading()
    let head = try mine.reader.head(own.transaction)
    let otherHead = try theirs.reader.head(other.transaction)
    guard head.hash == otherHead.hash else { return nil }
    let digests = try mine.reader.digests(mine.indices, set: head.liveSet, own.transaction)
    let otherDigests = try theirs.reader.digests(
      theirs.indices, set: otherHead.liveSet, other.transaction)
    for (place, digest) in digests.enumerated() where digest.digest != otherDigests[place].digest {
      // Zero: this process has not made that projection of the source yet.
      if otherDigests[place].digest == .zero { continue }
      let (set, otherSet) = (head.liveSet, otherHead.liveSet)
      let table = mine.reader.tables.projections[set].all[place]
      let otherTable = theirs.reader.tables.projections[otherSet].all[place]
      let hasher = DigestHasher(
        digest.name, mine.indices, try mine.reader.editions(set: set, own.transaction))
      let otherHasher = DigestHasher(
        digest.name, theirs.indices, try theirs.reader.editions(set: otherSet, other.transaction))
      var ids: Set<RecordID> = []
      try Self.add(
        table, hasher, own.transaction, missingIn: otherTable, otherHasher, other.transaction,
        to: &ids)
      try Self.add(
        otherTable, otherHasher, other.transaction, missingIn: table, hasher, own.transaction,
        to: &ids)
      var first: (run: Position, id: RecordID)?
      for id in ids.sorted() {
        let run = try mine.reader.newestRun(of: id, set: head.liveSet, own.transaction) ?? .max
        if run < first?.run ?? .max { first = (run, id) }
      }
      let commit = try first.flatMap { try mine.reader.event(at: $0.run, own.transaction)?.commit }
      return LogFault(
        kind: .projection, commit: commit ?? head.commit,
        reason: "projection \(digest.name) differs", record: first?.id)
    }
    return nil
  }

  /// Adds the records of rows that another table does not have so.
  ///
  /// Rows of editions are compared without the editions' numbers, as in the digest.
  private static func add(
    _ table: Table, _ hasher: DigestHasher, _ transaction: borrowing ReadTransaction,
    missingIn other: Table, _ otherHasher: DigestHasher,
    _ otherTransaction: borrowing ReadTransaction, to ids: inout Set<RecordID>
  ) throws {
    try transaction.scan(table, from: nil) { key, stored in
      guard let id = key.lastRecord else { return true }
      var wanted = key.array
      let isOfEdition = hasher.hasEditions && key[0] == hasher.edition
      if isOfEdition, let edition = otherHasher.edition {
        wanted[0] = edition
      } else if hasher.hasEditions, key[0] == OrderKey.counts || hasher.known.contains(key[0]) {
        // How many are in each section; and editions that only other processes make.
        return true
      }
      if let there = try otherTransaction.value(for: wanted.span, in: other),
        isOfEdition || there.isSame(as: stored)
      {
        return true
      }
      ids.insert(id)
      return true
    }
  }
}
