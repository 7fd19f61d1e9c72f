public import ContactModel

/// Why a slot cannot be taken back cleanly.
public struct UndoObstacle: Sendable, Hashable {
  /// What stands in the way.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Another commit's effect stands.
    case superseded
    /// A commit that took the named one back stands.
    case undone
    /// The record, the entry, or the other record of a membership or link was removed since.
    case gone
    /// With this membership back, a group would contain itself.
    case circular
  }

  /// Whose slot: of a membership the group, of a link the person with the smaller number.
  public let record: RecordID
  /// Which slot.
  public let slot: Slot
  /// What stands in the way.
  public let reason: Reason
  /// The written form of the slot.
  public let slotName: String
  /// The commit that was to be taken back; 0: what came with a removal.
  public let undoing: UInt64
  /// What that commit left in the slot; nothing where it did not write it.
  public let then: SlotContent
  /// What the slot holds now.
  public let now: SlotContent
  /// The commit in the way: whose effect stands, who removed the record or the entry, or the newest
  /// of those that would make the circle; `nil` only where a damaged log no longer says.
  public let by: Commit?
  /// Whether the slot stays as it is: always under the policies strict and skip; by force only
  /// memberships and links of removed records, what a removed record keeps, and memberships that
  /// would make a group contain itself.
  public internal(set) var isLeft: Bool

  /// The number of the commit in the way; 0: unknown.
  public var commit: UInt64 { by?.number ?? 0 }
}

/// A slot with the record whose events write it.
struct SlotKey: Hashable {
  let record: RecordID
  let slot: Slot
}
