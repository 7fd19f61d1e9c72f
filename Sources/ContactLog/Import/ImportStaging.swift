internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

/// Turns the cards of one commit into changes.
///
/// A value of its own, so that staging can be tried again when somebody saved meanwhile.
struct ImportStaging {
  let importer: Importer
  var edits = EditSet()
  /// What became of the cards, and which of all cards read each is.
  private(set) var outcomes: [(order: Int, outcome: CardOutcome)] = []
  /// Members of groups that were not found yet.
  var openMembers: [(group: String, member: String)]
  /// Uids of the records that staging creates.
  private(set) var newUIDs: [(kind: RecordKind, uid: String)] = []
  /// Cards of a record that this commit has a card of already: each has a commit of its own, so
  /// that the log has all the cards that an import brought for one uid.
  private(set) var postponed: [Importer.Waiting] = []
  /// The commit that staging saw last.
  private(set) var seenCommit: UInt64?

  /// Records of this commit by uid key and by digest: the store does not know them yet.
  var byUID: [RecordKind: [[UInt8]: RecordID]] = [:]
  var byHash: [ContentHash: RecordID] = [:]
  var groupsByName: [[UInt8]: RecordID] = [:]
  /// Groups that staging puts into groups: the outer ones by the inner one.
  var outerGroups: [RecordID: [RecordID]] = [:]
  /// Uids of cards that were found to be of a record with another uid, for members of groups.
  var aliases: [[UInt8]: RecordID] = [:]
  var finder = DuplicateFinder()
  /// Where the cards of new records stand.
  private var places: [RecordID: ProposedDuplicate.Place] = [:]

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
  mutating func finish() throws {
    let store = importer.store
    try store.read { snapshot in try resolveMembers(snapshot) }
    if !edits.hasChanges {
      // Cards of one uid that took back what the other had changed.
      for index in outcomes.indices where outcomes[index].outcome.kind == .updated {
        outcomes[index].outcome.kind = .same
        outcomes[index].outcome.changed = []
      }
    }
  }

  private mutating func note(
    _ waiting: Importer.Waiting, _ kind: CardOutcome.Kind, _ record: RecordID?,
    changed: [Property] = [], duplicates: [DuplicateFinder.Found] = []
  ) {
    var outcome = waiting.source.outcome(kind)
    outcome.name = waiting.card.shownName
    outcome.record = record
    outcome.changed = changed
    outcome.duplicates = duplicates.prefix(Self.mostProposed).map {
      ProposedDuplicate(record: $0.id, card: places[$0.id], reasons: $0.reasons)
    }
    outcomes.append((waiting.source.order, outcome))
  }

  /// The most records that a card is said to be of, perhaps.
  private static let mostProposed = 5

