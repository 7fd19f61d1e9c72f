internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

extension Store {
  /// Checks every stored byte: pages, checksums, canonical form, hashes, chain, positions, and that
  /// each projection is what follows from the log.
  ///
  /// The file is read without LMDB and without trust, so that no damage can end the process. Nothing
  /// is written. Writers wait meanwhile, readers go on.
  ///
  /// - Parameters:
  ///   - anchor: A commit that the log must have, kept from an earlier ``anchor()``.
  ///   - progress: Handed how many events were checked, and of how many.
  /// - Returns: What was found; the first thing wrong is in it, with its commit, record and page as
  ///   far as they can be told. No digests are there where the log itself is damaged.
  /// - Throws: ``StoreError`` with code `busy`, `io`, `newerFormat`, or `invalid` for an anchor of
  ///   another book.
  /// - Complexity: O(*n*); each page is read once, in order. Memory is bounded, but for the rows of
  ///   one table where a projection differs.
  public func verify(
    anchor: Anchor? = nil, progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> StoreProof {
    do {
      // A closed store says so.
      _ = try opened.environment.flags
      return try withWriterLock {
        try StoreVerification(anchor: anchor, tables: options.unicodeTables).run(
          "\(path)/data.mdb", progress)
      }
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// As ``verify(anchor:progress:)``, without opening the store.
  ///
  /// - Parameters:
  ///   - copying: Whether a consistent copy is made first, beside the store, and checked: writers wait
  ///     only while it is made. LMDB copies the pages as they are.
  /// - Throws: As ``verify(anchor:progress:)``; `noStore`, `notAStore`, `permission` and
  ///   `fileSystem` as ``open(at:options:)``; with `copying` also `damaged` and `full`.
  public static func verify(
    at path: String, anchor: Anchor? = nil, copying: Bool = false, options: Options = Options(),
    progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> StoreProof {
    let path = withoutSlash(path)
    do {
      try inspect(path, options)
      let verification = StoreVerification(anchor: anchor, tables: options.unicodeTables)
      if copying { return try withCopy(of: path, options) { try verification.run($0, progress) } }
      // Nothing is made here: whoever opens the store to write makes the lock file.
      guard try FileInfo.at("\(path)/store.lock") != nil,
        let lock = try? StoreLock(path: "\(path)/store.lock")
      else {
        return try verification.run("\(path)/data.mdb", progress)
      }
      try lock.acquire(waitingAtMost: options.waiting)
      defer { lock.release() }
      return try verification.run("\(path)/data.mdb", progress)
    } catch {
      throw refusing(error, path)
    }
  }

  /// Lends a copy of the store's file.
  private static func withCopy<R>(
    of path: String, _ options: Options, _ body: (String) throws -> R
  ) throws -> R {
    let folder = "\(path).verify-\(Hex.string(SecureRandom.bytes(4)))"
    try Directory.create(folder)
    defer { try? Directory.removeTree(folder) }
    let environment = try Environment.open(directory: path, options: options.environment)
    do {
      try environment.copy(toDirectory: folder, compacting: false)
      environment.close()
    } catch {
      environment.close()
      throw error
    }
    return try body("\(folder)/data.mdb")
  }
}

/// One verification of a store's file.
struct StoreVerification {
  let anchor: Anchor?
  /// What this process sorts and folds with.
  var tables = UnicodeTables()

  func run(_ path: String, _ progress: (UInt64, UInt64) -> Void) throws -> StoreProof {
    var head = Head()
    var digests: [(name: String, digest: ContentHash)] = []
    var fault: LogFault?
    do {
      let file = try StoreFile(path: path)
      let identity = try file.identity()
      head = try file.head()
      let locales = try file.settings().locales
      try checkBook(identity)
      (digests, fault) = try check(
        file, identity, head, Indices(locales: locales, tables), progress)
    } catch let found as LogFault {
      fault = found
    }
    return StoreProof(
      commits: head.commit, events: head.position, head: head.hash, digests: digests,
      fault: fault)
  }

  private func checkBook(_ identity: Identity) throws {
    guard let anchor, anchor.book != identity.book else { return }
    throw StoreError(
      .invalid, "the anchor is of another book; this one is \(Hex.string(identity.book))")
  }

  private func check(
    _ file: StoreFile, _ identity: Identity, _ head: Head, _ indices: Indices,
    _ progress: (UInt64, UInt64) -> Void
  ) throws -> (digests: [(name: String, digest: ContentHash)], fault: LogFault?) {
    if let anchor, anchor.commit > head.commit {
      throw LogFault(
        kind: .chain, commit: head.commit,
        reason: "the log ends here, before commit \(anchor.commit) of the anchor: it was cut, or an"
          + " older one was put in its place")
    }
    var salted = SystemRandomNumberGenerator()
    let salt = salted.next() as UInt64
    let log = LogVerification(
      file: file, identity: identity, head: head, anchor: anchor, salt: salt)
    try log.checkBlobs()
    var projections = try ProjectionVerification(
      file: file, head: head, indices: indices, salt: salt)
    var counts = SIMD4<Int64>()
    try log.forEachFold(isFirst: true, progress) { fold in
      for kind in fold.records.indices {
        counts[kind] += Int64(fold.records[kind].count { $0.newestRun != 0 && $0.record.exists })
      }
      projections.add(fold)
    }
    for set in Tables.setNames.indices where set != head.liveSet {
      for name in Tables.Projections.names { try file.check("\(name).\(Tables.setNames[set])") }
    }
    let (digests, differing) = try projections.compare()
    try file.checkFreeList()
    func fault(_ reason: String) -> LogFault {
      LogFault(kind: .projection, commit: head.commit, reason: reason)
    }
    if head.projectionVersion != Indices.version {
      return (
        digests,
        fault("the projections have the layout of another version; run rebuild")
      )
    }
    if let differing {
      let found = try projections.locate(differing) { body in
        try log.forEachFold(isFirst: false, { _, _ in }, body)
      }
      return (digests, found)
    }
    guard counts == head.counts else {
      return (digests, fault("the numbers of records in the head are not those of the log"))
    }
    return (digests, nil)
  }
}

extension LogVerification {
  /// Folds the log, some records at a time, and hands over each fold.
  func forEachFold(
    isFirst: Bool, _ progress: (UInt64, UInt64) -> Void, _ body: (Fold) throws -> Void
  ) throws {
    for (pass, range) in Fold.ranges(next: head.nextNumbers).enumerated() {
      let checksAll = isFirst && pass == 0
      var fold = Fold(numbers: range)
      var created = SIMD4<Int32>(1, 1, 1, 0)
      try walk(
        isFirst: checksAll, progress: progress,
        event: { event, position, header in
          try fold.add(event, at: position, header)
          if case .created = event.change { created[Int(event.record.kind.rawValue)] &+= 1 }
          if checksAll, case .blob(let reference)? = event.change.value {
            try check(reference, header)
          }
        },
        run: { first, previous, commit in
          try fold.endRun(first: first, previous: previous, commit: commit)
        })
      guard created == head.nextNumbers else {
        throw LogFault(
          kind: .chain, commit: head.commit,
          reason: "the next numbers in the head are not those of the log")
      }
      try body(fold)
    }
  }
}

extension StoreFile {
  /// Who the store is.
  func identity() throws -> Identity {
    try row("meta", name: "identity", marks: true) { try Identity(&$0) }
      .unwrapped("the file has no identity row")
  }

  /// Where the log ends.
  func head() throws -> Head {
    try row("meta", name: "head", marks: false) { try Head(&$0) }
      .unwrapped("the file has no head row")
  }

  func settings() throws -> Settings {
    try row("settings", name: "settings", marks: true) { try Settings(&$0) } ?? Settings()
  }

  /// The row of a name in a table of few rows; others in it must be `identity` or `head`.
  private func row<R>(
    _ table: String, name: String, marks: Bool, _ body: (inout CBORDecoder) throws -> R
  ) throws -> R? {
    var found: R?
    var rows = try rows(table, marks: marks)
    while try rows.next() {
      let key = String(decoding: rows.key.array, as: UTF8.self)
      let value = try rows.open { bytes -> R? in
        guard key == name else { return nil }
        var decoder = CBORDecoder(bytes)
        return try body(&decoder)
      }
      guard value != nil || (table == "meta" && ["identity", "head"].contains(key)) else {
        throw LogFault(
          kind: .damaged, commit: 0, reason: "a row of table \(table) has a name of no row",
          page: rows.page)
      }
      found = value ?? found
    }
    return found
  }
}

extension Optional {
  fileprivate func unwrapped(_ reason: String) throws -> Wrapped {
    guard let self else { throw LogFault(kind: .damaged, commit: 0, reason: reason) }
    return self
  }
}
