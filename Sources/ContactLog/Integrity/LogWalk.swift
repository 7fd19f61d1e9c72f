internal import ContactModel
internal import LMDB

/// Walks a log from its first commit and checks everything that can be checked without the
/// projections: checksums, canonical form, dense positions, hashes, the chain.
///
/// Verify, rebuild and replay all read the log through it.
struct LogWalk: ~Copyable {
  private let reader: RowReader
  private var chain: LogChain

  init(reader: RowReader, book: [UInt8]) {
    self.reader = reader
    chain = LogChain(book: book)
  }

  /// Where the walk is: the last event checked.
  var position: Position { chain.position }

  /// A run of the walk: its row as stored, and what it says.
  struct Step: ~Escapable {
    let key: Span<UInt8>
    let stored: Span<UInt8>
    let first: Position
    let previous: Position
    let commit: UInt64

    @_lifetime(copy key, copy stored)
    init(
      key: Span<UInt8>, stored: Span<UInt8>, first: Position, previous: Position, commit: UInt64
    ) {
      self.commit = commit
      self.key = key
      self.stored = stored
      self.first = first
      self.previous = previous
    }
  }

  /// Walks the commits that follow, until `limit` bytes of events were seen or the log ends.
  ///
  /// - Parameters:
  ///   - event: Handed every event with its position and its commit's header.
  ///   - run: Handed every run, after its events.
  ///   - end: Handed every commit, after its runs, with its row.
  /// - Returns: Whether there is more.
  /// - Throws: ``LogFault`` for the first thing wrong, and what the closures throw.
  mutating func advance(
    _ transaction: borrowing ReadTransaction, head: Head, limit: Int = .max,
    event: (Event, Position, CommitHeader) throws -> Void,
    run: (borrowing Step) throws -> Void,
    end: (CommitHeader, CommitRow) throws -> Void
  ) throws -> Bool {
    var seen = 0
    while chain.commit < head.commit {
      let (row, header) = try nextCommit(transaction)
      let start = KeyBuffer(header.firstPosition)
      let table = reader.tables.events
      try transaction.scan(table, from: start.span) { key, stored in
        if chain.position == header.lastPosition { return false }
        guard let first = key.bigEndianUInt64(at: 0) else { throw Seal.damage(key, table) }
        seen += stored.count
        let previous = try checking(header.number) {
          let bytes = try Seal.open(key, stored, table)
          return try chain.run(first: first, bytes) { decoded, at, _ in
            try event(decoded, at, header)
          }
        }
        try run(
          Step(
            key: key, stored: stored, first: first, previous: previous, commit: header.number))
        return true
      }
      try chain.end()
      let time = try checking(header.number) { try reader.timeRow(header.clock, transaction) }
      guard let time, time.commit == header.number else {
        throw chain.fault("its clock leads elsewhere")
      }
      guard time.records == nil || time.records == chain.recordCount else {
        throw chain.fault("it has events of another number of records")
      }
      try end(header, row)
      if seen >= limit, chain.commit < head.commit { return true }
    }
    guard chain.position == head.position, chain.hash == head.hash, chain.clock == head.clock
    else { throw chain.fault("the head does not name the last commit") }
    return false
  }

  private mutating func nextCommit(
    _ transaction: borrowing ReadTransaction
  ) throws -> (CommitRow, CommitHeader) {
    let number = chain.commit + 1
    guard let row = try checking(number, { try reader.commitRow(number, transaction) }) else {
      throw LogFault(kind: .chain, commit: number, reason: "the commit is missing")
    }
    let header = try chain.begin(row)
    guard try checking(number, { try reader.commit(batch: header.batch, transaction) }) == number
    else { throw chain.fault("its batch id leads elsewhere") }
    return (row, header)
  }
}
