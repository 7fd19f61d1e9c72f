public import ContactModel
internal import LMDB

extension Snapshot {
  /// Hands every record that differs between two commits to `body`, in order, until it returns false.
  ///
  /// Entries are known by the event that added them, so a changed number is a change and no removal.
  /// Asked for one record, the groups it joined or left come as well, with that membership alone.
  ///
  /// - Parameters:
  ///   - old: The first commit; 0: the empty book.
  ///   - new: The second one, which may be the earlier of the two.
  ///   - record: Only this record, its memberships and links.
  /// - Throws: ``StoreError`` with code `notFound` for a commit that is not there, and for a record
  ///   that never was.
  /// - Complexity: O(events between the two, and the own events of the records these changed).
  public func forEachDifference(
    from old: UInt64, to new: UInt64, of record: RecordID? = nil,
    _ body: (RecordDifference) throws -> Bool
  ) throws {
    let (before, after) = (try lastPosition(of: old), try lastPosition(of: new))
    if let record, try row(record) == nil {
      throw StoreError(.notFound, "there is no record \(record)")
    }
    let stretch = try LogStretch(
      after: min(before, after), through: max(before, after), reader, held.transaction)
    var relations: [RecordID: [(key: RelationKey, slot: SlotDifference)]] = [:]
    for key in stretch.relations.keys {
      if let record, key.owner != record, key.other != record { continue }
      guard let slot = try difference(key, before, after) else { continue }
      relations[key.owner, default: []].append((key, slot))
    }
    var ids = Set(relations.keys)
    for (id, touch) in stretch.records where touch.isOwn && (record == nil || record == id) {
      ids.insert(id)
    }
    for id in ids.sorted() {
      let slots = (relations[id] ?? []).sorted { $0.key.other < $1.key.other }.map(\.slot)
      // What only joined or left something is the same on both sides, but for a date.
      let isOwn = stretch.records[id]?.isOwn == true
      let states =
        try isOwn
        ? [before, after].map { try state(id, $0) }
        : Array(repeating: state(id, max(before, after)), count: 2)
      let difference = RecordDifference(
        id, states[0], states[1], relations: slots, isWhole: record == nil || record == id)
      if let difference, try !body(difference) { return }
    }
  }

  private func state(_ id: RecordID, _ end: Position) throws -> Record? {
    try reader.record(id, asOf: end, set: head.liveSet, held.transaction)?.record
  }

  private func difference(
    _ key: RelationKey, _ before: Position, _ after: Position
  ) throws -> SlotDifference? {
    let contents = try [before, after].map { end in
      try reader.relation(key, asOf: end, set: head.liveSet, held.transaction).content
    }
    guard contents[0] != contents[1] else { return nil }
    return SlotDifference(
      slot: key.slot, slotName: key.slotName, old: contents[0], new: contents[1])
  }
}
