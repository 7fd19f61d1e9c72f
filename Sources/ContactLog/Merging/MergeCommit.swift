internal import ContactModel
internal import LMDB

/// A merge as it was made, read from the log: both people before it, and the kept one after it.
struct MergeCommit {
  let commit: Commit
  let kept: RecordID
  let absorbed: RecordID
  /// The kept person before and after.
  let before: Record
  let after: Record
  /// The one that went into it, with what it had then.
  let other: Record
  /// For each entry of the other one, by its position, the kept one's entry of the same value.
  private(set) var entries: [Property: [(theirs: Position, mine: Position)]] = [:]

  /// - Parameter absorbed: A person that went into another one and is not out again.
  init(
    of absorbed: Record, _ target: MergedPerson, _ writer: BatchWriter,
    _ transaction: borrowing ReadTransaction
  ) throws {
    guard let commit = try writer.reader.commit(target.commit, transaction) else {
      throw StoreError(
        .damaged, "commit \(target.commit) is missing from the log; run verify")
    }
    self.commit = commit
    kept = target.person
    self.absorbed = absorbed.id
    other = absorbed
    let set = writer.head.liveSet
    let header = commit.header
    func past(_ end: Position) throws -> Record {
      guard
        let row = try writer.reader.record(target.person, asOf: end, set: set, transaction)
      else {
        throw StoreError(
          .damaged, "\(target.person) was not there before commit \(target.commit); run verify")
      }
      return row.record
    }
    before = try past(header.firstPosition - 1)
    after = try past(header.lastPosition)
    for list in absorbed.lists {
      var places: [Value: Position] = [:]
      for entry in after.entries(list.property) where places[entry.value] == nil {
        places[entry.value] = entry.position
      }
      entries[list.property] = list.entries.filter { !$0.isRemoved }.compactMap { entry in
        places[entry.value].map { (theirs: entry.position, mine: $0) }
      }
    }
  }

  /// Whether an event was part of the merge.
  func made(_ position: Position) -> Bool {
    (commit.header.firstPosition...commit.header.lastPosition).contains(position)
  }

  /// Whether the log ended before the event at a position when the two were merged.
  func isBefore(_ position: Position) -> Bool { position > commit.header.lastPosition }

  /// The other one's entries that an entry of the kept person stands for.
  func theirs(_ property: Property, _ mine: Position) -> [Position] {
    (entries[property] ?? []).filter { $0.mine == mine }.map(\.theirs)
  }
}
