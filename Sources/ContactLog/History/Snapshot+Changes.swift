internal import ContactModel
internal import LMDB

extension Snapshot {
  /// Every change of a commit, in order, with what each slot held before and after it.
  ///
  /// - Throws: ``StoreError`` with code `notFound`.
  /// - Complexity: O(events of the commit and the earlier events of its records).
  public func changes(of number: UInt64) throws -> [HistoryItem] {
    let logged = try events(of: number)
    guard let first = logged.first else { return [] }
    let end = first.position - 1
    var records: [RecordID: Record] = [:]
    var relations: [RelationKey: Relation] = [:]
    var items: [HistoryItem] = []
    for logged in logged {
      let id = logged.event.record
      if let key = logged.event.relationKey {
        let old =
          try relations[key] ?? reader.relation(writtenAt: logged.event.previous, held.transaction)
        var new = old
        new.apply(logged.event, at: logged.position)
        relations[key] = new
        items.append(
          HistoryItem(
            logged: logged, slotName: key.slotName, old: old.content, new: new.content))
      } else if let slot = logged.event.change.slot(at: logged.position) {
        // Taken out: a second owner would make each change copy the record.
        var record = try records.removeValue(forKey: id) ?? recordBefore(id, end)
        let old = record.content(of: slot)
        record.apply(logged.event, at: logged.position, time: 0)
        items.append(
          HistoryItem(
            logged: logged, slotName: record.name(of: slot), old: old,
            new: record.content(of: slot)))
        records[id] = record
      }
    }
    return items
  }

  private func recordBefore(_ id: RecordID, _ end: Position) throws -> Record {
    try reader.record(id, asOf: end, set: head.liveSet, held.transaction)?.record
      ?? Record(id: id)
  }
}

extension RelationKey {
  /// The written form of the slot: `group:3/members/12`, `12/links/13`.
  var slotName: String { "\(owner)/\(slot.property)/\(other)" }

  /// The slot, with the owner's record.
  var slot: Slot { isMembership ? .member(other) : .link(other) }
}
