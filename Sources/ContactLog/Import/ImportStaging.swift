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
  /// What became of the cards.
  private(set) var counts = ImportReport.Counts()
  var openMembers: [(group: String, member: String)]
  /// Uids of the records that staging creates.
  private(set) var newUIDs: [(kind: RecordKind, uid: String)] = []
  /// Cards of a record that this commit has a card of already: each has a commit of its own, so
  /// that the log has all the cards that an import brought for one uid.
  private(set) var postponed: [Importer.Waiting] = []
  /// The commit that staging saw last.
  private(set) var seenCommit: UInt64?

  /// Records of this commit by uid key and by digest: the store does not know them yet.
  private var byUID: [RecordKind: [[UInt8]: RecordID]] = [:]
  private var byHash: [ContentHash: RecordID] = [:]
  private var groupsByName: [[UInt8]: RecordID] = [:]
  /// Groups that staging puts into groups: the outer ones by the inner one.
  private var outerGroups: [RecordID: [RecordID]] = [:]

  init(_ importer: Importer) {
    self.importer = importer
    openMembers = importer.openMembers
    edits.time = Clock.wallMicroseconds()
  }

  /// Takes some cards in.
  mutating func stage(_ cards: [Importer.Waiting]) throws {
    let store = importer.store
    try store.read { snapshot in
      // The first: what was saved since may concern any card.
      seenCommit = seenCommit ?? snapshot.commit
      for card in cards { try stage(card, snapshot) }
    }
  }

  /// Looks at the whole: members that stood in other cards, and whether anything changed at all.
  mutating func finish(isLast: Bool) throws {
    let store = importer.store
    try store.read { snapshot in try resolveMembers(snapshot, isLast: isLast) }
    if !edits.hasChanges {
      // Cards of one uid that took back what the other had changed.
      counts.same += counts.updated
      counts.updated = 0
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
    if let staged = cardHash(of: id), staged.isNew, staged.hash != waiting.hash {
      postponed.append(waiting)
      return
    }
    guard let edit = edits.edits[id], cardHash(of: id)?.hash != waiting.hash else {
      counts.same += 1
      byHash[waiting.hash] = id
      return
    }
    let (base, isKnown) = try base(of: edit.working, waiting.hash, snapshot)
    if isKnown || base?.comparable == waiting.card.comparable {
      // Only what the model does not keep differs, such as white space.
      counts.same += 1
      return
    }
    if edit.working.isRemoved { edits.apply(.restored, to: id) }
    try CardMerge(base: base, new: waiting.card).apply(to: id, &edits)
    try stageRelations(waiting.card, base: base, of: id, uid: edit.working.uid, snapshot)
    edits.apply(.valueSet(.card, source(waiting)), to: id)
    byHash[waiting.hash] = id
    counts.updated += 1
  }

  private mutating func create(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws {
    let card = waiting.card
    let uid = card.uid.flatMap { $0.isEmpty ? nil : $0 } ?? UIDs.random()
    let id = edits.create(card.kind, events: events(of: waiting, uid: uid))
    if card.uid != nil { newUIDs.append((card.kind, uid)) }
    byUID[card.kind, default: [:]][UIDIndex.folded(uid)] = id
    byHash[waiting.hash] = id
    try stageRelations(card, base: nil, of: id, uid: uid, snapshot)
    counts.added += 1
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

  /// The card a record has, and whether this commit brought it.
  private func cardHash(of id: RecordID) -> (hash: ContentHash?, isNew: Bool)? {
    if let events = edits.fresh[id] {
      for event in events {
        if case .valueSet(.card, let value) = event.change { return (value.blob?.hash, true) }
      }
    }
    guard let field = edits.edits[id]?.working.field(.card) else { return nil }
    return (field.value?.blob?.hash, field.writers.last.isProvisional)
  }

  /// The record a card belongs to, by uid, else by the card's bytes; taken into the edits.
  private mutating func find(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    let stored: [RecordID]
    if let uid = waiting.card.uid, !uid.isEmpty {
      if let id = byUID[waiting.card.kind]?[UIDIndex.folded(uid)] { return id }
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
    edits.touch(chosen.record, newestRun: chosen.newestRun, commit: snapshot.commit)
    return chosen.record.id
  }

  /// The card a record was last imported from, read again, and whether the import that brought it
  /// brought the card of this hash as well.
  ///
  /// A card that this very import brought is no base: two cards of one uid add up.
  private func base(
    of record: Record, _ hash: ContentHash, _ snapshot: borrowing Snapshot
  ) throws -> (card: Card?, isKnown: Bool) {
    guard let field = record.field(.card), field.value != nil else { return (nil, false) }
    let last = try snapshot.event(at: field.writers.effective)
    guard let last, case .valueSet(_, .document(_, let bytes)) = last.event.change else {
      return (nil, false)
    }
    let importID = try snapshot.commit(last.commit)?.header.importID
    var older = try snapshot.event(at: last.event.previous)
    while importID != nil, let event = older,
      try snapshot.commit(event.commit)?.header.importID == importID
    {
      if case .valueSet(_, let value) = event.event.change, value.blob?.hash == hash {
        return (nil, true)
      }
      older = try snapshot.event(at: event.event.previous)
    }
    guard importID != importer.importID, case .card(let card) = importer.parse(bytes.span, 1)
    else { return (nil, false) }
    return (card, false)
  }

  // MARK: Groups

  private mutating func stageRelations(
    _ card: Card, base: Card?, of id: RecordID, uid: String, _ snapshot: borrowing Snapshot
  ) throws {
    let old = base?.categories ?? []
    for name in card.categories where !name.isEmpty && !old.contains(bytesOf: name) {
      let group = try group(named: name, snapshot)
      let stored = try relation(id, group, snapshot)
      edits.set(.member(id, of: group), .joined, base: stored)
    }
    for name in old where !card.categories.contains(bytesOf: name) {
      let group = try group(named: name, snapshot)
      let stored = try relation(id, group, snapshot)
      edits.set(.member(id, of: group), .none, base: stored)
    }
    guard card.kind == .group else { return }
    let before = Set((base?.members ?? []).map(UIDIndex.folded))
    for member in card.members where !before.contains(UIDIndex.folded(member)) {
      openMembers.append((uid, member))
    }
    let now = Set(card.members.map(UIDIndex.folded))
    for member in base?.members ?? [] where !now.contains(UIDIndex.folded(member)) {
      if let other = try record(uid: member, of: [.person, .group], snapshot) {
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
    let key = Array(name.utf8)
    if let known = groupsByName[key] { return known }
    if let id = try storedGroup(named: name, snapshot) {
      groupsByName[key] = id
      return id
    }
    let id = edits.create(.group, uid: UIDs.random(), source: 0)
    edits.apply(.valueSet(.name, .text(name)), to: id)
    groupsByName[key] = id
    return id
  }

  private func storedGroup(
    named name: String, _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    func isNamed(_ group: Record?) -> Bool {
      group?.text(.name)?.hasSameBytes(as: name) == true
    }
    if !WordIndex.words(name).isEmpty {
      return try snapshot.find(name: name).first {
        try $0.kind == .group && isNamed(snapshot.record($0))
      }
    }
    // A name without letters has no word to find it by.
    var found: RecordID?
    try snapshot.forEachRecord(.group) { group in
      if isNamed(group) { found = group.id }
      return found == nil
    }
    return found
  }

  private func record(
    uid: String, of kinds: [RecordKind], _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    let key = UIDIndex.folded(uid)
    for kind in kinds {
      if let id = byUID[kind]?[key] { return id }
    }
    return try snapshot.records(uid: uid).first {
      try kinds.contains($0.kind) && snapshot.record($0) != nil
    }
  }

  /// Joins members that are known by now; at the end the others are counted.
  private mutating func resolveMembers(
    _ snapshot: borrowing Snapshot, isLast: Bool
  ) throws {
    var left: [(group: String, member: String)] = []
    for (group, member) in openMembers {
      guard let owner = try record(uid: group, of: [.group], snapshot),
        let other = try record(uid: member, of: [.person, .group], snapshot),
        try !contains(other, owner, snapshot)
      else {
        left.append((group, member))
        continue
      }
      if other.kind == .group { outerGroups[other, default: []].append(owner) }
      let stored = try relation(other, owner, snapshot)
      edits.set(.member(other, of: owner), .joined, base: stored)
    }
    openMembers = left
    if isLast { counts.unknownMembers = left.count }
  }

  /// Whether `outer` is `group`, or has it among its members or theirs.
  private func contains(
    _ outer: RecordID, _ group: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    if outer.kind != .group { return false }
    var seen: Set<RecordID> = []
    var waiting = [group]
    while let next = waiting.popLast() {
      if next == outer { return true }
      guard seen.insert(next).inserted else { continue }
      waiting += outerGroups[next] ?? []
      if !next.isUnsaved { waiting += try snapshot.groups(of: next) }
    }
    return false
  }
}
