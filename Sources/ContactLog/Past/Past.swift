internal import ContactModel
internal import LMDB

/// What makes a snapshot one of the past.
///
/// Single records and relations are found by walking back through their own events. The indices are
/// those of a base, in which rows of the records that differ are hidden and others put in their
/// place: the base is the present, or a copy of the projections as of a commit nearby. It is chosen
/// when an index is first asked for.
final class Past {
  /// Where the log ended then; counts and next numbers are not known and 0.
  let head: Head
  /// Where it ends now.
  let present: Head
  private let store: Store
  private let reader: RowReader
  private var chosen: View?
  private var counts: [RecordKind: Int] = [:]

  /// A base, and how the past differs from it.
  struct View {
    let base: Base
    let overlay: PastOverlay
    /// The editions whose rows the base has, and the indices that make them.
    let editions: [Edition]
    let indices: [any RecordIndex]
  }

  /// Whose rows are taken where nothing differs.
  enum Base {
    case present
    /// A copy of the projections as of some commit.
    case copy(PastCopy.Reading)
    /// The book before the first commit.
    case empty
  }

  init(head: Head, present: Head, store: Store, reader: RowReader) {
    self.head = head
    self.present = present
    self.store = store
    self.reader = reader
  }
}

// MARK: - Records

extension Past {
  /// A record's row then.
  func row(
    _ id: RecordID, _ transaction: borrowing ReadTransaction
  ) throws -> (record: Record, newestRun: Position)? {
    if let chosen {
      let touch = chosen.overlay.stretch.records[id]
      if touch == nil { return try storedRow(id, chosen, transaction) }
      if touch?.isOwn == true {
        return try chosen.overlay.row(id, reader, transaction).map { ($0.record, $0.newestRun) }
      }
    }
    return try reader.record(id, asOf: head.position, set: present.liveSet, transaction)
  }

  /// The base's row of a record that is the same there.
  private func storedRow(
    _ id: RecordID, _ view: View, _ transaction: borrowing ReadTransaction
  ) throws -> (record: Record, newestRun: Position)? {
    guard case .copy(let copy) = view.base else {
      return try reader.record(id, asOf: head.position, set: present.liveSet, transaction)
    }
    return try reader.value(
      KeyBuffer(id), in: copy.copy.tables.records, copy.held.transaction
    ) { bytes in
      var decoder = CBORDecoder(bytes)
      return try decoder.record(id)
    }
  }

  /// Hands the rows of a kind to `body`, in order of number from `first` on, until it returns false.
  ///
  /// - Complexity: O(records and the events of those that changed since).
  func forEachRow(
    _ kind: RecordKind, from first: Int32, _ transaction: borrowing ReadTransaction,
    _ body: (Record) throws -> Bool
  ) throws {
    let table = reader.tables.projections[present.liveSet].records
    let start = KeyBuffer(RecordID(kind, first))
    try transaction.scan(table, from: start.span) { key, stored in
      guard let id = key.lastRecord, id.kind == kind else { return false }
      var decoder = CBORDecoder(try Seal.open(key, stored, table))
      let (record, newest) = try decoder.record(id)
      if newest <= head.position { return try body(record) }
      // Numbers rise in order of creation: those that follow were created later as well.
      if record.origin > head.position { return false }
      if let chosen, chosen.overlay.stretch.records[id]?.isOwn == true {
        return try chosen.overlay.row(id, reader, transaction).map { try body($0.record) } ?? true
      }
      let run = try reader.run(from: newest, asOf: head.position, transaction)
      return try run == 0 ? true : body(reader.fold(id, fromRun: run, transaction))
    }
  }

  /// How many records of a kind existed then.
  ///
  /// - Complexity: O(records), once.
  func count(_ kind: RecordKind, _ transaction: borrowing ReadTransaction) throws -> Int {
    if let known = counts[kind] { return known }
    let table = reader.tables.projections[present.liveSet].records
    let start = KeyBuffer(RecordID(kind, 0))
    var count = 0
    try transaction.scan(table, from: start.span) { key, stored in
      guard let id = key.lastRecord, id.kind == kind else { return false }
      var decoder = CBORDecoder(try Seal.open(key, stored, table))
      let record = try decoder.record(id).record
      if record.origin > head.position { return false }
      if try existed(record, transaction) { count += 1 }
      return true
    }
    counts[kind] = count
    return count
  }

