internal import ContactModel
internal import LMDB

/// One way through a log: checks each commit against the chain, passes over those that the target
/// has, and hands the others to a sink.
struct ReplayRun {
  let target: Store
  let end: ReplayEnd?
  /// How many events were passed or taken, and of how many; 0: not known.
  let progress: (UInt64, UInt64) -> Void
  /// Whether somebody wants the replay to stop behind a commit.
  let shouldStop: () -> Bool

  /// What came of it.
  struct Outcome {
    /// The first thing wrong with the log; what stands in front of it was handed to the sink.
    var fault: LogFault?
    /// How many commits the target did not have.
    var taken: UInt64 = 0
    var wasStopped = false
    /// Whether a commit beyond the end asked for was seen.
    var reachedEnd = false
  }

  /// Reads the input to its end, to the commit asked for, or to the first thing wrong.
  ///
  /// - Throws: ``StoreError`` with code `diverged` for a log that is not the target's.
  func run(_ input: any LogInput, into sink: any ReplaySink) throws -> Outcome {
    let head = try target.head()
    try checkStart(input.start, head)
    let start = input.start
    var chain = LogChain(
      book: start.book, after: start.commit, position: start.position, hash: start.hash)
    let total = (input as? StoreInput)?.head.position ?? 0
    var outcome = Outcome()
    var blobs: Set<ContentHash> = []
    do {
      while let item = try input.next() {
        switch item {
        case .blob(let hash, let bytes):
          if try !target.hasBlob(hash) { try sink.add(blob: hash, bytes) }
          blobs.insert(hash)
        case .commit(let commit):
          var named: [BlobReference] = []
          let (header, row) = try chain.check(
            commit,
            event: { event, _, _ in
              if case .blob(let reference)? = event.change.value { named.append(reference) }
            })
          if end?.excludes(header) == true {
            outcome.reachedEnd = true
            return outcome
          }
          if header.number == head.commit, chain.hash != head.hash { throw diverged(head) }
          if header.number <= head.commit { continue }
          for reference in named where !blobs.contains(reference.hash) {
            try take(reference, header.number, input, sink)
            blobs.insert(reference.hash)
          }
          try sink.add(commit, header, row)
          outcome.taken += 1
          progress(chain.position, total)
          if shouldStop() {
            outcome.wasStopped = true
            return outcome
          }
        }
      }
      try checkEnd(input, chain)
    } catch var fault as LogFault {
      if fault.place == nil { fault.place = input.place }
      outcome.fault = fault
      return outcome
    }
    guard chain.commit >= head.commit else {
      throw StoreError(
        .diverged,
        "the log ends with commit \(chain.commit), but the store has commit \(head.commit)")
    }
    return outcome
  }

  private func checkStart(_ start: LogStart, _ head: Head) throws {
    guard start.book == target.identity.book else {
      throw StoreError(.diverged, "the log and the store to be filled are of different books")
    }
    guard start.commit <= head.commit else {
      throw StoreError(
        .diverged,
        "the log begins with commit \(start.commit + 1), but the store ends with \(head.commit)")
    }
    let known =
      start.commit == 0
      ? .zero
      : start.commit == head.commit
        ? head.hash : try target.read { try $0.commit(start.commit)?.hash ?? .zero }
    guard known == start.hash else { throw diverged(head) }
  }

  private func diverged(_ head: Head) -> StoreError {
    StoreError(
      .diverged, "the store has commits that the log does not have; its last is \(head.commit)")
  }

  private func checkEnd(_ input: any LogInput, _ chain: borrowing LogChain) throws {
    guard let end = input.promisedEnd else { return }
    guard end.commit == chain.commit, end.position == chain.position, end.hash == chain.hash
    else {
      throw LogFault(
        kind: .chain, commit: chain.commit, reason: "the end names another commit than the last")
    }
  }

  /// Has bytes that an event names written before it.
  private func take(
    _ reference: BlobReference, _ commit: UInt64, _ input: any LogInput, _ sink: any ReplaySink
  ) throws {
    if try target.hasBlob(reference.hash) { return }
    guard let bytes = try input.blob(reference.hash), ContentHash(of: bytes.span) == reference.hash
    else {
      throw LogFault(
        kind: .damaged, commit: commit, reason: "bytes that an event names are missing or wrong")
    }
    try sink.add(blob: reference.hash, bytes)
  }
}

extension Store {
  func hasBlob(_ hash: ContentHash) throws -> Bool {
    let opened = self.opened
    let held = try opened.environment.beginReading()
    return try held.transaction.contains(KeyBuffer(hash).span, in: opened.reader.tables.blobs)
  }
}
