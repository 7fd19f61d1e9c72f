public import ContactModel
internal import LMDB

/// An event with its place in the log.
public struct LoggedEvent: Sendable, Hashable {
  /// The event.
  public let event: Event
  /// Where it stands.
  public let position: Position
  /// The commit it belongs to.
  public let commit: UInt64
}

extension Snapshot {
  /// A commit; `nil` when there is none of that number.
  ///
  /// - Complexity: O(log *n*), one row.
  public func commit(_ number: UInt64) throws -> Commit? {
    if number > head.commit { return nil }
    let commit = try reader.commit(number, held.transaction)
    guard commit != nil || number == 0 || number > head.commit else {
      throw StoreError(.damaged, "commit \(number) is missing from the log; run verify")
    }
    return commit
  }

  /// Hands commits to `body`, newest first, until it returns false.
  ///
  /// - Parameter from: The first to hand over; by default the last one there is.
  public func forEachCommit(
    from: UInt64 = .max, _ body: (Commit) throws -> Bool
  ) throws {
    var number = min(from, head.commit)
    while number > 0 {
      guard let commit = try commit(number), try body(commit) else { return }
      number -= 1
    }
  }

  /// The events of a commit, in order.
  ///
  /// - Throws: ``StoreError`` with code `notFound`.
  public func events(of number: UInt64) throws -> [LoggedEvent] {
    guard try commit(number) != nil else {
      throw StoreError(.notFound, "there is no commit \(number)")
    }
    return try reader.events(of: number, held.transaction)
  }

  /// The event at a position; `nil` when there is none.
  ///
  /// - Complexity: O(log *n*), one row.
  public func event(at position: Position) throws -> LoggedEvent? {
    guard position > 0, position <= head.position else { return nil }
    guard let found = try reader.event(at: position, held.transaction) else {
      throw StoreError(.damaged, "the log has no event at position \(position); run verify")
    }
    return LoggedEvent(event: found.event, position: position, commit: found.commit)
  }

  /// The last commit that was made at or before a time, microseconds since 1970; 0: none was.
  public func commit(atTime time: Int64) throws -> UInt64 {
    let key = KeyBuffer(min(UInt64(max(0, time / 1_000)) << 16 | 0xFFFF, head.clock))
    let table = reader.tables.times
    return try held.transaction.last(in: table, atOrBefore: key.span) { key, stored in
      try TimeRow(try Seal.open(key, stored, table)).commit
    } ?? 0
  }
}

extension RowReader {
  /// The events of a record, oldest first, found by walking back from its newest run.
  func events(
    fromRun newest: Position, _ transaction: borrowing ReadTransaction
  ) throws -> [LoggedEvent] {
    var position = newest
    var runs: [Run] = []
    while position != 0 {
      guard let run = try run(at: position, transaction), run.first == position else {
        throw StoreError(.damaged, "the log has no run at position \(position); run verify")
      }
      runs.append(run)
      guard run.previous < position else {
        throw StoreError(.damaged, "the run at position \(position) points forward; run verify")
      }
      position = run.previous
    }
    return runs.reversed().flatMap { run in
      run.events.enumerated().map { index, event in
        LoggedEvent(event: event, position: run.first + UInt64(index), commit: run.commit)
      }
    }
  }

  func events(
    of number: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> [LoggedEvent] {
    guard let commit = try commit(number, transaction) else {
      throw StoreError(.notFound, "there is no commit \(number)")
    }
    var events: [LoggedEvent] = []
    var position = commit.header.firstPosition
    while position <= commit.header.lastPosition {
      guard let run = try run(at: position, transaction), run.first == position else {
        throw StoreError(.damaged, "the log has no run at position \(position); run verify")
      }
      for (index, event) in run.events.enumerated() {
        events.append(
          LoggedEvent(event: event, position: run.first + UInt64(index), commit: number))
      }
      position = run.last + 1
    }
    return events
  }
}