  private func existed(
    _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var position = record.existence.last
    if position <= head.position { return record.exists }
    while position > head.position {
      guard let event = try reader.event(at: position, transaction)?.event,
        event.previous < position
      else {
        throw StoreError(.damaged, "the log has no event at position \(position); run verify")
      }
      position = event.previous
    }
    guard position > 0, let event = try reader.event(at: position, transaction)?.event else {
      return false
    }
    return event.change != .removed
  }
}

// MARK: - Indices

extension Past.View {
  /// The properties that the rows of a table depend on; `nil`: all, for it holds the records.
  fileprivate func reads(of table: Table, _ set: Tables.Projections) -> PropertySet? {
    if table == set.records { return nil }
    return PropertySet(
      allOf: indices.filter { type(of: $0).table(set) == table }.map(\.reads))
  }
}

extension Past {
  /// Walks the rows of an index as they were then.
  func scan(
    _ name: ProjectionName, from start: Span<UInt8>?, _ direction: ScanDirection,
    _ indices: Indices, _ transaction: borrowing ReadTransaction,
    _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
  ) throws {
    let view = try view(indices, transaction)
    let set = reader.tables.projections[present.liveSet]
    let added = try view.overlay.table(
      set[keyPath: name], view.indices, set, reader: reader, transaction)
    let reads = view.reads(of: set[keyPath: name], set)
    var next = added.place(of: start, direction)
    let step = direction == .forward ? 1 : -1
    var goesOn = true
    func merge(_ key: Span<UInt8>, _ stored: Span<UInt8>) throws -> Bool {
      while added.rows.indices.contains(next), added.precedes(next, key, direction) {
        goesOn = try added.rows.withRow(next, body)
        next += step
        if !goesOn { return false }
      }
      if let id = key.lastRecord, view.overlay.hides(id, reads) { return true }
      goesOn = try body(key, stored)
      return goesOn
    }
    switch view.base {
    case .present:
      try transaction.scan(set[keyPath: name], from: start, direction: direction, merge)
    case .copy(let copy):
      try copy.held.transaction.scan(
        copy.copy.tables[keyPath: name], from: start, direction: direction, merge)
    case .empty: break
    }
    while goesOn, added.rows.indices.contains(next) {
      goesOn = try added.rows.withRow(next, body)
      next += step
    }
  }

  /// The edition that is made so, if its rows of then are known.
  func edition(
    of spec: EditionSpec, _ indices: Indices, _ transaction: borrowing ReadTransaction
  ) throws -> Edition? {
    let view = try view(indices, transaction)
    let isMade = view.indices.contains { ($0 as? any EditionIndex)?.spec == spec }
    return isMade ? view.editions.first { $0.spec == spec && $0.state == .current } : nil
  }

  /// The base that is nearest, and how the past differs from it.
  private func view(
    _ indices: Indices, _ transaction: borrowing ReadTransaction
  ) throws -> View {
    if let chosen { return chosen }
    let limit = UInt64(store.options.pastOverlay)
    var base = Base.present
    var start = present
    if present.position - head.position > limit {
      if head.position <= limit {
        base = .empty
        start = Head()
      } else if let copy = try store.copy(near: head, within: limit, indices, reader, transaction) {
        base = .copy(try copy.reading())
        start = copy.head
      }
    }
    let editions =
      if case .present = base {
        try reader.editions(set: present.liveSet, transaction)
      } else {
        indices.fresh
      }
    let version = indices.version(of: editions)
    let view = View(
      base: base,
      overlay: try store.overlay(
        from: start, to: head, present: present, version: version, reader, transaction),
      editions: editions, indices: indices.bound(to: editions))
    chosen = view
    return view
  }
}
