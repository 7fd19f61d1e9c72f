internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

extension Store {
  /// Replays this store's log into a fresh store and proves both equal.
  ///
  /// The new store has the same book id, commits, positions and hashes, and projections made anew
  /// from the log. Every hash is checked on the way. It is built in a folder beside `path` and
  /// renamed: a replay that is cut short, or finds the log broken, leaves nothing under `path`.
  ///
  /// - Parameters:
  ///   - path: Where the new store goes; the folder must not exist, or be empty.
  ///   - progress: Handed how many events were copied, and of how many.
  /// - Returns: The new store's digests; `fault` names the first projection that differs from this
  ///   store's, or what is wrong with this store's log.
  /// - Throws: ``StoreError`` as ``create(at:options:)`` and ``read(_:)`` throw it.
  /// - Complexity: O(*n* log *n*); memory is bounded.
  public func replay(
    into path: String, progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> StoreProof {
    do {
      let source = opened
      let held = try source.environment.beginReading()
      let head = try source.reader.head(held.transaction)
      let path = Self.withoutSlash(path)
      try Self.makeRoom(at: path)
      let building = "\(path).new-\(Hex.string(SecureRandom.bytes(4)))"
      let target = try Store.create(at: building, book: identity.book, options: options)
      do {
        let proof = try target.takeIn(source, held.transaction, head, progress)
        target.close()
        if let fault = proof.fault, fault.kind != .projection {
          try Directory.removeTree(building)
        } else {
          try Directory.rename(building, to: path)
          try Directory.synchronize(Self.parent(of: path))
        }
        return proof
      } catch {
        target.close()
        try? Directory.removeTree(building)
        throw error
      }
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Fills this new store from another one and compares both.
  private func takeIn(
    _ source: Opened, _ transaction: borrowing ReadTransaction, _ head: Head,
    _ progress: (UInt64, UInt64) -> Void
  ) throws -> StoreProof {
    var fault: LogFault?
    do {
      try copyLog(from: source, transaction, head, progress)
      try rebuild()
    } catch let error as LogFault {
      fault = error
    }
    let digests = try self.digests()
    if fault == nil {
      fault = Self.difference(
        try source.reader.digests(set: head.liveSet, transaction), digests, head)
    }
    let copied = try self.head()
    return StoreProof(
      commits: copied.commit, events: copied.position, head: copied.hash, digests: digests,
      fault: fault)
  }

  private static func difference(
    _ a: [(name: String, digest: ContentHash)], _ b: [(name: String, digest: ContentHash)],
    _ head: Head
  ) -> LogFault? {
    for (mine, other) in zip(a, b) where mine.digest != other.digest {
      return LogFault(
        kind: .projection, commit: head.commit, reason: "projection \(mine.name) differs")
    }
    return nil
  }

  /// Takes in the whole log of another store, batches as they are: numbers, bytes, hashes.
  private func copyLog(
    from source: Opened, _ transaction: borrowing ReadTransaction, _ end: Head,
    _ progress: (UInt64, UInt64) -> Void
  ) throws {
    var walk = LogWalk(reader: source.reader, book: identity.book)
    let ingest = LogIngest(tables: opened.reader.tables, head: try head())
    try withWriterLock {
      var more = true
      while more {
        more = try walk.advance(
          transaction, head: end, limit: 32 << 20,
          event: { event, _, header in
            if case .blob(let reference)? = event.change.value {
              try ingest.addBlob(
                reference.hash, of: header.number, from: source.reader, transaction)
              // Photos may be many times as long as the events that name them.
              if ingest.blobs.rows.byteCount > 32 << 20 {
                try opened.environment.write { try ingest.flushBlobs($0) }
              }
            }
            if case .created = event.change { try ingest.note(event.record) }
          },
          run: { ingest.add(run: $0) },
          end: { ingest.add($1, $0) })
        try opened.environment.write { try ingest.flush($0) }
        progress(walk.position, end.position)
      }
    }
  }
}

/// Collects rows of a log that is taken in as it is, and puts them.
private final class LogIngest {
  private let tables: Tables
  private var head: Head
  private var events = RowBuffer()
  private var commits = RowBuffer()
  private var batches = RowBuffer.Box()
  private var times = RowBuffer()
  let blobs = RowBuffer.Box()

  init(tables: Tables, head: Head) {
    self.tables = tables
    self.head = head
  }

  func add(run: borrowing LogWalk.Step) { events.append(key: run.key, value: run.stored) }

  /// Remembers that a record's number is taken.
  ///
  /// - Throws: ``LogFault`` unless it is the next one of its kind.
  func note(_ record: RecordID) throws {
    let kind = Int(record.kind.rawValue)
    guard record.number == head.nextNumbers[kind], record.number < .max else {
      throw LogFault(
        kind: .chain, commit: head.commit + 1,
        reason: "the record created as \(record) does not have the next number")
    }
    head.nextNumbers[kind] = record.number + 1
  }

  func addBlob(
    _ hash: ContentHash, of commit: UInt64, from reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let key = KeyBuffer(hash)
    let isSound = try reader.value(key, in: reader.tables.blobs, transaction) { bytes in
      guard ContentHash(of: bytes) == hash else { return false }
      blobs.append(sealing: key, bytes.array)
      return true
    }
    guard isSound == true else {
      throw LogFault(
        kind: .damaged, commit: commit, reason: "bytes that an event names are missing or wrong")
    }
  }

  func flushBlobs(_ transaction: borrowing WriteTransaction) throws {
    try blobs.flush(transaction) { try $1.put(rows: $0, in: tables.blobs) }
  }

  func add(_ row: CommitRow, _ header: CommitHeader) {
    var encoder = CBOREncoder()
    row.encode(to: &encoder)
    let key = KeyBuffer(header.number)
    Seal.append(key.span, &encoder.bytes)
    commits.append(key: key.span, value: encoder.bytes.span)
    var number = CBOREncoder()
    number.unsigned(header.number)
    var batch = KeyBuffer(capacity: 16)
    batch.append(contentsOf: header.batch)
    batches.append(sealing: batch, number.bytes)
    let clock = KeyBuffer(header.clock)
    Seal.append(clock.span, &number.bytes)
    times.append(key: clock.span, value: number.bytes.span)
    head.commit = header.number
    head.position = header.lastPosition
    head.clock = header.clock
    head.hash = row.leafHash()
  }

  func flush(_ transaction: borrowing WriteTransaction) throws {
    try transaction.put(rows: events, in: tables.events, appending: true)
    try transaction.put(rows: commits, in: tables.commits, appending: true)
    try transaction.put(rows: times, in: tables.times, appending: true)
    events.removeAll()
    commits.removeAll()
    times.removeAll()
    try batches.flush(transaction) { try $1.put(rows: $0, in: tables.batches) }
    try flushBlobs(transaction)
    var encoder = CBOREncoder()
    head.encode(to: &encoder)
    try transaction.put(Head.key, sealing: encoder.bytes, in: tables.meta)
  }
}
