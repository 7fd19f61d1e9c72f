internal import Collation
internal import ContactModel
internal import LMDB

extension Store {
  /// Makes the order of a locale, or brings it up to date, so that lists in it read rows alone.
  ///
  /// Every save keeps the orders of the settings' locales. Another locale's is made when it is first
  /// asked for here, beside the others; saves leave it behind, and asking again brings it up to date
  /// from what the log says was changed since. Lists are right without this, but sort all names in
  /// memory each time something was saved.
  ///
  /// - Parameter locale: Such as `de`, `pt-BR`, `de@collation=phonebook`.
  /// - Throws: ``StoreError`` with code `invalid` for a locale that there is not, `busy`, `full` or
  ///   `io`.
  /// - Complexity: O(1) where it is up to date, else O(records changed since); O(*n* log *n*) for a
  ///   new one. Other writers wait meanwhile.
  public func prepareOrder(for locale: String) throws {
    do {
      let index = try OrderIndex(known: locale, options.unicodeTables)
      let isReady = try read { snapshot in
        snapshot.isStored(try snapshot.edition(of: index.spec))
      }
      if isReady { return }
      try withWriterLock {
        try bringProjectionsUpToDate()
        try bringUpToDate(index)
      }
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Makes an edition, or brings it up to date.
  ///
  /// The caller holds the writer's lock.
  func bringUpToDate(_ index: any EditionIndex) throws {
    let opened = self.opened
    let (head, edition) = try {
      let held = try opened.environment.beginReading()
      let head = try opened.reader.head(held.transaction)
      let editions = try opened.reader.editions(set: head.liveSet, held.transaction)
      return (head, editions.first { $0.spec == index.spec })
    }()
    switch edition?.state {
    case .current: return
    case .behind(let commit):
      if let edition, try catchUp(index, edition, from: commit, head) { return }
      try build(index, head)
    case .building, nil: try build(index, head)
    }
  }

  /// Brings an edition from an earlier commit to the head; `false` when so much was changed that
  /// making it anew is less work.
  private func catchUp(
    _ index: any EditionIndex, _ edition: Edition, from commit: UInt64, _ head: Head
  ) throws -> Bool {
    let opened = self.opened
    let set = opened.reader.tables.projections[head.liveSet]
    var index = index
    index.id = edition.id
    var writer = ProjectionWriter(indices: [index], set: set, putsRecords: false)
    do {
      let held = try opened.environment.beginReading()
      let last = try opened.reader.commitRow(commit, held.transaction)?.decodedHeader().lastPosition
      let changed = head.position - min(head.position, last ?? 0)
      guard changed <= max(10_000, UInt64(max(0, head.counts.wrappedSum()))) else { return false }
      try collect(&writer, after: last ?? 0, head, held.transaction)
    }
    try opened.environment.write { transaction in
      try writer.flush(transaction)
      var edition = edition
      edition.state = .current
      try transaction.put(edition, in: set.order)
    }
    return true
  }

  /// Collects the rows of all records that events behind a position are about.
  private func collect(
    _ writer: inout ProjectionWriter, after position: Position, _ head: Head,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let reader = opened.reader
    let stretch = try LogStretch(after: position, through: head.position, reader, transaction)
    for (id, touch) in stretch.records.sorted(by: { $0.key < $1.key }) where touch.isOwn {
      guard let (record, newestRun) = try reader.record(id, set: head.liveSet, transaction) else {
        throw StoreError(.damaged, "the row of record \(id) is missing; run verify")
      }
      let before =
        touch.runBefore == 0 ? nil : try reader.fold(id, fromRun: touch.runBefore, transaction)
      try writer.update(before: before, after: record, newestRun: newestRun, changed: nil)
    }
  }

  /// Makes an edition anew, some records at a time: no transaction grows large, and one that is cut
  /// short is never read.
  private func build(_ index: any EditionIndex, _ head: Head) throws {
    let opened = self.opened
    let set = opened.reader.tables.projections[head.liveSet]
    var edition = try room(for: index, set, head)
    try opened.environment.write { try $0.put(edition, in: set.order) }
    try removeRows(of: edition, set)
    var index = index
    index.id = edition.id
    var writer = ProjectionWriter(indices: [index], set: set, putsRecords: false)
    var next: KeyBuffer? = KeyBuffer(RecordID(.person, 0))
    while let start = next {
      next = nil
      let held = try opened.environment.beginReading()
      try held.transaction.scan(set.records, from: start.span) { key, stored in
        guard let id = key.lastRecord else { throw Seal.damage(key, set.records) }
        if writer.byteCount > 32 << 20 {
          next = KeyBuffer(id)
          return false
        }
        var decoder = CBORDecoder(try Seal.open(key, stored, set.records))
        let (record, newestRun) = try decoder.record(id)
        try writer.update(before: nil, after: record, newestRun: newestRun, changed: nil)
        return true
      }
      try opened.environment.write { try writer.flush($0) }
    }
    edition.state = .current
    try opened.environment.write { try $0.put(edition, in: set.order) }
  }

  /// A number for a new edition: its own, a free one, or that of the edition longest left behind.
  private func room(
    for index: any EditionIndex, _ set: Tables.Projections, _ head: Head
  ) throws -> Edition {
    let opened = self.opened
    let editions = try {
      let held = try opened.environment.beginReading()
      return try opened.reader.editions(set: head.liveSet, held.transaction)
    }()
    let used = Set(editions.map(\.id))
    let free = (0..<UInt8(OrderKey.mostEditions)).first { !used.contains($0) }
    let kept = Set(opened.indices.kept.map(\.spec))
    func age(_ edition: Edition) -> UInt64 {
      switch edition.state {
      case .building: 0
      case .behind(let commit): commit
      case .current: .max
      }
    }
    let oldest = editions.filter { !kept.contains($0.spec) }.min { age($0) < age($1) }
    let own = editions.first { $0.spec == index.spec }
    guard let id = own?.id ?? free ?? oldest?.id else {
      throw StoreError(.full, "the store keeps too many orders; take locales out of its settings")
    }
    return Edition(id: id, spec: index.spec, state: .building)
  }

  /// Deletes the rows and counts that begin with an edition's number.
  private func removeRows(of edition: Edition, _ set: Tables.Projections) throws {
    let opened = self.opened
    let ranges: [(table: Table, prefix: [UInt8])] = [
      (set.order, [edition.id]), (set.order, [OrderKey.counts, edition.id]),
      (set.words, [edition.id]),
    ]
    for (table, prefix) in ranges {
      var more = true
      while more {
        let rows = RowBuffer.Box()
        let held = try opened.environment.beginReading()
        more = false
        try held.transaction.scan(table, from: prefix.span) { key, _ in
          guard key.starts(with: prefix.span) else { return false }
          rows.rows.append(key: key)
          more = rows.rows.byteCount > 32 << 20
          return !more
        }
        if rows.rows.isEmpty { break }
        try opened.environment.write { _ = try $0.delete(rows: rows.rows, in: table) }
      }
    }
  }
}

extension OrderIndex {
  /// The order of a locale that there is.
  ///
  /// - Throws: ``StoreError`` with code `invalid` for another.
  init(known locale: String, _ tables: UnicodeTables) throws {
    guard KnownNames.isLocale(locale) else {
      throw StoreError(.invalid, "there is no such locale; write such as de, pt-BR or zh-Hant")
    }
    try self.init(locale: locale, tables)
  }
}