  private mutating func stage(
    _ read: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws {
    var waiting = read
    if case .reference(let photo)? = waiting.card.photo, try snapshot.blob(photo.hash) == nil {
      // A card from elsewhere that names bytes only another store has.
      waiting.card.photo = nil
    }
    guard let (id, owner) = try find(waiting, snapshot) else {
      if let isSame = importer.isSeenInDryRun(waiting) {
        // The card before it is not in the store, so nothing can be said of the difference.
        return note(waiting, isSame ? .same : .updated, nil)
      }
      return try propose(waiting, snapshot)
    }
    if edits.edits[owner]?.working.hasTaken(waiting.hash) ?? false {
      note(waiting, .same, id)
      return
    }
    if let staged = cardHash(of: owner), staged.isNew, staged.hash != waiting.hash {
      postpone(waiting)
      return
    }
    guard let edit = edits.edits[owner], cardHash(of: owner)?.hash != waiting.hash else {
      let hasFound = try findMembers(waiting.card, of: id, snapshot)
      note(waiting, hasFound ? .updated : .same, id, changed: hasFound ? [.members] : [])
      byHash[waiting.hash] = owner
      return
    }
    let (base, isKnown) = try base(of: edit.working, waiting.hash, snapshot)
    if isKnown || base?.comparable == waiting.card.comparable {
      // Only what the model does not keep differs, such as white space.
      note(waiting, .same, id)
      return
    }
    if id == owner, edit.working.isRemoved { edits.apply(.restored, to: id) }
    let changed = try merge(waiting.card, base: base, into: id, snapshot)
    edits.apply(.valueSet(.card, source(waiting)), to: owner)
    byHash[waiting.hash] = owner
    note(waiting, .updated, id, changed: changed)
  }

  private mutating func postpone(_ waiting: Importer.Waiting) {
    if importer.options.dryRun {
      note(waiting, .updated, nil)
    } else {
      postponed.append(waiting)
    }
  }

  /// Merges a card into a touched record and says which properties changed.
  private mutating func merge(
    _ card: Card, base: Card?, into id: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> [Property] {
    guard let before = edits.edits[id]?.working else { return [] }
    try CardMerge(base: base, new: card).apply(to: id, &edits)
    let hasMoved = try stageRelations(card, base: base, of: id, uid: before.uid, snapshot)
    let after = edits.edits[id]?.working ?? before
    let changed = Set(before.changes(to: after).compactMap { $0.slot(at: 0)?.property })
    return (changed.union(hasMoved ? [.members] : [])).sorted()
  }

  // MARK: Cards that nobody has

  /// Takes in a card that no record is known for by uid or bytes: it may say what a record says
  /// already, be of somebody who is there, or be new.
  private mutating func propose(
    _ waiting: Importer.Waiting, _ snapshot: borrowing Snapshot
  ) throws {
    let found = try Self.withoutApart(finder.find(waiting.card, snapshot), snapshot)
    // Two cards of one import that say the same are two: whoever wrote them meant it.
    for candidate in found
    where try !isOfThisImport(candidate.id, snapshot)
      && says(candidate.id, waiting.card, snapshot)
    {
      alias(waiting.card, candidate.id)
      note(waiting, .same, candidate.id)
      return
    }
    switch importer.options.duplicates {
    case .skip where !found.isEmpty:
      note(waiting, .skipped, nil, duplicates: found)
    case .update where found.count == 1:
      try update(waiting, found, snapshot)
    default: try create(waiting, found, snapshot)
    }
  }

  /// Leaves out those who are kept apart from somebody whom the card fits better.
  ///
  /// Static: called on a copy of all that is staged, its argument, which changes the finder, copied
  /// the finder's tables for every card.
  private static func withoutApart(
    _ found: [DuplicateFinder.Found], _ snapshot: borrowing Snapshot
  ) throws -> [DuplicateFinder.Found] {
    if found.count < 2 { return found }
    var left: [DuplicateFinder.Found] = []
    for candidate in found {
      let others = candidate.id.isUnsaved ? [] : try snapshot.keptApart(from: candidate.id)
      let isBeaten = found.contains {
        $0.reasons.count > candidate.reasons.count && others.contains($0.id)
      }
      if !isBeaten { left.append(candidate) }
    }
    return left
  }

  /// Adds what a card says to the one record it may be of; nothing is removed.
  private mutating func update(
    _ waiting: Importer.Waiting, _ found: [DuplicateFinder.Found], _ snapshot: borrowing Snapshot
  ) throws {
    let id = found[0].id
    // As for a second card of one uid: the record's first card is to be in the log before.
    if id.isUnsaved { return postpone(waiting) }
    try touch(id, snapshot)
    let card = waiting.card.withoutStamps.without(what: edits.edits[id]?.working)
    let changed = try merge(card, base: nil, into: id, snapshot)
    alias(waiting.card, id)
    // The card is to be known the next time, whatever of it the record did not take over. A record
    // that came from no card keeps its bytes, another one its digest.
    if edits.edits[id]?.working[.card] == nil {
      edits.apply(.valueSet(.card, source(waiting)), to: id)
    } else {
      edits.add(.takenCards, to: id, label: nil, value: .data(waiting.hash.bytes))
    }
    byHash[waiting.hash] = id
    note(waiting, .updated, id, changed: changed, duplicates: found)
  }

  private mutating func alias(_ card: Card, _ id: RecordID) {
    if let uid = card.uid, !uid.isEmpty { aliases[UIDIndex.folded(uid)] = id }
  }

  private mutating func create(
    _ waiting: Importer.Waiting, _ found: [DuplicateFinder.Found], _ snapshot: borrowing Snapshot
  ) throws {
    let card = waiting.card
    let uid = card.uid.flatMap { $0.isEmpty ? nil : $0 } ?? UIDs.random()
    let id = edits.create(card.kind, events: events(of: waiting, uid: uid))
    if card.uid != nil { newUIDs.append((card.kind, uid)) }
    byUID[card.kind, default: [:]][UIDIndex.folded(uid)] = id
    byHash[waiting.hash] = id
    finder.add(card, id)
    places[id] = .init(file: waiting.source.file, line: waiting.source.line)
    try stageRelations(card, base: nil, of: id, uid: uid, snapshot)
    note(waiting, .added, id, duplicates: found)
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
}
