internal import ContactModel
internal import LMDB

/// Groups that people are in, by name, and members of groups, by uid.
extension ImportStaging {
  @discardableResult
  mutating func stageRelations(
    _ card: Card, base: Card?, of id: RecordID, uid: String, _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    let old = base?.categories ?? []
    var hasMoved = false
    for name in card.categories where !name.isEmpty && !old.contains(bytesOf: name) {
      let key = RelationKey.member(id, of: try group(named: name, snapshot))
      hasMoved = try set(key, .joined, snapshot) || hasMoved
    }
    for name in old where !card.categories.contains(bytesOf: name) {
      let key = RelationKey.member(id, of: try group(named: name, snapshot))
      hasMoved = try set(key, .none, snapshot) || hasMoved
    }
    guard card.kind == .group else { return hasMoved }
    let before = Set((base?.members ?? []).map(UIDIndex.folded))
    for member in card.members where !before.contains(UIDIndex.folded(member)) {
      openMembers.append((uid, member))
      if id.isUnsaved || hasMoved { continue }
      let known = try record(uid: member, of: [.person, .group], snapshot)
      if let known, try relation(.member(known, of: id), snapshot).state != .joined {
        hasMoved = true
      }
    }
    let now = Set(card.members.map(UIDIndex.folded))
    for member in base?.members ?? [] where !now.contains(UIDIndex.folded(member)) {
      if let other = try record(uid: member, of: [.person, .group], snapshot) {
        hasMoved = try set(.member(other, of: id), .none, snapshot) || hasMoved
      }
    }
    return hasMoved
  }

  /// Lets a group whose card is the same look again for members that nobody answered to when the
  /// card came first; whether it finds any.
  mutating func findMembers(
    _ card: Card, of id: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    guard card.kind == .group, !card.members.isEmpty, !id.isUnsaved,
      let group = edits.edits[id]?.working, group.exists
    else { return false }
    var hasFound = false
    for member in card.members {
      if let other = try record(uid: member, of: [.person, .group], snapshot) {
        // One that was a member and left stays away.
        if try relation(.member(other, of: id), snapshot).writers.last != 0 { continue }
        hasFound = true
      }
      openMembers.append((group.uid, member))
    }
    return hasFound
  }

  /// Stages a membership; whether it is another than the stored one.
  private mutating func set(
    _ key: RelationKey, _ state: Relation.State, _ snapshot: borrowing Snapshot
  ) throws -> Bool {
    let stored = try relation(key, snapshot)
    edits.set(key, state, base: stored)
    return stored.state != state
  }

  func relation(_ key: RelationKey, _ snapshot: borrowing Snapshot) throws -> Relation {
    if key.isUnsaved { return .none }
    return try snapshot.reader.relation(
      key, set: snapshot.head.liveSet, snapshot.held.transaction)
  }

  private mutating func group(
    named name: String, _ snapshot: borrowing Snapshot
  ) throws -> RecordID {
    let key = Array(name.utf8)
    if let id = try knownGroup(named: name, snapshot) {
      groupsByName[key] = id
      return id
    }
    let id = edits.create(.group, uid: UIDs.random(), source: 0)
    edits.apply(.valueSet(.name, .text(name)), to: id)
    groupsByName[key] = id
    return id
  }

  /// The group of a name, in this commit or in the store.
  func knownGroup(named name: String, _ snapshot: borrowing Snapshot) throws -> RecordID? {
    try groupsByName[Array(name.utf8)] ?? storedGroup(named: name, snapshot)
  }

  private func storedGroup(
    named name: String, _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    func isNamed(_ group: Record?) -> Bool {
      group?.text(.name)?.hasSameBytes(as: name) == true
    }
    let words = WordIndex.words(name)
    if !words.isEmpty {
      return try snapshot.groups(named: words).first { isNamed(try snapshot.record($0)) }
    }
    // A name without letters has no word to find it by.
    var found: RecordID?
    try snapshot.forEachRecord(.group) { group in
      if isNamed(group) { found = group.id }
      return found == nil
    }
    return found
  }

  func record(
    uid: String, of kinds: [RecordKind], _ snapshot: borrowing Snapshot
  ) throws -> RecordID? {
    let key = UIDIndex.folded(uid)
    for kind in kinds {
      if let id = byUID[kind]?[key] { return id }
    }
    let named = try snapshot.records(uid: uid).filter { kinds.contains($0.kind) }
    let stored = try named.first { try snapshot.record($0) != nil }
    // Nobody of that uid is there, but somebody may have taken it in.
    let standing =
      stored == nil ? try named.lazy.compactMap { try snapshot.standing(for: $0) }.first : nil
    return stored ?? standing ?? aliases[key] ?? importer.aliases[key]
  }

  /// Joins members that are known by now.
  mutating func resolveMembers(_ snapshot: borrowing Snapshot) throws {
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
      _ = try set(.member(other, of: owner), .joined, snapshot)
    }
    openMembers = left
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
