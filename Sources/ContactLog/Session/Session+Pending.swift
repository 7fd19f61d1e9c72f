public import ContactModel
internal import Synchronization

/// A change that a save would write.
public struct PendingChange: Sendable, Hashable {
  /// Whose slot; new records have negative numbers.
  public let record: RecordID
  /// The written form of the slot.
  public let slotName: String
  /// The change.
  public let change: Change
  /// What the slot held when the session first touched it.
  public let old: SlotContent
  /// What it shall hold.
  public let new: SlotContent
}

extension Session {
  /// What a save would write as things are, in the order of the records touched.
  ///
  /// What a removal takes along, the record's memberships and links, is worked out at the save.
  ///
  /// - Complexity: O(touched records).
  public var pendingChanges: [PendingChange] {
    state.withLock { $0.edits.pendingChanges }
  }
}

extension EditSet {
  fileprivate var pendingChanges: [PendingChange] {
    var pending: [PendingChange] = []
    for id in order {
      guard let edit = edits[id] else { continue }
      for change in edit.base.changes(to: edit.working) {
        let position = change.addedEntry?.provisional ?? .provisional(.existence, 0)
        guard let slot = change.slot(at: position) else { continue }
        pending.append(
          PendingChange(
            record: id, slotName: edit.working.name(of: slot), change: change,
            old: edit.base.content(of: slot), new: edit.working.content(of: slot)))
      }
    }
    for (key, edit) in relations.sorted(by: { $0.key < $1.key }) where edit.state != edit.base.state
    {
      let property = key.isMembership ? Property.members : .links
      pending.append(
        PendingChange(
          record: key.owner, slotName: "\(key.owner)/\(property)/\(key.other)",
          change: key.change(to: edit.state), old: edit.base.content,
          new: Relation(state: edit.state, writers: .none).content))
    }
    return pending
  }
}
