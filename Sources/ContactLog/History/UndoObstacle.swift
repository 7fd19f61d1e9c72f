public import ContactModel

/// Why a slot cannot be taken back cleanly.
public struct UndoObstacle: Sendable, Hashable {
  /// What stands in the way.
  public enum Reason: String, Sendable, Hashable {
    /// A later commit changed the slot.
    case superseded
    /// The record or the entry was removed since.
    case gone
  }

  /// Whose slot.
  public let record: RecordID
  /// Which slot.
  public let slot: Slot
  /// What stands in the way.
  public let reason: Reason
  /// The written form of the slot.
  public let slotName: String
  /// The value the undone commit gave the slot.
  public let then: Value?
  /// The value it has now.
  public let now: Value?
  /// The commit whose effect stands now; 0: unknown.
  public let commit: UInt64
}
