internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

/// Appends batches to the log and keeps the projections, within one write transaction.
///
/// The one write path: sessions, imports, undo and replay all end here. Batches accepted earlier in
/// the same transaction are seen by later ones before any row is put; `flush` then writes log,
/// records, relations, indices and head together.
final class BatchWriter {
  /// A record that some batch of this transaction touches.
  struct Touched {
    /// As stored; `nil` for a new record.
    let before: Record?
    /// As after all batches so far.
    var after: Record
    /// First position of the newest run.
    var newestRun: Position
    /// Whether any batch wrote it.
    var isWritten = false
    /// The properties written so far.
    var changed = PropertySet()
    var existenceChanged = false
  }

  let reader: RowReader
  private let indices: [any RecordIndex]
  /// Editions that this process cannot make: they stand where they are from now on.
  private let leftBehind: [Edition]
  private let identity: Identity
  var head: Head
  /// The last commit before this transaction.
  let storedCommit: UInt64
  /// The last position before this transaction.
  let storedPosition: Position
  /// The commits that this transaction added for savers.
  private(set) var appended: [Commit] = []
  var touched: [Touched] = []
  private var places: [RecordID: Int] = [:]
  private(set) var relations: [RelationKey: Relation] = [:]

  var eventRows = RowBuffer()
  private var commitRows: [(number: UInt64, value: [UInt8])] = []
  private var batchRows: [(batch: [UInt8], commit: UInt64)] = []
  private var timeRows: [(clock: UInt64, row: TimeRow)] = []
  var blobs: [ContentHash: [UInt8]] = [:]
  private var root = MerkleRoot()
  private var hasher = SHA256Hasher()
  private var scratch = CBOREncoder()

  init(
    reader: RowReader, indices: Indices, identity: Identity,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.reader = reader
    self.identity = identity
    head = try reader.head(transaction)
    storedCommit = head.commit
    let editions = try reader.editions(set: head.liveSet, transaction)
    self.indices = indices.bound(to: editions)
    let kept = Set(indices.kept.map(\.spec))
    leftBehind = editions.filter { $0.state == .current && !kept.contains($0.spec) }
    storedPosition = head.position
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool { commitRows.isEmpty }

  /// The state of a record after the batches so far; `nil` when it was never created.
  func record(
    _ id: RecordID, _ transaction: borrowing ReadTransaction
  ) throws -> (record: Record, newestRun: Position)? {
    if let place = places[id] { return (touched[place].after, touched[place].newestRun) }
    return try reader.record(id, set: head.liveSet, transaction)
  }

  /// A relation after the batches so far.
  func relation(
    _ key: RelationKey, _ transaction: borrowing ReadTransaction
  ) throws -> Relation {
    try relations[key] ?? reader.relation(key, set: head.liveSet, transaction)
  }

  /// As ``record(_:_:)``, for a record that will most likely be written, and that a session has as
  /// it was at some commit: read again only if somebody wrote it since.
  func recordToWrite(
    _ edit: EditSet.Edit, _ transaction: borrowing ReadTransaction
  ) throws -> (record: Record, newestRun: Position)? {
    let id = edit.base.id
    if id.isUnsaved { return nil }
    if places[id] == nil, try isCurrent(edit, transaction) {
      places[id] = touched.count
      touched.append(Touched(before: edit.base, after: edit.base, newestRun: edit.baseRun))
      return (edit.base, edit.baseRun)
    }
    let place = try touch(id, isNew: false, transaction)
    guard touched[place].newestRun != 0 else { return nil }
    return (touched[place].after, touched[place].newestRun)
  }

  /// Whether the stored record is still the one that a session has.
  private func isCurrent(
    _ edit: EditSet.Edit, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    if edit.baseCommit == storedCommit { return true }
    return try reader.newestRun(of: edit.base.id, set: head.liveSet, transaction) == edit.baseRun
  }

  func touch(
    _ id: RecordID, isNew: Bool, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    if let place = places[id] { return place }
    let stored = isNew ? nil : try reader.record(id, set: head.liveSet, transaction)
    touched.append(
      Touched(
        before: stored?.record, after: stored?.record ?? Record(id: id),
        newestRun: stored?.newestRun ?? 0))
    places[id] = touched.count - 1
    return touched.count - 1
  }
}

// MARK: - Appending

extension BatchWriter {
  /// Numbers, encodes and hashes a draft, and folds it into the touched records.
  ///
  /// - Throws: Only what reading throws; then the transaction must not be committed.
  func append(_ draft: Draft, _ transaction: borrowing ReadTransaction) throws -> Commit {
    let now = Clock.wallMicroseconds()
    let number = head.commit + 1
    let first = head.position + 1
    var ids: [RecordID: RecordID] = [:]
    for (id, _) in draft.records where id.isUnsaved { ids[id] = allocate(id.kind) }
    let ordered = draft.records.filter { !$0.events.isEmpty }
      .map { (id: ids[$0.id] ?? $0.id, isNew: $0.id.isUnsaved, events: $0.events) }
      .sorted { $0.id < $1.id }
    for (id, isNew, events) in ordered {
      let place = try touch(id, isNew: isNew, transaction)
      try append(events, to: place, ids: ids, commit: number, time: now, transaction)
    }
    for (hash, bytes) in draft.blobs { blobs[hash] = bytes }
    let salt = draft.note.map { _ in SecureRandom.bytes(16) }
    let header = CommitHeader(
      book: identity.book, number: number, firstPosition: first,
      count: head.position - first + 1, parent: head.hash, batch: draft.batch,
      clock: max(head.clock + 1, UInt64(max(0, now / 1000)) << 16), time: now,
      author: draft.author, program: draft.program, kind: draft.kind,
      noteHash: draft.note.flatMap { note in
        salt.map { CommitRow.noteHash(salt: $0, text: note) }
      },
      undoes: draft.undoes, importID: draft.importID,
      eventsRoot: ContentHash(root.finish()))
    var encoder = CBOREncoder()
    encoder.header(header)
    let note = draft.note.flatMap { note in salt.map { (salt: $0, text: note) } }
    let row = CommitRow(header: encoder.bytes, note: note)
    var commit = append(row, header, records: ordered.count)
    commit.ids = ids
    appended.append(commit)
    return commit
  }

