internal import ContactModel
internal import LMDB

/// A moment of the book's past: as of which commit it is read.
public enum Moment: Sendable, Hashable {
  /// The last commit there is.
  case now
  /// A commit's number; 0: the empty book, before the first one.
  case commit(UInt64)
  /// The last commit made at or before a time, microseconds since 1970 in UTC.
  case time(Int64)
}

extension Snapshot {
  /// The number of the commit that a moment leads to.
  ///
  /// Times are those of the commits' clocks, which rise from commit to commit and have milliseconds.
  ///
  /// - Throws: ``StoreError`` with code `notFound` for a commit that is not there, and for a time
  ///   before the first commit.
  /// - Complexity: O(log *n*), one row.
  public func commitNumber(at moment: Moment) throws -> UInt64 {
    switch moment {
    case .now: return commit
    case .commit(let number):
      guard number <= commit else {
        throw StoreError(
          .notFound, "there is no commit \(number); the last one is commit \(commit)")
      }
      return number
    case .time(let time):
      let number = try commit(atTime: time)
      if number == 0 {
        throw StoreError(.notFound, "the book has no commit at or before that time")
      }
      return number
    }
  }

  /// The last position of a commit: where the log ended then; 0 for commit 0.
  ///
  /// - Throws: ``StoreError`` with code `notFound`.
  func lastPosition(of number: UInt64) throws -> Position {
    if number == 0 { return 0 }
    if number == head.commit { return head.position }
    guard let found = try commit(number) else {
      throw StoreError(.notFound, "there is no commit \(number); the last one is commit \(commit)")
    }
    return found.header.lastPosition
  }
}
