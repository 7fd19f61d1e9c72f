internal import ContactModel
internal import LMDB

extension Snapshot {
  /// A page of commits that fit a filter, the newest first.
  ///
  /// - Parameters:
  ///   - cursor: Where the last page ended, or a place of one's own.
  ///   - limit: How many at most.
  /// - Returns: The commits, and where to go on; `nil` at the end.
  /// - Throws: ``StoreError`` with code `notFound` for a record that never was.
  /// - Complexity: One row for each commit passed over, two for each found, and of those saved before
  ///   records were counted their runs; with properties but no record, the events of those passed over
  ///   as well; with a record, its history. From a place of one's own, the headers of all newer commits
  ///   are read once, for who undid what.
  public func commits(
    _ filter: CommitFilter = CommitFilter(), after cursor: CommitCursor = CommitCursor(),
    limit: Int = .max
  ) throws -> (commits: [CommitSummary], next: CommitCursor?) {
    let first = max(filter.numbers.lowerBound, try firstCommit(since: filter.since), 1)
    let before = cursor.before == 0 ? 0 : cursor.before - 1
    let last = min(filter.numbers.upperBound, head.commit, before)
    guard first <= last, limit > 0 else { return ([], nil) }
    let ofRecord = try filter.record.map { try commitsChanging($0, filter.properties) }
    var undone = cursor.undone
    if cursor.newest == 0 {
      try noteUndone(from: head.commit, downTo: last, &undone)
    } else {
      // What was read for the page before counts; what came since, and what is left out, is new.
      try noteUndone(from: head.commit, downTo: max(last, cursor.newest), &undone)
      try noteUndone(from: before, downTo: last, &undone)
    }
    var found: [CommitSummary] = []
    var number = last
    while number >= first {
      guard let commit = try commit(number) else { break }
      let isMine =
        try filter.fits(commit.header)
        && (ofRecord?.contains(number) ?? fits(commit, filter))
      if isMine {
        found.append(
          CommitSummary(
            commit: commit, records: try recordCount(commit),
            undoneBy: (undone[number] ?? []).sorted()))
      }
      undone[number] = nil
      for earlier in commit.header.undoes { undone[earlier, default: []].append(number) }
      if found.count == limit {
        let next = CommitCursor(
          before: number, newest: head.commit, undone: undone)
        return (found, number > first ? next : nil)
      }
      number -= 1
    }
    return (found, nil)
  }

  /// A commit with what others know about it; `nil` when there is none of that number.
  ///
  /// - Complexity: The headers of all newer commits; its runs, if it was saved before records were
  ///   counted.
  public func summary(of number: UInt64) throws -> CommitSummary? {
    guard number > 0, number <= head.commit else { return nil }
    var filter = CommitFilter()
    filter.numbers = number...number
    return try commits(filter).commits.first
  }

  /// Clocks rise and are never behind the time of their commit, so nothing earlier can be of a time.
  private func firstCommit(since time: Int64?) throws -> UInt64 {
    guard let time, time > 0 else { return 0 }
    return try commit(atTime: time - 1_000) + 1
  }

  /// Notes which commits those with numbers above `oldest` undid.
  private func noteUndone(
    from newest: UInt64, downTo oldest: UInt64, _ undone: inout [UInt64: [UInt64]]
  ) throws {
    var number = newest
    while number > oldest {
      guard let commit = try commit(number) else { return }
      for earlier in commit.header.undoes { undone[earlier, default: []].append(number) }
      number -= 1
    }
  }

  /// How many records have events in a commit.
  private func recordCount(_ commit: Commit) throws -> Int {
    if let row = try reader.timeRow(commit.header.clock, held.transaction),
      row.commit == commit.number, let count = row.records
    {
      return count
    }
    // One run is of one record.
    // In a commit the runs of a record follow one another, and each names the one before.
    var (count, last) = (0, Position.max)
    var position = commit.header.firstPosition
    let table = reader.tables.events
    let start = KeyBuffer(position)
    try held.transaction.scan(table, from: start.span) { key, stored in
      guard position <= commit.header.lastPosition else { return false }
      let run = try Run.frame(try Seal.open(key, stored, table))
      if run.previous != last { count += 1 }
      last = position
      position += UInt64(run.count)
      return true
    }
    return count
  }

  private func fits(_ commit: Commit, _ filter: CommitFilter) throws -> Bool {
    if filter.properties.isEmpty { return true }
    return try reader.events(of: commit.number, held.transaction).contains {
      $0.event.changes(one: filter.properties, at: $0.position)
    }
  }

  /// The commits that changed a record, its memberships or links.
  private func commitsChanging(
    _ id: RecordID, _ properties: Set<Property>
  ) throws -> Set<UInt64> {
    let items = try history(of: id).filter {
      properties.isEmpty || $0.logged.event.changes(one: properties, at: $0.logged.position)
    }
    return Set(items.map(\.logged.commit))
  }
}

extension Event {
  fileprivate func changes(one of: Set<Property>, at position: Position) -> Bool {
    change.slot(at: position).map { of.contains($0.property) } ?? false
  }
}
