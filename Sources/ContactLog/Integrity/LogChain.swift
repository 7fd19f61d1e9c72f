internal import ContactModel
internal import Hashing

/// What must hold from one commit of a log to the next, wherever the commits are read from.
///
/// Checks book, numbers, positions, clock, note, the canonical form of events, where runs begin,
/// the root over the events, and the chain of hashes. Verify, rebuild, export and replay all read
/// the log through it. Call `begin`, `run` for each run, `end`.
struct LogChain: ~Copyable {
  private let book: [UInt8]
  private var root = MerkleRoot()
  private var hasher = SHA256Hasher()
  private var header: CommitHeader?
  private var headerHash = ContentHash.zero
  private var lastRun: (record: RecordID, byteCount: Int)?
  /// How many records have events in the last commit begun, of those seen; those of one stand together.
  private(set) var recordCount = 0
  /// The last commit begun.
  private(set) var commit: UInt64
  /// The last event seen.
  private(set) var position: Position
  /// The leaf hash of the last commit that ended.
  private(set) var hash: ContentHash
  /// The clock of the last commit begun.
  private(set) var clock: UInt64 = 0

  /// Begins behind a commit; by default behind none.
  init(
    book: [UInt8], after commit: UInt64 = 0, position: Position = 0,
    hash: ContentHash = .zero
  ) {
    self.book = book
    self.commit = commit
    self.position = position
    self.hash = hash
  }

  /// Whether all events of the last commit begun were seen.
  var isCommitWhole: Bool { header.map { position >= $0.lastPosition } ?? true }

  /// Takes the next commit's row.
  ///
  /// - Throws: ``LogFault``.
  mutating func begin(_ row: CommitRow) throws -> CommitHeader {
    commit += 1
    lastRun = nil
    recordCount = 0
    let header = try checking(commit) { try row.decodedHeader() }
    guard header.book == book else { throw fault("it belongs to another book") }
    guard header.number == commit, header.firstPosition == position + 1 else {
      throw fault("its number or first position is not the next one")
    }
    guard header.parent == hash else { throw fault("its parent is another commit") }
    guard header.clock >> 63 == 0 else { throw fault("its clock is out of range") }
    guard header.clock > clock else { throw fault("its clock does not rise") }
    clock = header.clock
    if let note = row.note {
      guard header.noteHash == CommitRow.noteHash(salt: note.salt, text: note.text) else {
        throw fault("its note is not the one that was hashed")
      }
    }
    headerHash = ContentHash(hasher.hash(prefix: 0x00, row.header.span))
    self.header = header
    return header
  }

  /// Takes the next run of the commit.
  ///
  /// - Parameters:
  ///   - bytes: The run without its checksum.
  ///   - event: Handed each event with its position and its bytes.
  /// - Returns: The first position of the record's run before.
  /// - Throws: ``LogFault``, and what `event` throws.
  mutating func run(
    first: Position, _ bytes: Span<UInt8>,
    _ event: (Event, Position, Span<UInt8>) throws -> Void
  ) throws -> Position {
    guard let header, first == position + 1, position < header.lastPosition else {
      throw fault("the log has no run at position \(position + 1)")
    }
    var record: RecordID?
    var isOfOneRecord = true
    var (byteCount, lastCount) = (0, 0)
    let frame = try checking(commit) {
      try Run.read(bytes, first: first) { decoded, at, encoded in
        root.append(leaf: encoded)
        if record == nil { record = decoded.record }
        if record != decoded.record { isOfOneRecord = false }
        byteCount += encoded.count
        lastCount = encoded.count
        try event(decoded, at, encoded)
      }
    }
    guard frame.count > 0, frame.commit == commit,
      UInt64(frame.count) <= header.lastPosition - position, let record
    else { throw fault("the run at position \(first) does not fit its commit") }
    position += UInt64(frame.count)
    // Where runs begin follows from the events; no hash covers it.
    let continues = lastRun.map { $0.record == record && $0.byteCount <= Run.softLimit } ?? false
    guard isOfOneRecord, !continues, byteCount - lastCount <= Run.softLimit else {
      throw fault("the run at position \(first) does not begin or end where it must")
    }
    if lastRun?.record != record { recordCount += 1 }
    lastRun = (record, byteCount)
    return frame.previous
  }

  /// Ends the commit.
  ///
  /// - Throws: ``LogFault`` when events are missing or are not those that were hashed.
  mutating func end() throws {
    guard let header, position == header.lastPosition else {
      throw fault("the log has no run at position \(position + 1)")
    }
    guard ContentHash(root.finish()) == header.eventsRoot else {
      throw fault("the events are not those that were hashed")
    }
    hash = headerHash
    self.header = nil
  }

  func fault(_ reason: String, _ kind: LogFault.Kind = .chain) -> LogFault {
    LogFault(kind: kind, commit: commit, reason: reason)
  }
}

/// Turns what reading throws into a fault of the commit at hand.
func checking<R>(_ commit: UInt64, _ body: () throws -> R) throws -> R {
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
