internal import ContactModel
internal import FileSystem
internal import LMDB
internal import Synchronization

/// A save that waits for its turn.
///
/// Several savers share one transaction: whoever leads takes all that wait.
final class CommitRequest: Sendable {
  /// The batch's identity.
  let batch: [UInt8]
  /// Looks at the book as it is in the write transaction and says what to save; an empty draft:
  /// nothing.
  let prepare: @Sendable (BatchWriter, borrowing ReadTransaction) throws -> Draft
  /// What came of it.
  let outcome = Mutex<Result<Commit?, any Error>?>(nil)

  init(
    batch: [UInt8],
    prepare: @escaping @Sendable (BatchWriter, borrowing ReadTransaction) throws -> Draft
  ) {
    self.batch = batch
    self.prepare = prepare
  }

  var isDone: Bool { outcome.withLock { $0 != nil } }

  func finish(_ result: Result<Commit?, any Error>) { outcome.withLock { $0 = $0 ?? result } }
}

extension Store {
  /// Saves what `request` prepares: the only way into the log for new events.
  ///
  /// - Returns: The commit; `nil` when there was nothing to save.
  func commit(_ request: CommitRequest) throws -> Commit? {
    queue.withLock { $0.append(request) }
    leading.withLock { _ in
      if request.isDone { return }
      let waiting = queue.withLock { queue in
        defer { queue = [] }
        return queue
      }
      lead(waiting)
    }
    guard let result = request.outcome.withLock({ $0 }) else {
      throw StoreError(.io, "the save was not carried out")
    }
    return try result.get()
  }

  /// Runs `body` while no other process or thread can write.
  func withWriterLock<R>(_ body: () throws -> R) throws -> R {
    try lock.acquire(waitingAtMost: options.waiting)
    defer { lock.release() }
    return try body()
  }

  private func lead(_ requests: [CommitRequest]) {
    do {
      try mend()
      try withWriterLock {
        try bringProjectionsUpToDate()
        try write(requests)
      }
    } catch {
      let error = StoreError.translating(error)
      for request in requests { request.finish(.failure(error)) }
    }
  }

  /// One transaction for all requests; each commit in it is visible whole or not at all.
  private func write(_ requests: [CommitRequest]) throws {
    let opened = self.opened
    var saved: [(CommitRequest, Commit?)] = []
    var reachedCommit = false
    var wrote = false
    do {
      try opened.environment.write { transaction in
        let writer = try BatchWriter(
          reader: opened.reader, indices: opened.indices, identity: identity, transaction.reading)
        for request in requests {
          do {
            let twin = saved.first { $0.0.batch == request.batch }
            let commit = try twin?.1 ?? accept(request, writer, transaction.reading)
            saved.append((request, commit))
          } catch let error as StoreError where error.code != .damaged {
            request.finish(.failure(error))
          }
        }
        if !writer.isEmpty {
          try writer.flush(transaction)
          wrote = true
        }
        reachedCommit = true
      }
    } catch let error as LMDBError
      where reachedCommit && !error.isDiskFull && error.code != .replaced
    {
      // The disk failed at the commit point: whether the batch is there must be looked up.
      return lookUp(saved, after: error)
    }
    if wrote { try? File.touch("\(path)/feed") }
    for (request, commit) in saved { request.finish(.success(commit)) }
  }

  private func accept(
    _ request: CommitRequest, _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws -> Commit? {
    if let known = try writer.reader.commit(batch: request.batch, transaction) {
      return try writer.reader.commit(known, transaction)
    }
    let draft = try request.prepare(writer, transaction)
    return draft.isEmpty ? nil : try writer.append(draft, transaction)
  }

  /// Opens the environment again and answers by what is in the log.
  private func lookUp(_ saved: [(CommitRequest, Commit?)], after error: LMDBError) {
    do {
      try reopen()
      try opened.environment.read { transaction in
        for (request, commit) in saved {
          let known = try opened.reader.commit(batch: request.batch, transaction)
          if known != nil || commit == nil {
            request.finish(.success(commit))
          } else {
            request.finish(.failure(notWritten(error)))
          }
        }
      }
    } catch {
      isBroken.withLock { $0 = true }
      for (request, _) in saved {
        request.finish(
          .failure(
            StoreError(
              .outcomeUnknown, "the disk failed at the commit; save again to know what came of it"))
        )
      }
    }
  }

  /// LMDB reports a short write, as a full disk makes, like any other that failed.
  private func notWritten(_ error: LMDBError) -> StoreError {
    let available = StoreChecks.availableBytes(at: path) ?? .max
    return available < 1 << 20
      ? StoreError(.full, "no space left for the store (\(error))")
      : StoreError(.io, "the disk or a limit of the system refused to write (\(error))")
  }

  /// Opens the files if the last attempt failed: the disk may be back.
  func mend() throws {
    try isBroken.withLock { isBroken in
      guard isBroken else { return }
      try reopen()
      isBroken = false
    }
  }

  private func reopen() throws {
    opened.environment.close()
    var attempts = 0
    while true {
      do {
        let environment = try Environment.open(
          directory: path, options: options.environment)
        let (reopened, _) = try Store.open(environment, options)
        return replace { $0 = reopened }
      } catch let error as LMDBError where error.code == .alreadyOpen && attempts < 1_000 {
        // Readers of the old environment are still at work; they are short.
        attempts += 1
        Clock.pause(milliseconds: 1)
      }
    }
  }
}
