internal import Checksum
internal import ContactModel
internal import Hashing
internal import LMDB

/// Derives every row of the projections from a log that was folded, and compares them with those of a
/// file.
///
/// Rows are counted and summed, so that no table is held in memory or searched. Only where the sums
/// differ is the row looked for.
struct ProjectionVerification {
  let file: StoreFile
  let head: Head
  let indices: Indices
  /// The editions that the file has, and the indices whose rows follow from the log.
  private let editions: [Edition]
  private let bound: [any RecordIndex]
  let salt: UInt64
  private var wanted = [RowTally](repeating: RowTally(), count: Tables.Projections.names.count)
  private var keys = KeyList()

  init(file: StoreFile, head: Head, indices: Indices, salt: UInt64) throws {
    var editions: [Edition] = []
    var rows = try file.rows("order.\(Tables.setNames[head.liveSet])", marks: false)
    while try rows.next() {
      if rows.key.count == 2, rows.key[0] == OrderKey.editions {
        let id = rows.key[1]
        editions.append(try rows.open { try Edition(id: id, row: $0) })
      }
    }
    self.editions = editions
    bound = indices.bound(to: editions)
    self.file = file
    self.head = head
    self.indices = indices
    self.salt = salt
  }

  /// Places of tables in `Tables.Projections.names`.
  private enum Place {
    static let records = 0, members = 1, memberships = 2, links = 3, firstIndex = 4
  }

  /// The place of the table that holds an index.
  private static func place(of index: any RecordIndex) -> Int {
    let name =
      switch index {
      case is OrderIndex, is RemovedIndex: "order"
      case is WordIndex: "words"
      case is PhoneIndex: "phones"
      case is EmailIndex: "emails"
      case is UIDIndex: "uids"
      default: "cards"
      }
    return Tables.Projections.names.firstIndex(of: name) ?? Place.records
  }

  /// The name of a table in the live set.
  private func name(_ place: Int) -> String {
    "\(Tables.Projections.names[place]).\(Tables.setNames[head.liveSet])"
  }

  /// Counts the rows that follow from a fold.
  mutating func add(_ fold: Fold) {
    var tallies = wanted
    forEachRow(of: fold) { place, _, number in tallies[place].add(number) }
    wanted = tallies
  }

  /// Hands over each row that follows from a fold, by its table, its record and its number.
  private mutating func forEachRow(
    of fold: Fold, _ body: (Int, RecordID, UInt64) -> Void
  ) {
    for folded in fold.records.joined() where folded.newestRun != 0 {
      let id = folded.record.id
      var encoder = CBOREncoder()
      encoder.record(folded.record, newestRun: folded.newestRun)
      let key = KeyBuffer(id)
      body(Place.records, id, RowTally.number(key.span, encoder.bytes.span, salt: salt))
      for index in bound {
        keys.removeAll()
        index.appendKeys(of: folded.record, to: &keys)
        let place = Self.place(of: index)
        forEachKey { body(place, id, $0) }
      }
    }
    for (key, relation) in fold.relations {
      var encoder = CBOREncoder()
      relation.encode(to: &encoder)
      let (there, back) = (KeyBuffer(key.owner, key.other), KeyBuffer(key.other, key.owner))
      let value = encoder.bytes
      body(
        key.isMembership ? Place.members : Place.links, key.owner,
        RowTally.number(there.span, value.span, salt: salt))
      body(
        key.isMembership ? Place.memberships : Place.links, key.other,
        RowTally.number(back.span, value.span, salt: salt))
    }
  }

  /// Hands over the numbers of the keys of one record in one index, each once.
  private func forEachKey(_ body: (UInt64) -> Void) {
    var seen: Set<[UInt8]> = []
    for at in 0..<keys.count {
      let key = keys.key(at)
      let isKnown =
        keys.count < 32
        ? (0..<at).contains { keys.key($0).isSame(as: key) } : !seen.insert(key.array).inserted
      if !isKnown { body(RowTally.number(key, salt: salt)) }
    }
  }
}

// MARK: - What is stored

