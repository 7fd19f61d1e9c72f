public import ContactModel
internal import Synchronization

extension Session {
  /// A record with the pending changes; `nil` when there is none or it was removed, here or there.
  ///
  /// - Complexity: One row, unless the session has touched the record.
  public func record(_ id: RecordID) throws -> Record? {
    try state.withLock { try record(id, $0) }
  }

  func record(_ id: RecordID, _ state: State) throws -> Record? {
    let record = try state.edits.edits[id]?.working ?? store.read { try $0.record(id) }
    return record?.exists == true ? record : nil
  }

  /// The members of a group with the pending changes, people before groups.
  public func members(of group: RecordID) throws -> [RecordID] {
    try state.withLock { state in
      let stored = group.isUnsaved ? [] : try store.read { try $0.members(of: group) }
      return try merge(stored, state) { $0.owner == group && $0.isMembership ? $0.other : nil }
    }
  }

  /// The groups of a person or group with the pending changes.
  public func groups(of member: RecordID) throws -> [RecordID] {
    try state.withLock { state in
      let stored = member.isUnsaved ? [] : try store.read { try $0.groups(of: member) }
      return try merge(stored, state) { $0.other == member && $0.isMembership ? $0.owner : nil }
    }
  }

  /// The people linked with a person, with the pending changes.
  public func links(of person: RecordID) throws -> [RecordID] {
    try state.withLock { state in
      let stored = person.isUnsaved ? [] : try store.read { try $0.links(of: person) }
      return try merge(stored, state) { key in
        if key.isMembership { return nil }
        return key.owner == person ? key.other : key.other == person ? key.owner : nil
      }
    }
  }

  private func merge(
    _ stored: [RecordID], _ state: State, _ other: (RelationKey) -> RecordID?
  ) throws -> [RecordID] {
    var found = Set(stored)
    for (key, edit) in state.edits.relations {
      guard let id = other(key) else { continue }
      if edit.state == .joined { found.insert(id) } else { found.remove(id) }
    }
    let gone = state.edits.edits.values.filter { $0.working.isRemoved }.map(\.working.id)
    return found.subtracting(gone).sorted()
  }

  /// The records that this session created and has not saved, in order.
  public var createdRecords: [RecordID] {
    state.withLock { $0.edits.createdRecords }
  }
}
