public import ContactModel
internal import Hashing
internal import LMDB

extension Store {
  /// Checks every stored byte: checksums, canonical form, hashes, chain, positions, and that each
  /// projection is what follows from the log.
  ///
  /// Writes nothing; readers and writers go on.
  ///
  /// The projections are compared by looking up every row that follows from the log and counting
  /// the rows there are.
  ///
  /// - Parameter progress: Handed how many events were checked, and of how many.
  /// - Returns: What was found; the first thing wrong is in it.
  ///   No digests are there where too much is damaged.
  /// - Throws: ``StoreError`` with code `closed`, `busy` or `io`.
  /// - Complexity: O(*n* log *n*); one read transaction for all; memory is bounded.
  public func verify(progress: (UInt64, UInt64) -> Void = { _, _ in }) throws -> StoreProof {
    do {
      let opened = self.opened
      let held = try opened.environment.beginReading()
      let head = try opened.reader.head(held.transaction)
      var fault: LogFault?
      do {
        var checker = Verification(
          reader: opened.reader, indices: try indices(opened, held.transaction), head: head,
          book: identity.book)
        try checker.run(held.transaction, progress)
      } catch let error as LogFault {
        fault = error
      } catch {
        guard let error = StoreError.translating(error) as? StoreError, error.code == .damaged
        else { throw error }
        fault = LogFault(kind: .damaged, commit: 0, reason: error.reason)
      }
      var digests: [(name: String, digest: ContentHash)] = []
      do {
        digests = try opened.reader.digests(set: head.liveSet, held.transaction)
      } catch  where fault != nil {
        // After some kinds of damage LMDB refuses to go on.
      }
      return StoreProof(
        commits: head.commit, events: head.position, head: head.hash, digests: digests,
        fault: fault)
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// A digest for each projection: equal digests, equal bytes.
  ///
  /// Two stores with the same log have the same digests, on any machine with the same Unicode
  /// tables. Of the sorted lists only the root locale's take part; others are a store's setting.
  public func digests() throws -> [(name: String, digest: ContentHash)] {
    try read { snapshot in
      try snapshot.reader.digests(set: snapshot.head.liveSet, snapshot.held.transaction)
    }
  }
}

extension RowReader {
  /// SHA-256 over the rows of each projection, in order of key.
  func digests(
    set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [(name: String, digest: ContentHash)] {
    let projections = tables.projections[set]
    return try zip(Tables.Projections.names, projections.all).map { name, table in
      let isOrder = name == "order"
      var buffer: [UInt8] = []
      var hasher = SHA256Hasher()
      try transaction.scan(table, from: nil) { key, value in
        // Orders of the root locale are numbered 0 and 1.
        if isOrder, key.count < 2 || key[0] != 0 || key[1] > 1 { return false }
        for count in [key.count, value.count] {
          buffer.append(UInt8(count >> 16 & 255))
          buffer.append(UInt8(count >> 8 & 255))
          buffer.append(UInt8(count & 255))
        }
        for index in key.indices { buffer.append(key[index]) }
        for index in value.indices { buffer.append(value[index]) }
        if buffer.count > 1 << 16 {
          hasher.update(buffer.span)
          buffer.removeAll(keepingCapacity: true)
        }
        return true
      }
      hasher.update(buffer.span)
      return (name, ContentHash(hasher.finish()))
    }
  }
}

/// One verification.
private struct Verification {
  let reader: RowReader
  let indices: Indices
  let head: Head
  let book: [UInt8]
  private var expected: [String: Int] = [:]
  private var keys = KeyList()

  init(reader: RowReader, indices: Indices, head: Head, book: [UInt8]) {
    self.reader = reader
    self.indices = indices
    self.head = head
    self.book = book
  }

  mutating func run(
    _ transaction: borrowing ReadTransaction, _ progress: (UInt64, UInt64) -> Void
  ) throws {
    guard head.projectionVersion == indices.version else {
      throw LogFault(
        kind: .projection, commit: head.commit,
        reason: "the projections were made with other Unicode tables or locales; run rebuild")
    }
    var counts = SIMD4<Int64>()
    for (pass, range) in Fold.ranges(next: head.nextNumbers).enumerated() {
      let fold = try fold(range, transaction, checksBlobs: pass == 0, progress)
      for kind in fold.records.indices {
        for folded in fold.records[kind] where folded.newestRun != 0 {
          if folded.record.exists { counts[kind] += 1 }
          try check(folded, transaction)
        }
      }
      for (key, relation) in fold.relations { try check(key, relation, transaction) }
    }
    guard counts == head.counts else {
      throw fault("the numbers of records in the head are not those of the log")
    }
    try checkCounts(transaction)
  }

  private func fold(
    _ range: Range<Int32>, _ transaction: borrowing ReadTransaction, checksBlobs: Bool,
    _ progress: (UInt64, UInt64) -> Void
  ) throws -> Fold {
    var fold = Fold(numbers: range)
    var walk = LogWalk(reader: reader, book: book)
    var more = true
    while more {
      more = try walk.advance(
        transaction, head: head, limit: 16 << 20,
        event: { event, position, header in
          try fold.add(event, at: position, header)
          if checksBlobs, case .blob(let reference)? = event.change.value {
            try checkBlob(reference, header.number, transaction)
          }
        },
        run: { step in
          try fold.endRun(first: step.first, previous: step.previous, commit: step.commit)
        },
        end: { _, _ in })
      progress(walk.position, head.position)
    }
    return fold
  }

  private func checkBlob(
    _ reference: BlobReference, _ commit: UInt64, _ transaction: borrowing ReadTransaction
  ) throws {
    let isSound = try reader.value(
      KeyBuffer(reference.hash), in: reader.tables.blobs, transaction
    ) { ContentHash(of: $0) == reference.hash && $0.count == reference.byteCount }
    guard isSound == true else {
      throw LogFault(
        kind: .damaged, commit: commit, reason: "bytes that an event names are missing or wrong")
    }
  }

  private mutating func check(
    _ folded: Fold.Folded, _ transaction: borrowing ReadTransaction
  ) throws {
    let set = reader.tables.projections[head.liveSet]
    let id = folded.record.id
    var encoder = CBOREncoder()
    encoder.record(folded.record, newestRun: folded.newestRun)
    try check(KeyBuffer(id), encoder.bytes, in: set.records, transaction)
    for index in indices.all {
      let table = type(of: index).table(set)
      keys.removeAll()
      index.appendKeys(of: folded.record, to: &keys)
      var found = 0
      var seen: Set<[UInt8]> = []
      for at in 0..<keys.count {
        let key = keys.key(at)
        let isKnown =
          keys.count < 32
          ? (0..<at).contains { keys.key($0).isSame(as: key) } : !seen.insert(key.array).inserted
        if isKnown { continue }
        guard let value = try transaction.value(for: key, in: table) else {
          throw fault("table \(table.name) lacks a row of record \(id)")
        }
        try Seal.check(key, value, table)
        found += 1
      }
      expected[table.name, default: 0] += found
    }
  }

  private mutating func check(
    _ key: RelationKey, _ relation: Relation, _ transaction: borrowing ReadTransaction
  ) throws {
    let set = reader.tables.projections[head.liveSet]
    var encoder = CBOREncoder()
    relation.encode(to: &encoder)
    let there = KeyBuffer(key.owner, key.other)
    let back = KeyBuffer(key.other, key.owner)
    let tables = key.isMembership ? (set.members, set.memberships) : (set.links, set.links)
    try check(there, encoder.bytes, in: tables.0, transaction)
    try check(back, encoder.bytes, in: tables.1, transaction)
  }

  private mutating func check(
    _ key: borrowing KeyBuffer, _ bytes: [UInt8], in table: Table,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let isEqual = try reader.value(key, in: table, transaction) { $0.isSame(as: bytes.span) }
    guard isEqual == true else {
      let id = key.span.record(at: 0)
      throw fault(
        "table \(table.name) does not hold what follows from the log of \(id.map { "\($0)" } ?? "?")"
      )
    }
    expected[table.name, default: 0] += 1
  }

  /// Rows that do not follow from the log are told by their number alone.
  private func checkCounts(_ transaction: borrowing ReadTransaction) throws {
    for table in reader.tables.projections[head.liveSet].all {
      let found = try transaction.count(of: table)
      let wanted = expected[table.name] ?? 0
      guard found == wanted else {
        throw fault("table \(table.name) has \(found) rows where \(wanted) follow from the log")
      }
    }
    for table in [reader.tables.commits, reader.tables.batches, reader.tables.times] {
      guard try transaction.count(of: table) == Int(head.commit) else {
        throw LogFault(
          kind: .chain, commit: head.commit,
          reason: "table \(table.name) does not have a row for each commit")
      }
    }
    // A run behind the end would be in the way of the next commit.
    let end = KeyBuffer(head.position + 1)
    let behind = try transaction.first(in: reader.tables.events, atOrAfter: end.span) { _, _ in true
    }
    guard behind == nil else {
      throw LogFault(
        kind: .chain, commit: head.commit, reason: "the log goes on behind the last commit")
    }
  }

  private func fault(_ reason: String) -> LogFault {
    LogFault(kind: .projection, commit: head.commit, reason: reason)
  }
}

extension Span<UInt8> {
  /// Whether both have the same bytes.
  func isSame(as other: Span<UInt8>) -> Bool { count == other.count && starts(with: other) }
}
