public import ContactModel
internal import LMDB

extension Snapshot {
  /// Hands a record as it was after each commit that changed it to `body`, oldest first, until it
  /// returns false.
  ///
  /// - Throws: ``StoreError`` with code `notFound` when there never was such a record.
  /// - Complexity: O(the record's own events).
  public func forEachState(
    of id: RecordID, _ body: (UInt64, Record) throws -> Bool
  ) throws {
    guard let newest = try newestRun(of: id) else {
      try checkNeverGiven(id)
      throw StoreError(.notFound, "there is no record \(id)")
    }
    var record = Record(id: id)
    var commit: UInt64 = 0
    for logged in try reader.events(fromRun: newest, held.transaction) {
      if logged.commit != commit, commit > 0, try !body(commit, record) { return }
      commit = logged.commit
      record.apply(logged.event, at: logged.position, time: 0)
    }
    if commit > 0 { _ = try body(commit, record) }
  }

  /// Whether a record was a member of a group after each commit that changed that, oldest first.
  ///
  /// - Complexity: O(the membership's own events).
  public func membershipStates(
    of member: RecordID, in group: RecordID
  ) throws -> [(commit: UInt64, isMember: Bool)] {
    let key = RelationKey.member(member, of: group)
    var position = try reader.relation(
      key, asOf: head.position, set: head.liveSet, held.transaction
    ).writers.last
    var states: [(commit: UInt64, isMember: Bool)] = []
    while let logged = try event(at: position) {
      var relation = Relation.none
      relation.apply(logged.event, at: position)
      if states.last?.commit != logged.commit {
        states.append((logged.commit, relation.state == .joined))
      }
      position = logged.event.previous
    }
    return states.reversed()
  }
}
