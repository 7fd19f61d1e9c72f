import CommandLineTool
import ContactLog
import ContactModel
import Terminal

/// A moment of the book's past as it is typed: COMMIT or TIME.
enum MomentInput: Hashable {
  /// `head`: the last commit.
  case head
  /// A commit's number.
  case commit(UInt64)
  /// A time, with what was typed.
  case time(TimeSpan, text: String)

  /// How help writes the place of one.
  static let placeholder = "COMMIT|TIME"

  /// Reads a commit's number, `head`, or a time as ``TimeSpan`` reads it.
  ///
  /// A pure function of its arguments.
  ///
  /// - Parameter now: Microseconds since 1970, UTC.
  /// - Throws: ``Failure`` with code `usage`.
  init(_ text: String, now: Int64, zone: Zone) throws(Failure) {
    if text.lowercased() == "head" {
      self = .head
    } else if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A number too large for any log is one of no commit.
      self = .commit(UInt64(text) ?? .max)
    } else {
      do {
        self = .time(try TimeSpan(text, now: now, zone: zone), text: text)
      } catch {
        throw Failure(
          .usage,
          "'\(text)' is neither a commit nor a time: \(error.reason); or write a commit's"
            + " number, or head")
      }
    }
  }

  /// The moment that the library knows; of a time that has a length it is the end.
  var moment: Moment {
    switch self {
    case .head: .now
    case .commit(let number): .commit(number)
    case .time(let span, _): .time(span.end)
    }
  }

  /// The commit that is meant.
  ///
  /// - Throws: ``Failure`` with code `nothingFound` for a commit that is not there, and for a time
  ///   before the first one.
  func commitNumber(in snapshot: borrowing Snapshot) throws -> UInt64 {
    do {
      return try snapshot.commitNumber(at: moment)
    } catch let error as StoreError where error.code == .notFound {
      guard case .time(let span, let text) = self else {
        throw Failure(.nothingFound, error.reason)
      }
      guard let first = try snapshot.commit(1) else {
        throw Failure(.nothingFound, "the book has no commit yet, so none by '\(text)'")
      }
      throw Failure(
        .nothingFound,
        "nothing was saved by '\(text)' (\(TimeView.local(span.end))); the first commit was made at"
          + " \(TimeView.local(first.header.time))")
    }
  }
}

extension Context {
  /// Reads a time against this machine's clock and time zone.
  ///
  /// - Throws: ``Failure`` with code `usage`.
  func time(_ text: String) throws(Failure) -> TimeSpan {
    do {
      return try TimeSpan(text, now: WallClock.microseconds(), zone: .local)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// Reads a moment against this machine's clock and time zone.
  ///
  /// - Throws: ``Failure`` with code `usage`.
  func moment(_ text: String) throws(Failure) -> MomentInput {
    try MomentInput(text, now: WallClock.microseconds(), zone: .local)
  }
}
