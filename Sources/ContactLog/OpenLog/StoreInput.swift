internal import ContactModel
internal import LMDB

/// The log of a store, read one commit at a time.
///
/// Each commit has a snapshot of its own: a long one would keep pages from being reused.
final class StoreInput: LogInput {
  let start: LogStart
  let place: String? = nil
  /// Where the log ended when the reading began.
  let head: Head
  private let store: Store
  private let last: UInt64
  private var number: UInt64
  private var position: Position

  /// Reads commits from `first` to `last`.
  ///
  /// - Throws: ``StoreError`` with code `notFound` for a commit that is not there.
  init(_ store: Store, from first: UInt64 = 1, through last: UInt64 = .max) throws {
    self.store = store
    let opened = store.opened
    let held = try opened.environment.beginReading()
    head = try opened.reader.head(held.transaction)
    self.last = min(last, head.commit)
    guard first >= 1, first <= head.commit + 1 else {
      throw StoreError(
        .notFound, "there is no commit \(first); the last one is \(head.commit)")
    }
    var start = LogStart(book: store.identity.book)
    if first > 1 {
      guard let before = try opened.reader.commit(first - 1, held.transaction) else {
        throw LogFault(kind: .chain, commit: first - 1, reason: "the commit is missing")
      }
      start.commit = first - 1
      start.position = before.header.lastPosition
      start.hash = before.hash
    }
    self.start = start
    number = start.commit
    position = start.position
  }

  func next() throws -> LogItem? {
    guard number < last else { return nil }
    number += 1
    let opened = store.opened
    let held = try opened.environment.beginReading()
    return .commit(try commit(opened.reader, held.transaction))
  }

  private func commit(
    _ reader: RowReader, _ transaction: borrowing ReadTransaction
  ) throws -> StoredCommit {
    let bytes = try checking(number) {
      try reader.value(KeyBuffer(number), in: reader.tables.commits, transaction) { $0.array }
    }
    guard let bytes else {
      throw LogFault(kind: .chain, commit: number, reason: "the commit is missing")
    }
    let header = try checking(number) { try CommitRow(bytes.span).decodedHeader() }
    let ways = try checking(number) {
      (
        batch: try reader.commit(batch: header.batch, transaction),
        clock: try reader.timeRow(header.clock, transaction)
      )
    }
    guard ways.batch == number, ways.clock?.commit == number else {
      throw LogFault(
        kind: .chain, commit: number, reason: "its batch id or its clock leads elsewhere")
    }
    var commit = StoredCommit(row: bytes)
    let table = reader.tables.events
    let (begin, end) = (KeyBuffer(header.firstPosition), header.lastPosition)
    try transaction.scan(table, from: begin.span) { key, stored in
      guard let first = key.bigEndianUInt64(at: 0) else { throw Seal.damage(key, table) }
      guard first <= end else { return false }
      try checking(number) {
        commit.addRun(first: first, try Seal.open(key, stored, table))
      }
      return true
    }
    if let records = ways.clock?.records,
      try checking(number, { try commit.recordCount() }) != records
    {
      throw LogFault(
        kind: .chain, commit: number, reason: "it has events of another number of records")
    }
    return commit
  }

  /// What the head names, where the reading goes so far.
  var end: LogEnd? {
    guard last == head.commit else { return nil }
    return LogEnd(commit: head.commit, position: head.position, hash: head.hash)
  }

  func blob(_ hash: ContentHash) throws -> [UInt8]? {
    let opened = store.opened
    let held = try opened.environment.beginReading()
    return try checking(number) {
      try opened.reader.value(
        KeyBuffer(hash), in: opened.reader.tables.blobs, held.transaction
      ) { $0.array }
    }
  }
}
