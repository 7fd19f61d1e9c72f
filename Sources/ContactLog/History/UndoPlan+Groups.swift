internal import ContactModel
internal import LMDB

// Groups in groups: what an undo brings back must not make a group contain itself.

extension UndoPlan {
  /// Leaves out memberships by which a group would contain itself; each is an obstacle.
  ///
  /// Only when all is staged can it be told: another event of the same undo may open the circle. By
  /// force those that are obstacles already are tried last, so that no other is left out for them.
  mutating func leaveOutCircles(
    _ writer: BatchWriter, _ transaction: borrowing ReadTransaction
  ) throws {
    let joined = book.joinedSubgroups
    var waiting = Set(joined)
    for key in joined.filter({ !isReported($0) }) + joined.filter({ isReported($0) }) {
      if let circle = try circle(closedBy: key, without: waiting, writer, transaction) {
        try reportCircle(key, circle, writer, transaction)
        book.unstage(key)
      }
      waiting.remove(key)
    }
  }

  private func isReported(_ key: RelationKey) -> Bool {
    reported[SlotKey(record: key.owner, slot: key.slot)] != nil
  }

  /// The memberships that make a circle with one more; `nil`: there is none.
  ///
  /// - Parameter left: Staged memberships that do not count yet.
  /// - Complexity: O(groups above the group, each with its own memberships).
  private mutating func circle(
    closedBy key: RelationKey, without left: Set<RelationKey>, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> [RelationKey]? {
    var ways: [RecordID: [RelationKey]] = [key.owner: []]
    var waiting = [key.owner]
    while let group = waiting.popLast() {
      let way = ways[group] ?? []
      if group == key.other { return way }
      for above in try writer.groups(of: group, transaction).union(book.groups(of: group)).sorted()
      {
        let step = RelationKey.member(group, of: above)
        guard ways[above] == nil, !left.contains(step),
          try book.relation(step, writer, transaction).state == .joined
        else { continue }
        ways[above] = way + [step]
        waiting.append(above)
      }
    }
    return nil
  }

  /// Notes a membership that would close a circle; in the way is the newest of those that make it.
  private mutating func reportCircle(
    _ key: RelationKey, _ circle: [RelationKey], _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let slot = SlotKey(record: key.owner, slot: key.slot)
    if let place = reported[slot] { return obstacles[place].isLeft = true }
    reported[slot] = obstacles.count
    let newest = circle.map {
      book.storedWriters(of: SlotKey(record: $0.owner, slot: $0.slot)).last
    }
    obstacles.append(
      UndoObstacle(
        record: key.owner, slot: key.slot, reason: .circular, slotName: book.name(of: slot),
        undoing: undoing[key] ?? 0, then: .nothing, now: book.storedContent(of: slot),
        by: try commit(at: newest.max() ?? 0, writer, transaction), isLeft: true))
  }
}

extension Compensation {
  /// The groups in groups that are staged to come back.
  var joinedSubgroups: [RelationKey] {
    relations.filter { key, relation in
      key.isMembership && key.other.kind == .group && relation.state == .joined
        && storedRelations[key]?.state != .joined
    }.keys.sorted()
  }

  /// The groups that a group was looked at as a member of.
  func groups(of group: RecordID) -> [RecordID] {
    relations.keys.filter { $0.isMembership && $0.other == group }.map(\.owner)
  }
}

extension BatchWriter {
  /// The groups that a record is or was a member of, after the batches so far.
  ///
  /// - Complexity: O(its memberships), independent of its own members.
  func groups(
    of id: RecordID, _ transaction: borrowing ReadTransaction
  ) throws -> Set<RecordID> {
    var groups: Set<RecordID> = []
    let table = reader.tables.projections[head.liveSet].memberships
    try reader.relations(of: id, in: table, transaction) { group, _ in
      groups.insert(group)
      return true
    }
    for key in relations.keys where key.isMembership && key.other == id { groups.insert(key.owner) }
    return groups
  }
}
