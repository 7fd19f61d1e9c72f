internal import Checksum
internal import ContactModel
internal import Hashing
internal import LMDB

/// Checks the log in a store's file: every stored byte, hashes, chain, positions, and the tables that
/// lead to commits.
struct LogVerification {
  let file: StoreFile
  let identity: Identity
  let head: Head
  /// A commit that must be there.
  let anchor: Anchor?
  let salt: UInt64

  /// Walks the log once.
  ///
  /// - Parameters:
  ///   - isFirst: Whether pages are noted and everything is checked; later walks fold only.
  ///   - event: Handed each event with its position and its commit's header.
  ///   - run: Handed each run's first position, the record's run before, and its commit.
  func walk(
    isFirst: Bool, progress: (UInt64, UInt64) -> Void,
    event: (Event, Position, CommitHeader) throws -> Void,
    run: (Position, Position, UInt64) throws -> Void
  ) throws {
    var chain = LogChain(book: identity.book)
    var commits = try file.rows("commits", marks: isFirst)
    var events = try file.rows("events", marks: isFirst)
    var times = try file.rows("times", marks: isFirst)
    var batches = RowTally()
    while try commits.next() {
      let number = chain.commit + 1
      guard number <= head.commit, commits.key.count == 8,
        commits.key.bigEndianUInt64(at: 0) == number
      else {
        let behind = number > head.commit
        throw LogFault(
          kind: .chain, commit: behind ? head.commit : number,
          reason: behind ? "the log goes on behind the last commit" : "the commit is missing",
          page: commits.page)
      }
      let row = try commits.open(number) { try CommitRow($0) }
      let header = try placing(commits.page) { try chain.begin(row) }
      while !chain.isCommitWhole {
        guard try events.next() else { throw chain.fault(missing(chain.position)) }
        guard events.key.count == 8, let first = events.key.bigEndianUInt64(at: 0) else {
          throw LogFault(
            kind: .damaged, commit: number, reason: "a run has no position", page: events.page)
        }
        let previous = try placing(events.page) {
          try events.open(number) { bytes in
            try chain.run(first: first, bytes) { decoded, at, _ in
              try event(decoded, at, header)
            }
          }
        }
        try placing(events.page) { try run(first, previous, number) }
      }
      try placing(events.page) { try chain.end() }
      if let anchor, anchor.commit == number, anchor.hash != chain.hash {
        throw chain.fault("the commit is not the one of the anchor: the log was rewritten")
      }
      if isFirst {
        try checkTime(&times, header, chain.recordCount)
        batches.add(batchNumber(header))
      }
      if number % 256 == 0 || number == head.commit { progress(chain.position, head.position) }
    }
    guard chain.commit == head.commit else {
      throw LogFault(kind: .chain, commit: chain.commit + 1, reason: "the commit is missing")
    }
    guard chain.position == head.position, chain.hash == head.hash, chain.clock == head.clock
    else { throw chain.fault("the head does not name the last commit") }
    guard try !events.next() else {
      // A run behind the end would be in the way of the next commit.
      throw LogFault(
        kind: .chain, commit: head.commit, reason: "the log goes on behind the last commit",
        page: events.page)
    }
    if !isFirst { return }
    guard try !times.next() else {
      throw LogFault(
        kind: .chain, commit: head.commit, reason: "table times has a row of no commit",
        page: times.page)
    }
    try checkBatches(batches)
  }

  private func missing(_ position: Position) -> String {
    "the log has no run at position \(position + 1)"
  }

  /// Adds the page to what is thrown about its rows.
  private func placing<R>(_ page: UInt64, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch var fault as LogFault {
      if fault.page == nil { fault.page = page }
      throw fault
    }
  }

  /// The row of `times` that leads to a commit is the next one.
  private func checkTime(
    _ times: inout FileRows, _ header: CommitHeader, _ records: Int
  ) throws {
    let there = try times.next()
    guard there, times.key.count == 8, times.key.bigEndianUInt64(at: 0) == header.clock else {
      throw LogFault(
        kind: .chain, commit: header.number, reason: "its clock leads elsewhere",
        page: there ? times.page : nil)
    }
    let row = try times.open(header.number) { try TimeRow($0) }
    guard row.commit == header.number, row.records == nil || row.records == records else {
      throw LogFault(
        kind: .chain, commit: header.number,
        reason: row.commit == header.number
          ? "it has events of another number of records" : "its clock leads elsewhere",
        page: times.page)
    }
  }

  private static func number(_ bytes: Span<UInt8>) throws -> UInt64 {
    var decoder = CBORDecoder(bytes)
    let number = try decoder.unsigned()
    try decoder.finish()
    return number
  }

  // MARK: - Batches

  private func batchNumber(_ header: CommitHeader) -> UInt64 {
    var encoder = CBOREncoder()
    encoder.unsigned(header.number)
    return RowTally.number(header.batch.span, encoder.bytes.span, salt: salt)
  }

  private func checkBatches(_ wanted: RowTally) throws {
    var found = RowTally()
    var rows = try file.rows("batches", marks: true)
    while try rows.next() {
      let number = try rows.open { RowTally.number(rows.key, $0, salt: salt) }
      found.add(number)
    }
    if found == wanted { return }
    // Which commit it is costs another walk, and only where something is wrong.
    var commits = try file.rows("commits", marks: false)
    while try commits.next() {
      let header = try commits.open { try CommitRow($0).decodedHeader() }
      let place = try file.find(header.batch.span, in: "batches")
      if place?.valueCount == nil {
        throw LogFault(
          kind: .chain, commit: header.number, reason: "its batch id leads elsewhere",
          page: place?.page)
      }
    }
    var again = try file.rows("batches", marks: false)
    while try again.next() {
      let number = try again.open { try Self.number($0) }
      let key = KeyBuffer(number)
      if try file.find(key.span, in: "commits")?.valueCount == nil {
        throw LogFault(
          kind: .chain, commit: head.commit, reason: "table batches has a row of no commit",
          page: again.page)
      }
    }
    throw LogFault(
      kind: .chain, commit: head.commit, reason: "table batches does not lead to each commit")
  }

  // MARK: - Blobs

  /// Hashes all blobs anew.
  func checkBlobs() throws {
    var rows = try file.rows("blobs", marks: true)
    while try rows.next() {
      let isSound = try rows.open { bytes in
        ContentHash(of: bytes).bytes.span.isSame(as: rows.key)
      }
      guard isSound else {
        throw LogFault(
          kind: .damaged, commit: 0, reason: "stored bytes are not those of their hash",
          page: rows.page)
      }
    }
  }

  /// Checks that bytes that an event names are there; what they are is checked by `checkBlobs`.
  func check(_ reference: BlobReference, _ header: CommitHeader) throws {
    let place = try file.find(reference.hash.bytes.span, in: "blobs")
    guard place?.valueCount == reference.byteCount + Seal.byteCount else {
      throw LogFault(
        kind: .damaged, commit: header.number,
        reason: "bytes that an event names are missing or wrong", page: place?.page)
    }
  }
}
