internal import ContactModel
internal import FileSystem
internal import LMDB

/// What a replay did.
public struct ReplayReport: Sendable {
  /// The store that was filled; its `fault` names what is wrong with the log that was read, or the
  /// first projection that differs from the source's.
  public var proof: StoreProof
  /// How many commits the store did not have before.
  public var applied: UInt64
  /// Whether it was stopped before the end; replaying again goes on.
  public var wasStopped: Bool
}

extension Store {
  /// Replays this store's log into a fresh store and proves both equal.
  ///
  /// As ``replay(_:into:to:options:progress:shouldStop:)``, but never into a store that is there.
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
      let path = Self.withoutSlash(path)
      try Self.makeRoom(at: path)
      return try withoutActuallyEscaping(progress) { progress in
        try Self.makeReplica(
          of: .store(self), at: path, to: nil, options, progress, { false })
      }.proof
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Replays a log: makes a store that has the same book, commits, positions and hashes, or brings
  /// one up to date that was made so.
  ///
  /// Every hash is checked on the way, and projections are made from the events. A store that is
  /// there gets the commits it lacks, log and projections in one transaction each time; its last
  /// commit must be one of the log's. A new store is built in `PATH.new-replay` and renamed; where
  /// a replay was killed, the next one goes on with that folder. Of a file that ends too early all
  /// whole commits are taken; once the file is whole, a further replay takes the rest.
  ///
  /// - Parameters:
  ///   - source: The log.
  ///   - path: The store to make or to bring up to date.
  ///   - end: How far; by default to the end.
  ///   - options: How to open the store at `path`.
  ///   - progress: Handed how many events were copied, and of how many; 0: not known.
  ///   - shouldStop: Asked after each commit.
  /// - Throws: ``StoreError`` with code `diverged` for a log of another book, or one that lacks the
  ///   store's last commit; `invalid` and `noStore` for what is no log; and as
  ///   ``create(at:options:)`` and ``open(at:options:)`` throw it.
  /// - Complexity: O(*n* log *n*) for a new store, else O(*m* log *n*) for *m* new events, and the
  ///   digests of all projections. Memory is bounded.
  public static func replay(
    _ source: LogSource, into path: String, to end: ReplayEnd? = nil,
    options: Options = Options(), progress: (UInt64, UInt64) -> Void = { _, _ in },
    shouldStop: () -> Bool = { false }
  ) throws -> ReplayReport {
    let path = withoutSlash(path)
    do {
      return try withoutActuallyEscaping(progress) { progress in
        try withoutActuallyEscaping(shouldStop) { shouldStop in
          if try isTaken(path) {
            let target = try openReplica(path, source, options)
            defer { target.close() }
            return try target.catchUp(
              with: source, to: end, progress: progress, shouldStop: shouldStop)
          }
          try makeRoom(at: path)
          return try makeReplica(of: source, at: path, to: end, options, progress, shouldStop)
        }
      }
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Takes the commits of a log that this store lacks: the log and the projections of each in one
  /// transaction.
  ///
  /// - Throws: As ``replay(_:into:to:options:progress:shouldStop:)``.
  public func catchUp(
    with source: LogSource, to end: ReplayEnd? = nil,
    progress: (UInt64, UInt64) -> Void = { _, _ in }, shouldStop: () -> Bool = { false }
  ) throws -> ReplayReport {
    do {
      let (applied, outcome) = try withoutActuallyEscaping(progress) { progress in
        try withoutActuallyEscaping(shouldStop) { shouldStop in
          try takeNew(from: source, to: end, progress, shouldStop)
        }
      }
      let fault = try outcome.fault ?? difference(from: source)
      return ReplayReport(
        proof: try proof(fault), applied: applied, wasStopped: outcome.wasStopped)
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// As ``catchUp(with:to:progress:shouldStop:)`` without comparing the projections.
  func takeNew(
    from source: LogSource, to end: ReplayEnd?, _ progress: @escaping (UInt64, UInt64) -> Void,
    _ shouldStop: @escaping () -> Bool
  ) throws -> (applied: UInt64, outcome: ReplayRun.Outcome) {
    let head = try self.head()
    let input = try source.input(after: head.commit)
    let sink = LiveSink(self)
    let run = ReplayRun(target: self, end: end, progress: progress, shouldStop: shouldStop)
    var outcome = try run.run(input, into: sink)
    do {
      // What stands in front of a cut is sound; what stands in front of an edited line may be not.
      if outcome.fault == nil || outcome.fault?.kind == .cut { try sink.flush() }
    } catch let error as LogFault {
      outcome.fault = error
    }
    return (sink.written, outcome)
  }
}

// MARK: - A new store

extension Store {
  private static func isTaken(_ path: String) throws -> Bool {
    guard let info = try FileInfo.at(path) else { return false }
    return try info.kind != .directory || !Directory.contents(of: path).isEmpty
  }

  private static func openReplica(
    _ path: String, _ source: LogSource, _ options: Options
  ) throws -> Store {
    let data = try FileInfo.at("\(path)/data.mdb")
    guard let data else {
      throw StoreError(.exists, "there is something at \(path) that is no store")
    }
    if case .store(let store) = source, let own = try FileInfo.at("\(store.path)/data.mdb"),
      own.inode == data.inode, own.device == data.device
    {
      throw StoreError(.exists, "\(path) is the store to be replayed; choose another folder")
    }
    return try open(at: path, options: options)
  }

  private static func makeReplica(
    of source: LogSource, at path: String, to end: ReplayEnd?, _ options: Options,
    _ progress: @escaping (UInt64, UInt64) -> Void, _ shouldStop: @escaping () -> Bool
  ) throws -> ReplayReport {
    let building = "\(path).new-replay"
    // One input for all: standard input can be read once.
    let input = try source.input(after: 0)
    var target = try reopen(building, input.start.book, source, options)
    if target == nil {
      try removeReplica(building)
      target = try create(at: building, book: input.start.book, options: options)
    }
    guard let target else { throw StoreError(.io, "the store was not made") }
    do {
      var report = try target.fill(
        from: source, input, to: end, progress, shouldStop)
      if !report.wasStopped, report.proof.fault == nil {
        let fault = try target.difference(from: source)
        report.proof = try target.proof(fault)
      }
      target.close()
      if report.wasStopped { return report }
      if let fault = report.proof.fault, fault.kind != .projection, fault.kind != .cut {
        try Directory.removeTree(building)
      } else {
        try Directory.rename(building, to: path)
        try Directory.synchronize(parent(of: path))
      }
      return report
    } catch {
      target.close()
      // Where another replay is at work, the folder is its own.
      if (StoreError.translating(error) as? StoreError)?.code != .busy {
        try? removeReplica(building)
      }
      throw error
    }
  }

  /// Removes what a replay left, and nothing else.
  private static func removeReplica(_ building: String) throws {
    guard let info = try FileInfo.at(building) else { return }
    let names = info.kind == .directory ? try Directory.contents(of: building) : ["file"]
    guard names.isEmpty || names.contains("data.mdb") else {
      throw StoreError(.exists, "\(building) is in the way; move it elsewhere")
    }
    try Directory.removeTree(building)
  }

  /// The store that a killed replay of this log left; `nil`: there is none that is of use.
  private static func reopen(
    _ building: String, _ book: [UInt8], _ source: LogSource, _ options: Options
  ) throws -> Store? {
    guard try FileInfo.at(building) != nil else { return nil }
    guard let store = try? open(at: building, options: options) else { return nil }
    guard store.identity.book == book else {
      store.close()
      return nil
    }
    if case .store = source {
      let head = try store.head()
      let input = try? source.input(after: head.commit)
      guard input?.start.hash == head.hash else {
        store.close()
        return nil
      }
    }
    return store
  }

  /// Fills this new store, and makes its projections.
  private func fill(
    from source: LogSource, _ input: any LogInput, to end: ReplayEnd?,
    _ progress: @escaping (UInt64, UInt64) -> Void, _ shouldStop: @escaping () -> Bool
  ) throws -> ReplayReport {
    let (applied, outcome) = try withWriterLock {
      let head = try self.head()
      let run = ReplayRun(target: self, end: end, progress: progress, shouldStop: shouldStop)
      let sink = try BulkSink(self)
      var rest = input
      if case .store = source { rest = try source.input(after: head.commit) }
      let outcome = try run.run(rest, into: sink)
      try sink.flush()
      return (try self.head().commit, outcome)
    }
    var fault = outcome.fault
    if !outcome.wasStopped, fault == nil || fault?.kind == .cut {
      do { try rebuild() } catch let error as LogFault { fault = error }
    }
    return ReplayReport(
      proof: try proof(fault), applied: applied, wasStopped: outcome.wasStopped)
  }
}

// MARK: - Proof

extension Store {
  private func proof(_ fault: LogFault?) throws -> StoreProof {
    let head = try self.head()
    return StoreProof(
      commits: head.commit, events: head.position, head: head.hash, digests: try digests(),
      fault: fault)
  }

  /// Tells watchers that something was committed.
  func touchFeed() throws { try File.touch("\(path)/feed") }
}
