public import ContactModel

/// Whose value stands, of two people that become one.
public enum MergeChoice: String, Sendable, Hashable, CaseIterable {
  /// That of the person who is kept.
  case keep
  /// That of the other one.
  case other
  /// Both: of a list all entries, of a text one behind the other.
  case both
}

/// What becomes of single values that differ and that nobody chose between.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable {
  /// Nothing is written if there is any.
  case ask
  /// Those of the person who is kept stand.
  case keep
  /// Those of the other one stand.
  case other
}

/// A slot in which two people that are to be one differ.
public struct MergeClash: Sendable, Hashable {
  /// A single value, or ``ContactModel/Property/links`` for what is said of a third person.
  public let property: Property
  /// The third person.
  public let person: RecordID?
  /// What the person has who is kept.
  public let kept: SlotContent
  /// What the other one has.
  public let other: SlotContent
  /// Whose stands; `nil`: nobody chose.
  public let choice: MergeChoice?
}

/// What a merge did, or would do.
public struct MergeReport: Sendable {
  /// The person who is kept.
  public let kept: RecordID
  /// The one that went into it.
  public let absorbed: RecordID
  /// The commit, of the kind merge; `nil` for a dry run.
  public let commit: Commit?
  /// How many events it has, or would have.
  public let events: Int
  /// Every slot that changes.
  public let changes: [UndoChange]
  /// Where both have a value and these differ.
  public let clashes: [MergeClash]
}

/// A person that went into another one.
public struct MergedPerson: Sendable, Hashable {
  /// The other one: who is kept, or who went into the one at hand.
  public let person: RecordID
  /// The commit that merged them.
  public let commit: UInt64
}