  /// Adds a commit's own rows and moves the head.
  ///
  /// - Parameter records: How many records have events in it.
  @discardableResult
  func append(_ row: CommitRow, _ header: CommitHeader, records: Int) -> Commit {
    let hash = ContentHash(hasher.hash(prefix: 0x00, row.header.span))
    var encoder = CBOREncoder()
    row.encode(to: &encoder)
    commitRows.append((header.number, encoder.bytes))
    batchRows.append((header.batch, header.number))
    timeRows.append((header.clock, TimeRow(commit: header.number, records: records)))
    head.commit = header.number
    head.hash = hash
    head.clock = header.clock
    return Commit(header: header, hash: hash, note: row.note?.text)
  }

  private func allocate(_ kind: RecordKind) -> RecordID {
    let index = Int(kind.rawValue)
    defer { head.nextNumbers[index] += 1 }
    return RecordID(kind, head.nextNumbers[index])
  }

  private func append(
    _ events: [DraftEvent], to place: Int, ids: [RecordID: RecordID], commit: UInt64, time: Int64,
    _ transaction: borrowing ReadTransaction
  ) throws {
    var positions: [Position: Position] = [:]
    func saved(_ position: Position) -> Position {
      position.isProvisional ? positions[position] ?? 0 : position
    }
    let id = touched[place].after.id
    var runStart = 0
    var runFirst = head.position + 1
    scratch.bytes.removeAll(keepingCapacity: true)
    for (index, draft) in events.enumerated() {
      if scratch.bytes.count > Run.softLimit {
        endRun(place, first: runFirst, count: index - runStart, commit: commit)
        runStart = index
        runFirst = head.position + 1
      }
      let position = head.position + 1
      let change = draft.change.saved(records: ids, positions: saved)
      if let added = draft.change.addedEntry { positions[added.provisional] = position }
      var event = Event(change, of: id, restores: draft.restores)
      event.previous = try previous(of: event, at: position, place, transaction)
      let start = scratch.bytes.count
      scratch.event(event)
      root.append(leaf: scratch.bytes.span.extracting(start..<scratch.bytes.count))
      touched[place].after.apply(event, at: position, time: time)
      note(event, at: position, place)
      head.position = position
    }
    endRun(place, first: runFirst, count: events.count - runStart, commit: commit)
  }

