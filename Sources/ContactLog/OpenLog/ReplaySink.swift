internal import ContactModel
internal import LMDB

/// Where replayed commits go; each was checked against the chain before.
protocol ReplaySink: AnyObject {
  /// Takes bytes that a commit names; they may be written before it.
  func add(blob hash: ContentHash, _ bytes: [UInt8]) throws
  /// Takes the next commit.
  func add(_ commit: StoredCommit, _ header: CommitHeader, _ row: CommitRow) throws
  /// Writes what was taken.
  func flush() throws
}

/// Appends to the log alone: the projections of a store under construction are made at the end.
///
/// The caller holds the writer's lock.
final class BulkSink: ReplaySink {
  private let store: Store
  private let tables: Tables
  private var head: Head
  private var events = RowBuffer()
  private var commits = RowBuffer()
  private var batches = RowBuffer.Box()
  private var times = RowBuffer()
  private let blobs = RowBuffer.Box()

  init(_ store: Store) throws {
    self.store = store
    tables = store.opened.reader.tables
    head = try store.head()
  }

  func add(blob hash: ContentHash, _ bytes: [UInt8]) throws {
    blobs.append(sealing: KeyBuffer(hash), bytes)
    // Photos may be many times as long as the events that name them.
    if blobs.rows.byteCount > 32 << 20 { try store.opened.environment.write { try flushBlobs($0) } }
  }

  func add(_ commit: StoredCommit, _ header: CommitHeader, _ row: CommitRow) throws {
    for (index, first) in commit.firsts.enumerated() {
      let run = commit.run(index)
      try Run.read(run, first: first) { event, _, _ in
        if case .created = event.change { try note(event.record, header.number) }
      }
      var value = run.array
      let key = KeyBuffer(first)
      Seal.append(key.span, &value)
      events.append(key: key.span, value: value.span)
    }
    add(row, header, records: try commit.recordCount())
    if events.byteCount > store.options.replayChunk { try flush() }
  }

  /// Remembers that a record's number is taken.
  ///
  /// - Throws: ``LogFault`` unless it is the next one of its kind.
  private func note(_ record: RecordID, _ commit: UInt64) throws {
    let kind = Int(record.kind.rawValue)
    guard record.number == head.nextNumbers[kind], record.number < .max else {
      throw LogFault(
        kind: .chain, commit: commit,
        reason: "the record created as \(record) does not have the next number")
    }
    head.nextNumbers[kind] = record.number + 1
  }

  private func add(_ row: CommitRow, _ header: CommitHeader, records: Int) {
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
    var time = TimeRow(commit: header.number, records: records).bytes
    Seal.append(clock.span, &time)
    times.append(key: clock.span, value: time.span)
    head.commit = header.number
    head.position = header.lastPosition
    head.clock = header.clock
    head.hash = row.leafHash()
  }

  func flush() throws {
    if commits.isEmpty { return }
    try store.opened.environment.write { transaction in
      try transaction.put(rows: events, in: tables.events, appending: true)
      try transaction.put(rows: commits, in: tables.commits, appending: true)
      try transaction.put(rows: times, in: tables.times, appending: true)
      try batches.flush(transaction) { try $1.put(rows: $0, in: tables.batches) }
      try flushBlobs(transaction)
      var encoder = CBOREncoder()
      head.encode(to: &encoder)
      try transaction.put(Head.key, sealing: encoder.bytes, in: tables.meta)
    }
    events.removeAll()
    commits.removeAll()
    times.removeAll()
  }

  private func flushBlobs(_ transaction: borrowing WriteTransaction) throws {
    try blobs.flush(transaction) { try $1.put(rows: $0, in: tables.blobs) }
  }
}

/// Appends to a store in use: log and projections in one transaction, like any save.
final class LiveSink: ReplaySink {
  private let store: Store
  private var commits: [(StoredCommit, CommitHeader, CommitRow)] = []
  private var blobs: [ContentHash: [UInt8]] = [:]
  private var byteCount = 0
  /// How many commits were written.
  private(set) var written: UInt64 = 0

  init(_ store: Store) { self.store = store }

  func add(blob hash: ContentHash, _ bytes: [UInt8]) throws {
    if blobs.updateValue(bytes, forKey: hash) == nil { byteCount += bytes.count }
  }

  func add(_ commit: StoredCommit, _ header: CommitHeader, _ row: CommitRow) throws {
    commits.append((commit, header, row))
    byteCount += commit.byteCount
    if byteCount > 4 << 20 { try flush() }
  }

  func flush() throws {
    guard let first = commits.first else { return }
    try store.withWriterLock {
      try store.bringProjectionsUpToDate()
      let opened = store.opened
      try opened.environment.write { transaction in
        let writer = try BatchWriter(
          reader: opened.reader, indices: opened.indices, identity: store.identity,
          transaction.reading)
        guard writer.head.commit + 1 == first.1.number, writer.head.hash == first.1.parent else {
          throw StoreError(.diverged, "the store was changed meanwhile; nothing was written")
        }
        for (commit, header, row) in commits {
          try writer.append(commit, header, row, transaction.reading)
        }
        writer.blobs = blobs
        try writer.flush(transaction)
      }
    }
    try? store.touchFeed()
    written += UInt64(commits.count)
    commits.removeAll()
    blobs.removeAll()
    byteCount = 0
  }
}
