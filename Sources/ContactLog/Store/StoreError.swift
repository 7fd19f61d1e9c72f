public import ContactModel

/// Why the store refused or failed.
///
/// Match on the code. The description names the place and what to do, and never personal data.
public struct StoreError: Error, Sendable {
  /// What went wrong.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no store in the folder.
    case noStore
    /// The folder holds something else, or there is a store already.
    case notAStore, exists
    /// Stored bytes are not what was written: a failed checksum, a broken chain, a cut file.
    case damaged
    /// A later version wrote the store, or an event that this one must know.
    case newerFormat
    /// The system refuses access, or the folder is open to others.
    case permission
    /// Another process or thread is writing; the wait is over.
    case busy
    /// Disk, quota or map is full; nothing was written.
    case full
    /// Another save changed the same slot; nothing was written.
    case conflict
    /// Input or output failed before the commit; nothing was written.
    case io
    /// The disk failed at the commit; saving again is safe, the batch is recognised.
    case outcomeUnknown
    /// This process has the store open already, or a second copy of the library has.
    case alreadyOpen
    /// The file system cannot hold a store safely.
    case fileSystem
    /// The store's files were replaced while it was open.
    case replaced
    /// The store was closed.
    case closed
    /// There is no such record, entry or commit.
    case notFound
    /// The record was removed.
    case removed
    /// The arguments cannot be: a cycle of groups, a value for a list.
    case invalid
    /// Later changes stand in the way of an undo; nothing was written.
    case superseded
    /// Two logs are not one: another book, or other commits under the same numbers.
    case diverged
    /// The commits were undone already; nothing was written.
    case undone
    /// The record to bring back is not removed.
    case notRemoved
    /// The record went into another one by a merge.
    case merged
    /// The two people are kept apart; nothing was written.
    case keptApart
    /// Nobody said which value of two is to stand, or where a change belongs; nothing was written.
    case undecided
    /// More of the book would be removed or emptied than the settings allow unconfirmed; nothing was
    /// written.
    case held
  }

  /// What went wrong.
  public var code: Code
  /// What happened, in words, without personal data.
  public var reason: String
  /// Every slot in conflict, for `conflict`.
  public var conflicts: [SlotConflict] = []
  /// What stands in the way, for `superseded` and `undone`.
  public var obstacles: [UndoObstacle] = []
  /// Where two people differ, for `undecided` of a merge.
  public var clashes: [MergeClash] = []
  /// What nobody said where it belongs, for `undecided` of an un-merge.
  public var questions: [UnmergeQuestion] = []
  /// How much would go, for `held`.
  public var massChange: MassChange?

  /// An error with this code.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

extension StoreError: Hashable {
  /// Equal codes; a test can build the error it expects.
  public static func == (a: StoreError, b: StoreError) -> Bool { a.code == b.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension StoreError: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}
