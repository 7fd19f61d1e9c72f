public import ContactModel

/// What an import did with one card, or would do.
public struct CardOutcome: Sendable, Hashable {
  /// What became of the card.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It became a new record.
    case added
    /// It changed nothing: its bytes, or all it says, are there already.
    case same
    /// It changed a record.
    case updated
    /// It was left out, because it may be of somebody who is there.
    case skipped
    /// It was refused.
    case failed
  }

  /// The file, as named by the caller.
  public var file: String
  /// The line the card, or the fault in it, is at; from 1.
  public var line: Int
  /// Which card of the file it is, from 1; 0 where the caller did not say.
  public var number: Int
  /// What became of it.
  public var kind: Kind
  /// The name the card is shown by; `nil` where it has none.
  public var name: String?
  /// The record the card is of; `nil` where it has none, or would get one that has no number yet.
  public var record: RecordID?
  /// What changed in the record, by property; members stand for groups joined and left.
  ///
  /// Empty where only the card to compare the next one with is another.
  public var changed: [Property] = []
  /// Who the card may be of, too.
  public var duplicates: [ProposedDuplicate] = []
  /// The property at fault in capitals; empty where the card as a whole is meant.
  public var property = ""
  /// Why the card was refused.
  public var reason = ""
}

/// A record, or another card of the same import, that a card may be of.
public struct ProposedDuplicate: Sendable, Hashable {
  /// The record; `nil` where it has no number yet.
  public var record: RecordID?
  /// The file and line of the other card, where this import brings it.
  public var card: Place?
  /// What is equal beside the name: phones, emails, or the name alone for a group.
  public var reasons: [Property]

  /// Where a card stands.
  public struct Place: Sendable, Hashable {
    /// The file, as named by the caller.
    public var file: String
    /// The line of its start, from 1.
    public var line: Int
  }
}
