import CommandLineTool
import ContactLog
import ContactModel

/// A store as a reading command sees it: now, or as of the moment of `--as-of`.
///
/// All snapshots of one run are of the same commit where a moment was given.
struct BookReading {
  /// The store itself, for what has no past.
  let store: Store
  /// The commit of `--as-of`; `nil`: always the last one.
  let commit: UInt64?

  /// The option of every command that reads.
  static let option = OptionSpec(
    "as-of", value: MomentInput.placeholder,
    "As it was after a commit or at a time (see 'contactlog help times')")

  /// Lends a snapshot.
  func read<R>(_ body: (borrowing Snapshot) throws -> R) throws -> R {
    guard let commit else { return try store.read(body) }
    return try store.read(asOf: .commit(commit), body)
  }

  /// The store's settings, which have no past.
  func settings() throws -> Settings { try store.settings() }
}

extension Context {
  /// Opens the store for reading, as of `--as-of` where that is given.
  ///
  /// - Throws: ``Failure`` with code `nothingFound` for a commit that is not there and a time before
  ///   the first one, `usage` for what is neither.
  func openReading() throws -> BookReading {
    let moment = try line.option("as-of").map { try self.moment($0) }
    let store = try openStore()
    return BookReading(
      store: store, commit: try moment.map { moment in try commitNumber(of: moment, in: store) })
  }

  /// The commit that a moment means.
  func commitNumber(of moment: MomentInput, in store: Store) throws -> UInt64 {
    try store.read { try moment.commitNumber(in: $0) }
  }
}
