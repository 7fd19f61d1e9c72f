internal import ContactModel
internal import Hashing
internal import LMDB

/// Walks a log from its first commit and checks everything that can be checked without the
/// projections: checksums, canonical form, dense positions, hashes, the chain.
///
/// Verify, rebuild and replay all read the log through it.
struct LogWalk: ~Copyable {
  private let reader: RowReader
  private let book: [UInt8]
  private var root = MerkleRoot()
  private var hasher = SHA256Hasher()
  /// Where the walk is: the last commit checked.
  private(set) var commit: UInt64 = 0
  private(set) var position: Position = 0
  private(set) var hash = ContentHash.zero
  private(set) var clock: UInt64 = 0

  init(reader: RowReader, book: [UInt8]) {
    self.reader = reader
    self.book = book
  }

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
    while commit < head.commit {
      let (row, header) = try nextCommit(transaction)
      let start = KeyBuffer(header.firstPosition)
      let table = reader.tables.events
      try transaction.scan(table, from: start.span) { key, stored in
        if position == header.lastPosition { return false }
        guard let first = key.bigEndianUInt64(at: 0), first == position + 1 else {
          throw fault(.chain, "the log has no run at position \(position + 1)")
        }
        seen += stored.count
        let frame = try checking(commit) {
          try Run.read(try Seal.open(key, stored, table), first: first) { decoded, at, encoded in
            root.append(leaf: encoded)
            try event(decoded, at, header)
          }
        }
        position += UInt64(frame.count)
        guard frame.count > 0, frame.commit == commit, position <= header.lastPosition else {
          throw fault(.chain, "the run at position \(first) does not fit its commit")
        }
        try run(
          Step(
            key: key, stored: stored, first: first, previous: frame.previous, commit: commit))
        return true
      }
      guard position == header.lastPosition else {
        throw fault(.chain, "the log has no run at position \(position + 1)")
      }
      guard ContentHash(root.finish()) == header.eventsRoot else {
        throw fault(.chain, "the events are not those that were hashed")
      }
      hash = ContentHash(hasher.hash(prefix: 0x00, row.header.span))
      try end(header, row)
      if seen >= limit, commit < head.commit { return true }
    }
    guard position == head.position, hash == head.hash, clock == head.clock else {
      throw fault(.chain, "the head does not name the last commit")
    }
    return false
  }

  private mutating func nextCommit(
    _ transaction: borrowing ReadTransaction
  ) throws -> (CommitRow, CommitHeader) {
    let number = commit + 1
    commit = number
    guard let row = try checking(number, { try reader.commitRow(number, transaction) }) else {
      throw fault(.chain, "the commit is missing")
    }
    let header = try checking(commit) { try row.decodedHeader() }
    guard header.book == book else { throw fault(.chain, "it belongs to another book") }
    guard header.number == number, header.firstPosition == position + 1 else {
      throw fault(.chain, "its number or first position is not the next one")
    }
    guard header.parent == hash else { throw fault(.chain, "its parent is another commit") }
    guard header.clock >> 63 == 0 else { throw fault(.chain, "its clock is out of range") }
    guard header.clock > clock else { throw fault(.chain, "its clock does not rise") }
    clock = header.clock
    if let note = row.note {
      guard header.noteHash == CommitRow.noteHash(salt: note.salt, text: note.text) else {
        throw fault(.chain, "its note is not the one that was hashed")
      }
    }
    guard try checking(number, { try reader.commit(batch: header.batch, transaction) }) == number
    else {
      throw fault(.chain, "its batch id leads elsewhere")
    }
    guard try checking(number, { try reader.commit(clock: header.clock, transaction) }) == number
    else {
      throw fault(.chain, "its clock leads elsewhere")
    }
    return (row, header)
  }

  private func fault(_ kind: LogFault.Kind, _ reason: String) -> LogFault {
    LogFault(kind: kind, commit: commit, reason: reason)
  }
}

/// Turns what reading throws into a fault of the commit at hand.
private func checking<R>(_ commit: UInt64, _ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch let error as LogFault {
    throw error
  } catch let error as StoreError where error.code == .damaged {
    throw LogFault(kind: .damaged, commit: commit, reason: error.reason)
  } catch let error as CBORError {
    throw LogFault(
      kind: .damaged, commit: commit, reason: "stored bytes are not in form (\(error.code))")
  }
}
