public import ContactModel

/// What to do with slots that cannot be taken back cleanly.
public enum UndoPolicy: String, Sendable, Hashable, CaseIterable {
  /// Nothing is written if there is any.
  case strict
  /// They stay as they are, the others are taken back.
  case skip
  /// They are taken back too; later values stay in history. A removed record stays removed.
  case force
}

/// One slot that an undo, undelete or restore changed, or would change.
public struct UndoChange: Sendable, Hashable {
  /// Whose slot: of a membership the group, of a link the person with the smaller number.
  public let record: RecordID
  /// Which slot.
  public let slot: Slot
  /// The written form of the slot.
  public let slotName: String
  /// What it held before.
  public let from: SlotContent
  /// What it holds afterwards.
  public let to: SlotContent
}

/// What an undo, undelete or restore did, or would do.
public struct UndoReport: Sendable {
  /// The compensating commit; `nil` for a dry run, or where nothing was left to do.
  public let commit: Commit?
  /// How many events it has, or would have.
  public let events: Int
  /// Every slot that changes, record by record.
  ///
  /// A record that comes or goes is one slot, whatever it holds.
  public let changes: [UndoChange]
  /// What could not be taken back cleanly, each slot once.
  public let obstacles: [UndoObstacle]
}
