internal import ContactModel
internal import LMDB

/// How much of the book a save would remove or empty.
///
/// A record is emptied when it held something and holds nothing afterwards: no text but empty ones,
/// no other value, no entry. The card it was imported from and its kind do not count. Members of a
/// group are no part of it.
public struct MassChange: Sendable, Hashable {
  /// Records that would be removed.
  public var removed: Int
  /// Records that would be emptied.
  public var emptied: Int
  /// How many people and groups there are.
  public var records: Int

  /// How much of a book may be removed or emptied by one save unconfirmed.
  ///
  /// Beyond both numbers a save is held.
  public struct Limit: Sendable, Hashable {
    /// So many records always.
    public var records: Int
    /// So many percent of the people and groups always.
    public var percent: Int

    /// The limit of a new store.
    public static let usual = Limit(records: 20, percent: 10)

    /// A limit of these numbers.
    public init(records: Int, percent: Int) {
      self.records = records
      self.percent = percent
    }
  }

  /// Whether it is more than a limit allows.
  func exceeds(_ limit: Limit) -> Bool {
    let gone = removed + emptied
    return gone > limit.records && gone * 100 > limit.percent * records
  }
}

extension StoreError {
  /// The error for a save that is held.
  init(held change: MassChange) {
    self.init(
      .held,
      "this would remove \(change.removed) and empty \(change.emptied) of \(change.records)"
        + " records; nothing was written. Look at what is to be saved, and confirm it if it is right"
    )
    massChange = change
  }

  /// The error for an import of which some commits were saved before one was held.
  init(_ held: StoreError, commits: (first: UInt64, last: UInt64)?) {
    self = held
    guard let commits, let change = held.massChange else { return }
    let range =
      commits.first == commits.last
      ? "commit \(commits.first)" : "commits \(commits.first) to \(commits.last)"
    self = StoreError(
      .held,
      "with what \(range) of this import did, this would remove \(change.removed) and empty"
        + " \(change.emptied) of \(change.records) records; the cards of \(range) are in, those that"
        + " follow are not. Undo the import, or confirm it if it is right")
    massChange = change
  }
}

extension BatchWriter {
  /// Refuses a draft that removes or empties more of the book than the store's settings allow.
  ///
  /// - Parameters:
  ///   - before: What earlier commits of the same import did; added up.
  ///   - unsaved: Records that a dry run would have added by then.
  /// - Returns: The sum.
  /// - Throws: ``StoreError`` with code `held`.
  /// - Complexity: O(events); a row for each record that loses something.
  @discardableResult
  func checkMassChange(
    _ records: [(id: RecordID, events: [DraftEvent])], after before: MassChange? = nil,
    besides unsaved: Int = 0, _ transaction: borrowing ReadTransaction
  ) throws -> MassChange {
    var change = MassChange(
      removed: before?.removed ?? 0, emptied: before?.emptied ?? 0, records: 0)
    for (id, events) in records {
      guard !id.isUnsaved, id.kind != .source, events.contains(where: \.takesAway),
        let stored = try record(id, transaction)?.record, stored.exists
      else { continue }
      var after = stored
      for event in events {
        let position = event.change.addedEntry?.provisional ?? .provisional(.existence, 0)
        after.apply(Event(event.change, of: id), at: position, time: 0)
      }
      if after.isRemoved {
        change.removed += 1
      } else if !stored.isEmpty, after.isEmpty {
        change.emptied += 1
      }
    }
    guard change.removed + change.emptied > 0 else { return change }
    change.records = Int(head.counts[0] + head.counts[1]) + unsaved
    for touched in touched where touched.after.id.kind != .source {
      change.records += (touched.after.exists ? 1 : 0) - (touched.before?.exists == true ? 1 : 0)
    }
    if let limit = try reader.settings(transaction).massChange, change.exceeds(limit) {
      throw StoreError(held: change)
    }
    return change
  }
}

extension DraftEvent {
  /// Whether it can leave a record with less.
  fileprivate var takesAway: Bool {
    switch change {
    case .removed, .valueCleared, .entryRemoved: true
    case .valueSet(_, let value), .entryValueSet(_, _, let value): value.text?.isEmpty == true
    default: false
    }
  }
}

extension Record {
  /// Whether it holds nothing that anybody entered.
  fileprivate var isEmpty: Bool {
    func holds(_ value: Value?) -> Bool { value.map { $0.text?.isEmpty != true } ?? false }
    let bookkeeping: [Property] = [.card, .personKind, .sourceType]
    return !fields.contains { holds($0.value) && !bookkeeping.contains($0.property) }
      && !lists.contains { list in
        list.property != .takenCards
          && list.entries.contains { !$0.isRemoved && holds($0.value) }
      }
  }
}
