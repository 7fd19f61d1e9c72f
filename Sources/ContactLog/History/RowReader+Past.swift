internal import ContactModel
internal import LMDB

// The past of single records and relations, found from the present rows by walking back through
// their own events. `end` is always the last position of a commit (0: before the first): no run
// goes over it.

extension RowReader {
  /// A record as it was when the log ended at `end`; `nil` when it was created later, or never.
  ///
  /// The same row as a store has that was fed so far, byte for byte.
  ///
  /// - Complexity: O(the record's own events); one row when nothing wrote it since; O(its events since)
  ///   when these changed nothing but memberships and links, which a group has many of.
  func record(
    _ id: RecordID, asOf end: Position, set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> (record: Record, newestRun: Position)? {
    guard let newest = try newestRun(of: id, set: set, transaction) else { return nil }
    if newest <= end { return try record(id, set: set, transaction) }
    var run = newest
    var isOwn = false
    while run > end {
      let outline = try outline(ofRunAt: run, transaction)
      isOwn = isOwn || outline.isOwn
      run = outline.previous
    }
    if run == 0 { return nil }
    if isOwn { return (try fold(id, fromRun: run, transaction), run) }
    guard var row = try record(id, set: set, transaction) else { return nil }
    row.record.modified = try time(of: outline(ofRunAt: run, transaction).commit, transaction)
    return (row.record, run)
  }

  func outline(
    ofRunAt position: Position, _ transaction: borrowing ReadTransaction
  ) throws -> (commit: UInt64, previous: Position, isOwn: Bool) {
    let outline = try value(KeyBuffer(position), in: tables.events, transaction) {
      try Run.outline($0)
    }
    guard let outline else {
      throw StoreError(.damaged, "the log has no run at position \(position); run verify")
    }
    guard outline.previous < position else {
      throw StoreError(.damaged, "the run at position \(position) points forward; run verify")
    }
    return (outline.commit, outline.previous, outline.isOwn)
  }

  /// The newest run at or before `end`, walking back from a run of the same record; 0: none.
  ///
  /// - Complexity: O(runs in between), of each only its frame.
  func run(
    from newest: Position, asOf end: Position, _ transaction: borrowing ReadTransaction
  ) throws -> Position {
    var position = newest
    while position > end {
      let previous = try value(KeyBuffer(position), in: tables.events, transaction) {
        try Run.frame($0).previous
      }
      guard let previous else {
        throw StoreError(.damaged, "the log has no run at position \(position); run verify")
      }
      guard previous < position else {
        throw StoreError(.damaged, "the run at position \(position) points forward; run verify")
      }
      position = previous
    }
    return position
  }

  /// Folds a record from its events up to its run that begins at `newest`.
  func fold(
    _ id: RecordID, fromRun newest: Position, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    var runs: [(position: Position, commit: UInt64)] = []
    var position = newest
    while position > 0 {
      let outline = try outline(ofRunAt: position, transaction)
      runs.append((position, outline.commit))
      position = outline.previous
    }
    var record = Record(id: id)
    guard let first = runs.last, let last = runs.first else { return record }
    // Only the first and the last commit's time stay in a record.
    let created = try time(of: first.commit, transaction)
    let modified = first.commit == last.commit ? created : try time(of: last.commit, transaction)
    for run in runs.reversed() {
      let time = run.commit == first.commit ? created : modified
      _ = try value(KeyBuffer(run.position), in: tables.events, transaction) { bytes in
        try Run.read(bytes, first: run.position) { event, at, _ in
          record.apply(event, at: at, time: time)
        }
      }
    }
    return record
  }

  /// When a commit was made.
  func time(of number: UInt64, _ transaction: borrowing ReadTransaction) throws -> Int64 {
    let time = try value(KeyBuffer(number), in: tables.commits, transaction) { bytes in
      var row = CBORDecoder(bytes)
      _ = try row.array()
      var header = CBORDecoder(try row.dataSpan())
      return try header.headerTime()
    }
    guard let time else {
      throw StoreError(.damaged, "commit \(number) is missing from the log; run verify")
    }
    return time
  }

  /// What stood between two records when the log ended at `end`.
  ///
  /// - Complexity: O(the relation's own events since); one row when there are none.
  func relation(
    _ key: RelationKey, asOf end: Position, set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    try relation(relation(key, set: set, transaction), asOf: end, transaction)
  }

  /// What a relation was when the log ended at `end`, from what it is now.
  func relation(
    _ now: Relation, asOf end: Position, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    var position = now.writers.last
    if position <= end { return now }
    while position > end {
      let previous = try writer(at: position, transaction).previous
      guard previous < position else {
        throw StoreError(.damaged, "the event at position \(position) points forward; run verify")
      }
      position = previous
    }
    return try relation(writtenAt: position, transaction)
  }

  /// A relation as the event at a position left it; 0: nothing was ever said.
  func relation(
    writtenAt position: Position, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    var relation = Relation.none
    if position > 0 { relation.apply(try writer(at: position, transaction), at: position) }
    return relation
  }

  private func writer(
    at position: Position, _ transaction: borrowing ReadTransaction
  ) throws -> Event {
    guard let found = try event(at: position, transaction) else {
      throw StoreError(.damaged, "the log has no event at position \(position); run verify")
    }
    return found.event
  }
}