  /// The position that last wrote the event's slot.
  func previous(
    of event: Event, at position: Position, _ place: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> Position {
    if let key = event.relationKey { return try relation(key, transaction).writers.last }
    if case .entryAdded = event.change { return 0 }
    guard let slot = event.change.slot(at: position) else { return 0 }
    return touched[place].after.writers(of: slot)?.last ?? 0
  }

  /// Remembers what of the projections an event touches.
  func note(_ event: Event, at position: Position, _ place: Int) {
    if let key = event.relationKey {
      relations[key, default: .none].apply(event, at: position)
    } else if let slot = event.change.slot(at: position) {
      if slot == .existence {
        touched[place].existenceChanged = true
      } else {
        touched[place].changed.insert(slot.property)
      }
    }
  }

  private func endRun(_ place: Int, first: Position, count: Int, commit: UInt64) {
    var encoder = CBOREncoder()
    Run.frame(
      &encoder, count: count, commit: commit, previous: touched[place].newestRun)
    encoder.bytes.append(contentsOf: scratch.bytes)
    let key = KeyBuffer(first)
    Seal.append(key.span, &encoder.bytes)
    eventRows.append(key: key.span, value: encoder.bytes.span)
    touched[place].newestRun = first
    touched[place].isWritten = true
    scratch.bytes.removeAll(keepingCapacity: true)
  }
}

extension Event {
  /// The relation the event is about; `nil` for events about the record alone.
  var relationKey: RelationKey? {
    change.other.map { RelationKey(owner: record, other: $0) }
  }
}

// MARK: - Writing

extension BatchWriter {
  /// Puts every row.
  ///
  /// Afterwards the writer is spent.
  func flush(_ transaction: borrowing WriteTransaction) throws {
    try transaction.put(rows: eventRows, in: reader.tables.events, appending: true)
    let order = touched.indices.filter { touched[$0].isWritten }.sorted {
      touched[$0].after.id < touched[$1].after.id
    }
    let set = reader.tables.projections[head.liveSet]
    var writer = ProjectionWriter(indices: indices, set: set)
    for index in order {
      let record = touched[index]
      count(record)
      try writer.update(
        before: record.before, after: record.after, newestRun: record.newestRun,
        changed: record.existenceChanged ? nil : record.changed)
    }
    try writer.flush(transaction)
    for var edition in leftBehind {
      edition.state = .behind(storedCommit)
      try transaction.put(edition, in: set.order)
    }
    try ProjectionWriter.put(relations, in: set, transaction)
    try putCommits(transaction)
    try putBlobs(transaction)
    try put(head, transaction)
  }

  private func count(_ record: Touched) {
    let index = Int(record.after.id.kind.rawValue)
    let change: Int64 = (record.after.exists ? 1 : 0) - (record.before?.exists == true ? 1 : 0)
    head.counts[index] += change
  }

  private func putCommits(_ transaction: borrowing WriteTransaction) throws {
    let tables = reader.tables
    for (number, value) in commitRows {
      try transaction.put(KeyBuffer(number), sealing: value, in: tables.commits)
    }
    for (batch, commit) in batchRows {
      var key = KeyBuffer(capacity: 16)
      key.append(contentsOf: batch)
      try transaction.put(key, sealing: commit, in: tables.batches)
    }
    for (clock, row) in timeRows {
      try transaction.put(KeyBuffer(clock), sealing: row.bytes, in: tables.times)
    }
  }

  private func putBlobs(_ transaction: borrowing WriteTransaction) throws {
    for (hash, bytes) in blobs {
      let key = KeyBuffer(hash)
      if try transaction.reading.contains(key.span, in: reader.tables.blobs) { continue }
      try transaction.put(key, sealing: bytes, in: reader.tables.blobs)
    }
  }

  private func put(_ head: Head, _ transaction: borrowing WriteTransaction) throws {
    var encoder = CBOREncoder()
    head.encode(to: &encoder)
    try transaction.put(Head.key, sealing: encoder.bytes, in: reader.tables.meta)
  }
}

extension WriteTransaction {
  /// Puts a value with its checksum.
  func put(
    _ key: borrowing KeyBuffer, sealing value: consuming [UInt8], in table: Table
  ) throws {
    Seal.append(key.span, &value)
    try put(key.span, value.span, in: table)
  }

  /// Puts a number with its checksum.
  func put(_ key: borrowing KeyBuffer, sealing number: UInt64, in table: Table) throws {
    var encoder = CBOREncoder()
    encoder.unsigned(number)
    try put(key, sealing: encoder.bytes, in: table)
  }
}

extension KeyBuffer {
  /// A key of a hash.
  init(_ hash: ContentHash) {
    self.init(capacity: 32)
    append(contentsOf: hash.bytes)
  }
}