extension ProjectionVerification {
  /// Reads all tables of the live set, compares their sums, and makes their digests.
  ///
  /// - Returns: The digests, and the place of the first table that differs.
  func compare() throws -> (digests: [(name: String, digest: ContentHash)], differing: Int?) {
    var digests: [(name: String, digest: ContentHash)] = []
    var differing: Int?
    let counts = OrderCheck(editions, bound.compactMap { $0 as? OrderIndex })
    for place in wanted.indices {
      let hasher = DigestHasher(Tables.Projections.names[place], indices, editions)
      var found = RowTally()
      var rows = try file.rows(name(place), marks: true)
      while try rows.next() {
        if follows(rows.key, place) {
          found.add(try number(rows, place))
        } else if rows.key[0] < OrderKey.editions {
          guard isOfAnEdition(rows.key, place) else {
            throw fault(
              "table \(name(place)) has a row of no edition", rows.key.lastRecord, rows.page)
          }
          // Of an edition that this process cannot make its checksums are known.
          _ = try number(rows, place)
        } else {
          let count = try rows.open { $0.array }
          if rows.key[0] == OrderKey.counts { try counts.add(rows.key, count: count.span) }
        }
        if Tables.Projections.names[place] == "order" { counts.add(rows.key) }
        hasher.add(rows.key, rows.stored)
      }
      if found != wanted[place], differing == nil { differing = place }
      digests.append((Tables.Projections.names[place], hasher.finish()))
    }
    // Every store is made with editions, so somebody took these away.
    for (kind, place) in [(EditionSpec.Kind.order, "order"), (.words, "words")]
    where !editions.contains(where: { $0.spec.kind == kind }) {
      throw fault("table \(place).\(Tables.setNames[head.liveSet]) has no edition", nil, nil)
    }
    if differing == nil, !counts.isSound {
      throw fault("the counts of an order are not those of its rows", nil, nil)
    }
    return (digests, differing)
  }

  /// Whether a row follows from the log as this process reads it: of orders and words, those of its own
  /// editions and the removed records.
  private func follows(_ key: Span<UInt8>, _ place: Int) -> Bool {
    let name = Tables.Projections.names[place]
    guard name == "order" || name == "words", key.count > 2 else { return key.count > 2 }
    if name == "order", key.count > 2, key[0] == 0xFF, key[1] == 0xFF { return true }
    return bound.contains { index in
      guard let index = index as? any EditionIndex else { return false }
      return index.id == key[0] && (index.spec.kind == .order) == (name == "order")
    }
  }

  /// Whether a row that does not follow from the log is of an edition that the file has.
  private func isOfAnEdition(_ key: Span<UInt8>, _ place: Int) -> Bool {
    let kind: EditionSpec.Kind = Tables.Projections.names[place] == "words" ? .words : .order
    return editions.contains { $0.id == key[0] && $0.spec.kind == kind }
  }

  /// Checks a row's checksum and gives its number.
  private func number(_ rows: borrowing FileRows, _ place: Int) throws -> UInt64 {
    if place < Place.firstIndex {
      return try rows.open { RowTally.number(rows.key, $0, salt: salt) }
    }
    guard rows.stored.count == Seal.indexByteCount,
      rows.stored.bigEndianUInt32(at: 0) == Seal.index(rows.key)
    else {
      throw LogFault(
        kind: .damaged, commit: 0,
        reason: "a row of table \(rows.table) is not what was written", page: rows.page)
    }
    return RowTally.number(rows.key, salt: salt)
  }

  /// Finds the first row that differs in a table; `folds` gives all folds once more.
  ///
  /// Holds a number for each row of that one table.
  mutating func locate(_ place: Int, _ folds: ((Fold) throws -> Void) throws -> Void) throws
    -> LogFault
  {
    var found: [UInt64: UInt64] = [:]
    var rows = try file.rows(name(place), marks: false)
    while try rows.next() {
      if follows(rows.key, place) { found[try number(rows, place)] = rows.page }
    }
    var lacking: RecordID?
    var copy = self
    try folds { fold in
      copy.forEachRow(of: fold) { table, id, number in
        guard table == place, found.removeValue(forKey: number) == nil, lacking == nil else {
          return
        }
        lacking = id
      }
    }
    if let lacking {
      let isRecords = place <= Place.links
      let page = isRecords ? try file.find(KeyBuffer(lacking).span, in: name(place))?.page : nil
      return fault(
        isRecords
          ? "table \(name(place)) does not hold what follows from the log"
          : "table \(name(place)) lacks a row", lacking, page)
    }
    guard let extra = found.min(by: { $0.value < $1.value }) else {
      return fault("table \(name(place)) has another number of rows", nil, nil)
    }
    var again = try file.rows(name(place), marks: false)
    while try again.next() {
      guard follows(again.key, place), try number(again, place) == extra.key else { continue }
      let record = place < Place.firstIndex ? again.key.record(at: 0) : again.key.lastRecord
      return fault(
        "table \(name(place)) has a row that does not follow from the log", record, again.page)
    }
    return fault("table \(name(place)) has another number of rows", nil, extra.value)
  }

  private func fault(_ reason: String, _ record: RecordID?, _ page: UInt64?) -> LogFault {
    LogFault(
      kind: .projection, commit: head.commit, reason: reason, record: record, page: page)
  }
}
