internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

/// Turns the cards of one commit into changes.
///
/// A value of its own, so that staging can be tried again when somebody saved meanwhile.
struct ImportStaging {
  private let importer: Importer
  var edits = EditSet()
  var report: ImportReport
  var openMembers: [(group: String, member: String)]
  /// Uids of the records that staging creates.
  private(set) var newUIDs: [String] = []
  /// The commit that staging saw last.
  private(set) var seenCommit: UInt64 = 0

  /// Records of this commit by uid key and by digest: the store does not know them yet.
  private var byUID: [[UInt8]: RecordID] = [:]
  private var byHash: [ContentHash: RecordID] = [:]
  private var groupsByName: [String: RecordID] = [:]

  init(_ importer: Importer, _ report: ImportReport) {
    self.importer = importer
    self.report = report
    openMembers = importer.openMembers
    edits.time = Clock.wallMicroseconds()
  }

  mutating func stage(_ cards: [Importer.Waiting], isLast: Bool) throws {
    let store = importer.store
    try store.read { snapshot in
      seenCommit = snapshot.commit
      for card in cards { try stage(card, snapshot) }
      try resolveMembers(snapshot, isLast: isLast)
    }
  }

  private mutating func stage(
    _ read: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws {
    var waiting = read
    if case .reference(let photo)? = waiting.card.photo, try snapshot.blob(photo.hash) == nil {
      // A card from elsewhere that names bytes only another store has.
      waiting.card.photo = nil
    }
    let found = try find(waiting, snapshot)
    guard let id = found else { return try create(waiting, snapshot) }
    edits.unfold(id)
    guard let edit = edits.edits[id] else { return }
    let last = edit.working[.card]?.blob?.hash
    if last == waiting.hash {
      report.same += 1
      byHash[waiting.hash] = id
      return
    }
    let base = try base(of: edit.working, snapshot)
    if base?.comparable == waiting.card.comparable {
      // Only what the model does not keep differs, such as white space.
      report.same += 1
      return
    }
    if edit.working.isRemoved { edits.apply(.restored, to: id) }
    try CardMerge(base: base, new: waiting.card).apply(to: id, &edits)
    try stageRelations(waiting.card, base: base, of: id, uid: edit.working.uid, snapshot)
    edits.apply(.valueSet(.card, source(waiting)), to: id)
    byHash[waiting.hash] = id
    report.updated += 1
  }

  private mutating func create(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws {
    let card = waiting.card
    let uid = card.uid.flatMap { $0.isEmpty ? nil : $0 } ?? UIDs.random()
    let id = edits.create(card.kind, events: events(of: waiting, uid: uid))
    if card.uid != nil { newUIDs.append(uid) }
    byUID[Self.key(uid)] = id
    byHash[waiting.hash] = id
    try stageRelations(card, base: nil, of: id, uid: uid, snapshot)
    report.added += 1
  }

  /// The events of a new record, in canonical order.
  private mutating func events(of waiting: Importer.Waiting, uid: String) -> [DraftEvent] {
    let card = waiting.card
    var values = card.values
    values[.card] = source(waiting)
    if let photo = card.photo?.stored {
      values[.image] = .blob(photo.reference)
      if let bytes = photo.bytes { edits.keep(bytes, photo.reference.hash) }
    }
    var events = [DraftEvent(change: .created(uid: uid, source: 0))]
    events.reserveCapacity(2 + values.count + card.entries.values.reduce(0) { $0 + $1.count })
    for (property, value) in values.sorted(by: { $0.key < $1.key }) {
      events.append(DraftEvent(change: .valueSet(property, value)))
    }
    for (property, entries) in card.entries.sorted(by: { $0.key < $1.key }) {
      var after: Position = 0
      for (index, entry) in entries.enumerated() {
        let identifier = Int32(index)
        events.append(
          DraftEvent(
            change: .entryAdded(
              property, identifier: identifier, after: after, label: entry.label,
              value: entry.value)))
        after = .provisional(property, identifier)
      }
    }
    return events
  }

  /// The card itself becomes the base of the next merge.
  ///
  /// An inline photo is in the store once already; in the text its place is taken by its hash.
  private func source(_ waiting: Importer.Waiting) -> Value {
    var bytes = waiting.bytes
    if case .data(let photo, let type, let range)? = waiting.card.photo,
      range.upperBound <= bytes.count
    {
      let hash = ContentHash(of: photo.span)
      bytes.replaceSubrange(range, with: "sha256:\(hash.hex);\(photo.count);\(type)".utf8)
    }
    let reference = BlobReference(
      hash: waiting.hash, byteCount: waiting.bytes.count, mediaType: "text/vcard")
    return .document(reference, bytes)
  }

  // MARK: Finding

  private static func key(_ uid: String) -> [UInt8] {
    var key: [UInt8] = []
    UIDIndex.appendKey(uid, to: &key)
    return key
  }

  /// The record a card belongs to, by uid, else by the card's bytes; taken into the edits.
  private mutating func find(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    let stored: [RecordID]
    if let uid = waiting.card.uid, !uid.isEmpty {
      if let id = byUID[Self.key(uid)] { return id }
      stored = try snapshot.records(uid: uid)
    } else {
      if let id = byHash[waiting.hash] { return id }
      stored = try snapshot.records(card: waiting.hash)
    }
    // One that exists before one that was removed.
    var chosen: (record: Record, newestRun: Position)?
    for id in stored where id.kind == waiting.card.kind {
      guard
        let row = try snapshot.reader.record(
          id, set: snapshot.head.liveSet, snapshot.held.transaction)
      else { continue }
      if chosen == nil || (row.record.exists && chosen?.record.exists == false) { chosen = row }
    }
    guard let chosen else { return nil }
    edits.touch(chosen.record, newestRun: chosen.newestRun)
    return chosen.record.id
  }

  /// The card a record was last imported from, read again.
  private func base(of record: Record, _ snapshot: borrowing Snapshot) throws -> Card? {
    guard let field = record.field(.card), field.value != nil else { return nil }
    let position = field.writers.effective
    guard !position.isProvisional,
      case .valueSet(_, .document(_, let bytes))? = try snapshot.event(at: position)?.event.change
    else { return nil }
    guard case .card(let card) = importer.parse(bytes.span, 1) else { return nil }
    return card
  }

  // MARK: Groups

  private mutating func stageRelations(
    _ card: Card, base: Card?, of id: RecordID, uid: String, _ snapshot: borrowing Snapshot
  ) throws {
    let old = Set(base?.categories ?? [])
    for name in card.categories where !old.contains(name) && !name.isEmpty {
      let group = try group(named: name, snapshot)
      let stored = try relation(id, group, snapshot)
      edits.set(.member(id, of: group), .joined, base: stored)
    }
    for name in old where !card.categories.contains(name) {
      let group = try group(named: name, snapshot)
      let stored = try relation(id, group, snapshot)
      edits.set(.member(id, of: group), .none, base: stored)
    }
    guard card.kind == .group else { return }
    let members = Set(base?.members ?? [])
    for member in card.members where !members.contains(member) {
      openMembers.append((uid, member))
    }
    for member in members where !card.members.contains(member) {
      if let other = try record(uid: member, snapshot) {
        let stored = try relation(other, id, snapshot)
        edits.set(.member(other, of: id), .none, base: stored)
      }
    }
  }

  private func relation(
    _ member: RecordID, _ group: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> Relation {
    let key = RelationKey.member(member, of: group)
    if key.isUnsaved { return .none }
    return try snapshot.reader.relation(
      key, set: snapshot.head.liveSet, snapshot.held.transaction)
  }

  private mutating func group(
    named name: String, _ snapshot: borrowing Snapshot
  ) throws -> RecordID {
    if let known = groupsByName[name] { return known }
    for id in try snapshot.find(name: name) where id.kind == .group {
      if try snapshot.record(id)?.text(.name)?.hasSameBytes(as: name) == true {
        groupsByName[name] = id
        return id
      }
    }
    let id = edits.create(.group, uid: UIDs.random(), source: 0)
    edits.apply(.valueSet(.name, .text(name)), to: id)
    groupsByName[name] = id
    return id
  }

  private func record(uid: String, _ snapshot: borrowing Snapshot) throws -> RecordID? {
    if let id = byUID[Self.key(uid)] { return id }
    return try snapshot.records(uid: uid).first { try snapshot.record($0) != nil }
  }

  /// Joins members that are known by now; at the end the others are counted.
  private mutating func resolveMembers(
    _ snapshot: borrowing Snapshot, isLast: Bool
  ) throws {
    var left: [(group: String, member: String)] = []
    for (group, member) in openMembers {
      guard let owner = try record(uid: group, snapshot),
        let other = try record(uid: member, snapshot), owner != other, other.kind != .source
      else {
        left.append((group, member))
        continue
      }
      let stored = try relation(other, owner, snapshot)
      edits.set(.member(other, of: owner), .joined, base: stored)
    }
    openMembers = left
    if isLast { report.unknownMembers = left.count }
  }
}
