internal import ContactModel
internal import LMDB

extension Store {
  /// Makes all projections anew from the log, and checks the log on the way.
  ///
  /// The new ones are built beside the live ones, which readers go on using; writers wait. When it
  /// is cut short, the old ones stay live.
  ///
  /// - Parameter progress: Handed how many events were folded, and of how many.
  /// - Throws: ``LogFault`` for the first thing wrong in the log; ``StoreError`` with code `busy`,
  ///   `full` or `io`.
  /// - Complexity: O(*n* log *n*); memory is bounded.
  public func rebuild(progress: (UInt64, UInt64) -> Void = { _, _ in }) throws {
    do {
      try withWriterLock {
        try takeUpSettings { _, _, _ in }
        try rebuildProjections(progress: progress)
      }
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Rebuilds when the projections have another layout than this version's, and makes or brings up
  /// to date the editions that a save keeps.
  ///
  /// The caller holds the writer's lock.
  func bringProjectionsUpToDate() throws {
    let isUpToDate = try takeUpSettings { indices, head, editions in
      head.projectionVersion == Indices.version
        && indices.kept.allSatisfy { index in
          editions.contains { $0.spec == index.spec && $0.state == .current }
        }
    }
    if isUpToDate { return }
    if try head().projectionVersion != Indices.version { try rebuildProjections { _, _ in } }
    for index in opened.indices.kept { try bringUpToDate(index) }
  }

  /// Takes up the locales that another process may have set, and lends what there is.
  private func takeUpSettings<R>(
    _ body: (Indices, Head, [Edition]) throws -> R
  ) throws -> R {
    let opened = self.opened
    let held = try opened.environment.beginReading()
    let indices = try indices(opened, held.transaction)
    let head = try opened.reader.head(held.transaction)
    let editions = try opened.reader.editions(set: head.liveSet, held.transaction)
    return try body(indices, head, editions)
  }

  /// Where the log ends now.
  func head() throws -> Head {
    let opened = self.opened
    let held = try opened.environment.beginReading()
    return try opened.reader.head(held.transaction)
  }

  /// The rebuilding itself.
  ///
  /// The caller holds the writer's lock.
  func rebuildProjections(progress: (UInt64, UInt64) -> Void) throws {
    let opened = self.opened
    let head = try self.head()
    var next = head
    next.liveSet = 1 - head.liveSet
    next.projectionVersion = Indices.version
    next.counts = SIMD4()
    try empty(set: next.liveSet)
    let editions = opened.indices.fresh
    try opened.environment.write { transaction in
      for edition in editions {
        try transaction.put(
          edition, in: opened.reader.tables.projections[next.liveSet].order)
      }
    }
    for range in Fold.ranges(next: head.nextNumbers) {
      let fold = try fold(range, head, progress)
      for kind in fold.records.indices {
        next.counts[kind] += Int64(fold.records[kind].count { $0.record.exists })
      }
      try write(fold, set: next.liveSet, opened.indices.bound(to: editions))
    }
    try opened.environment.write { transaction in
      var encoder = CBOREncoder()
      next.encode(to: &encoder)
      try transaction.put(Head.key, sealing: encoder.bytes, in: opened.reader.tables.meta)
    }
    try empty(set: head.liveSet)
  }

  /// Walks the log once and folds the records of a range.
  func fold(
    _ range: Range<Int32>, _ head: Head, _ progress: (UInt64, UInt64) -> Void
  ) throws -> Fold {
    let opened = self.opened
    var fold = Fold(numbers: range)
    var walk = LogWalk(reader: opened.reader, book: identity.book)
    var more = true
    while more {
      // A snapshot for each stretch: an old one would keep pages from being reused.
      more = try opened.environment.read { transaction in
        try walk.advance(
          transaction, head: head, limit: 32 << 20,
          event: { event, position, header in
            try fold.add(event, at: position, header)
          },
          run: { step in
            try fold.endRun(first: step.first, previous: step.previous, commit: step.commit)
          },
          end: { _, _ in })
      }
      progress(walk.position, head.position)
    }
    return fold
  }

  /// Puts folded records and relations into a set.
  private func write(_ fold: Fold, set: Int, _ indices: [any RecordIndex]) throws {
    let opened = self.opened
    let tables = opened.reader.tables.projections[set]
    try fold.writeRecords(to: tables, of: opened.environment, indices)
    if !fold.relations.isEmpty {
      try opened.environment.write { try ProjectionWriter.put(fold.relations, in: tables, $0) }
    }
  }

  private func empty(set: Int) throws {
    let opened = self.opened
    for table in opened.reader.tables.projections[set].all {
      try opened.environment.write { try $0.empty(table) }
    }
  }
}
