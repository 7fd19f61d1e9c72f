public import ContactModel
internal import LMDB

extension Snapshot {
  /// A page of people or groups, sorted by name.
  ///
  /// - Parameters:
  ///   - locale: `root`, or any locale. Of the settings' locales, and of others after
  ///     ``Store/prepareOrder(for:)``, the order is stored; else all names are sorted in memory once
  ///     for each commit.
  ///   - cursor: Where the last page ended; `nil`: from the start.
  /// - Returns: The records, and where to go on; `nil` at the end.
  /// - Throws: ``StoreError`` with code `invalid` for a locale that there is not, or a cursor of
  ///   another order.
  /// - Complexity: O(log *n* + limit), and no record is read but those whose names are longer than a
  ///   key; O(*n* log *n*) where the order is not stored.
  public func list(
    _ kind: RecordKind, order: NameOrder = .lastName, locale: String = "root",
    after cursor: ListCursor? = nil, limit: Int = .max
  ) throws -> (records: [RecordID], next: ListCursor?) {
    guard let source = try listSource(kind, order, locale, cursor) else { return ([], nil) }
    var found: [RecordID] = []
    var last: OrderPlace?
    var isMore = false
    try forEachPlace(in: source, after: cursor?.place) { id, place in
      if found.count >= limit {
        isMore = true
        return false
      }
      found.append(id)
      if found.count == limit { last = place() }
      return true
    }
    guard isMore, let last else { return (found, nil) }
    return (found, ListCursor(source.index.spec, source.list, last))
  }

  /// Where a record stands in the list of its kind, counted from 0; `nil` when it does not exist.
  ///
  /// - Throws: As ``list(_:order:locale:after:limit:)``.
  /// - Complexity: O(log *n*) rows; O(*n* log *n*) where the order is not stored.
  public func position(
    of id: RecordID, order: NameOrder = .lastName, locale: String = "root"
  ) throws -> Int? {
    guard let record = try record(id),
      let source = try listSource(id.kind, order, locale, nil)
    else { return nil }
    let place = source.index.place(of: record, source.list)
    guard let edition = source.edition, past == nil else {
      return try memoryPlaces(source).partition(before: place)
    }
    let counts = OrderCounts(table: table(\.order), edition: edition.id, list: source.list)
    var key: [UInt8] = []
    if place.isCut {
      let run = try cutRun(source, edition, of: place)
      let index = run.places.partition(before: place)
      return try counts.rank(of: run.prefix, held.transaction, cost) + index
    }
    place.appendKey(edition: edition.id, list: source.list, to: &key)
    return try counts.rank(of: key, held.transaction, cost)
  }

  /// The cursor behind which the list goes on with the record at a position, counted from 0.
  ///
  /// - Returns: `nil` for the list's start, and for a position beyond its end.
  /// - Throws: As ``list(_:order:locale:after:limit:)``.
  /// - Complexity: As ``position(of:order:locale:)``.
  public func cursor(
    _ kind: RecordKind, before position: Int, order: NameOrder = .lastName,
    locale: String = "root"
  ) throws -> ListCursor? {
    guard position > 0, let source = try listSource(kind, order, locale, nil) else { return nil }
    guard let edition = source.edition, past == nil else {
      let places = try memoryPlaces(source)
      return position <= places.count
        ? ListCursor(source.index.spec, source.list, places[position - 1]) : nil
    }
    let counts = OrderCounts(table: table(\.order), edition: edition.id, list: source.list)
    guard let key = try counts.row(at: position - 1, held.transaction, cost),
      let id = key.span.lastRecord
    else { return nil }
    var place = OrderPlace(row: key.span, id)
    if OrderKey.isCut(key.span) {
      guard let record = try record(id) else { throw Seal.damage(key.span, table(\.order)) }
      let run = try cutRun(source, edition, of: source.index.place(of: record, source.list))
      let start = try counts.rank(of: run.prefix, held.transaction, cost)
      place = run.places[position - 1 - start]
    }
    return ListCursor(source.index.spec, source.list, place)
  }
}

// MARK: - Where a list comes from

/// A list, and the stored edition of its order, if there is one.
struct ListSource {
  let index: OrderIndex
  let list: OrderKey.List
  let edition: Edition?
}

extension Snapshot {
  func listSource(
    _ kind: RecordKind, _ order: NameOrder, _ locale: String, _ cursor: ListCursor?
  ) throws -> ListSource? {
    guard let list = OrderKey.List(kind, order) else { return nil }
    let kept = indices.orders.first { $0.spec.locale == locale }
    let index = try kept ?? orders.index(locale, tables)
    if let cursor, cursor.spec != index.spec || cursor.list != list {
      throw StoreError(.invalid, "the cursor belongs to another order; begin at the start again")
    }
    let edition = try edition(of: index.spec)
    return ListSource(index: index, list: list, edition: isStored(edition) ? edition : nil)
  }

