public import ContactModel

/// Whose a change is that came after a merge, when the two are taken apart.
public enum UnmergeSide: String, Sendable, Hashable, CaseIterable {
  /// It stays with the person who was kept; the other one has what it had.
  case keep
  /// It goes to the other one; the kept one has what it had.
  case other
  /// Both have it.
  case both
}

/// What becomes of changes since a merge of which nobody said whose they are, and the history neither.
public enum UnmergePolicy: String, Sendable, Hashable, CaseIterable {
  /// Nothing is written if there is any.
  case ask
  /// They stay with the person who was kept.
  case keep
  /// They go to the other one.
  case other
  /// Both get them.
  case both
}

/// A change since a merge that may belong to either person.
public struct UnmergeQuestion: Sendable, Hashable {
  /// Why it is not clear.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Both had a value, entry, membership or link there, and it was changed since.
    case shared
    /// Neither had it: it is new since.
    case new
  }

  /// Why it is not clear.
  public let reason: Reason
  /// Whose slot: of a membership the group, of a link the person with the smaller number.
  public let record: RecordID
  /// Which slot of the person who was kept.
  public let slot: Slot
  /// The written form of the slot, by which it is answered.
  public let slotName: String
  /// What the merge left there.
  public let then: SlotContent
  /// What is there now.
  public let now: SlotContent
  /// Where it was said to belong; `nil`: nobody said.
  public let answer: UnmergeSide?
}

/// A change since a merge, and where it belongs.
public struct UnmergeAnswer: Sendable, Hashable {
  /// A part of the person who was kept.
  public var part: RecordPart
  /// Whose it is.
  public var side: UnmergeSide

  /// This side for all changes of a part.
  public init(_ part: RecordPart, _ side: UnmergeSide) {
    self.part = part
    self.side = side
  }
}

/// What an un-merge did, or would do.
public struct UnmergeReport: Sendable {
  /// The person who was kept.
  public let kept: RecordID
  /// The one that is taken out.
  public let absorbed: RecordID
  /// The merge that is taken back.
  public let merge: UInt64
  /// The commit, of the kind undo; `nil` for a dry run.
  public let commit: Commit?
  /// How many events it has, or would have.
  public let events: Int
  /// Every slot that changes, of both.
  public let changes: [UndoChange]
  /// Changes since that may belong to either.
  public let questions: [UnmergeQuestion]
  /// Memberships and links of the other one that cannot come back, because the other end is gone.
  public let obstacles: [UndoObstacle]
}