  /// The edition that is made so.
  func edition(of spec: EditionSpec) throws -> Edition? {
    if let past { return try past.edition(of: spec, indices, held.transaction) }
    return try reader.editions(set: head.liveSet, held.transaction).first { $0.spec == spec }
  }

  /// Whether an edition's rows are those of this snapshot.
  func isStored(_ edition: Edition?) -> Bool {
    edition?.state == .current || edition?.state == .behind(head.commit)
  }

  /// Hands over the records of a list behind a place, and how to make a record's place.
  func forEachPlace(
    in source: ListSource, after place: OrderPlace?,
    _ body: (RecordID, () -> OrderPlace) throws -> Bool
  ) throws {
    guard let edition = source.edition else {
      let places = try memoryPlaces(source)
      for index in (place.map { places.partition(behind: $0) } ?? 0)..<places.count {
        guard let id = places[index].record, try body(id, { places[index] }) else { return }
      }
      return
    }
    let table = table(\.order)
    let prefix: [UInt8] = [edition.id, source.list.rawValue]
    var start = prefix
    if let place {
      start = []
      place.appendKey(edition: edition.id, list: source.list, to: &start)
      // Of records that share a cut key all are looked at: rows are not in their order.
      if place.isCut, place.record != nil { start.removeLast(5) }
    }
    var run: CutRun?
    var isDone = false
    func finish(_ run: CutRun) throws -> Bool {
      for next in try places(of: run, source) {
        if let place, !OrderPlace.precedes(place, next) { continue }
        guard let id = next.record, try body(id, { next }) else { return false }
      }
      return true
    }
    try scan(\.order, from: start.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      try Seal.check(key, stored, table)
      cost.rows += 1
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      if let ended = run, !ended.holds(key) {
        run = nil
        guard try finish(ended) else {
          isDone = true
          return false
        }
      }
      if OrderKey.isCut(key) {
        if run == nil { run = CutRun(prefix: key.extracting(..<(key.count - 5)).array) }
        run?.records.append(id)
        return true
      }
      if place?.record != nil, key.isSame(as: start.span) { return true }
      isDone = try !body(id) { OrderPlace(row: key, id) }
      return !isDone
    }
    if let run, !isDone { _ = try finish(run) }
  }
}

// MARK: - Names longer than a key

/// Rows that share a cut key: their order is that of the whole sort keys.
private struct CutRun {
  /// The rows' keys without their records.
  let prefix: [UInt8]
  var records: [RecordID] = []

  func holds(_ key: Span<UInt8>) -> Bool {
    key.count == prefix.count + 5 && key.starts(with: prefix.span)
  }
}

extension Snapshot {
  /// The places of a run's records in their order; reads the records.
  private func places(of run: CutRun, _ source: ListSource) throws -> [OrderPlace] {
    try run.records.map { id in
      guard let record = try record(id) else {
        throw StoreError(.damaged, "the row of record \(id) is missing; run verify")
      }
      return source.index.place(of: record, source.list)
    }.sorted(by: OrderPlace.precedes)
  }

  /// The places of all records that share the cut key of one, and the key's bytes.
  private func cutRun(
    _ source: ListSource, _ edition: Edition, of place: OrderPlace
  ) throws -> (prefix: [UInt8], places: [OrderPlace]) {
    var key: [UInt8] = []
    place.appendKey(edition: edition.id, list: source.list, to: &key)
    let prefix = Array(key.dropLast(5))
    var run = CutRun(prefix: prefix)
    let table = table(\.order)
    try scan(\.order, from: prefix.span) { key, stored in
      guard run.holds(key), let id = key.lastRecord else { return false }
      try Seal.check(key, stored, table)
      cost.rows += 1
      run.records.append(id)
      return true
    }
    return (prefix, try places(of: run, source))
  }
}

extension OrderPlace {
  /// The place of a row whose key is not cut.
  init(row key: Span<UInt8>, _ record: RecordID) {
    isNamed = key[2] == 0
    sortKey =
      key.extracting(OrderKey.prefixCount..<(key.count - OrderKey.suffixCount)).array
    self.record = record
  }
}

// MARK: - Orders in memory

extension Snapshot {
  /// All places of a list in order, from the records.
  func memoryPlaces(_ source: ListSource) throws -> [OrderPlace] {
    let key = MemoryOrders.Key(
      commit: head.commit, spec: source.index.spec, list: source.list)
    return try orders.places(key) {
      var places: [OrderPlace] = []
      try forEachRecord(source.list.kind) { record in
        places.append(source.index.place(of: record, source.list))
        return true
      }
      return places.sorted(by: OrderPlace.precedes)
    }
  }
}

extension [OrderPlace] {
  /// How many places stand in front of one.
  func partition(before place: OrderPlace) -> Int {
    partition { OrderPlace.precedes($0, place) }
  }

  /// How many places stand in front of one, or are it.
  func partition(behind place: OrderPlace) -> Int {
    partition { !OrderPlace.precedes(place, $0) }
  }

  private func partition(_ isInFront: (OrderPlace) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
