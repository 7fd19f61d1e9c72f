internal import FileSystem

extension Store {
  /// Takes what another store gets, commit after commit, until it is told to stop.
  ///
  /// Looks at the other store's head ten times a second, in a short snapshot each time.
  ///
  /// - Parameters:
  ///   - source: The store to follow; other processes write to it.
  ///   - end: Where to stop by itself; a time ends it with the first commit made later.
  ///   - shouldStop: Asked before each look and after each commit.
  ///   - applied: Told how many commits were taken, each time there were some.
  /// - Returns: The first thing wrong with the source's log; `nil`: it was stopped.
  /// - Throws: As ``catchUp(with:to:progress:shouldStop:)``.
  public func follow(
    _ source: Store, to end: ReplayEnd? = nil, until shouldStop: () -> Bool,
    applied: (UInt64) throws -> Void
  ) throws -> LogFault? {
    do {
      while !shouldStop() {
        let (commit, known) = (try source.head().commit, try head().commit)
        if case .commit(let last)? = end, known >= last { return nil }
        if commit == known {
          Clock.pause(milliseconds: 100)
          continue
        }
        let (count, outcome) = try withoutActuallyEscaping(shouldStop) { shouldStop in
          try takeNew(from: .store(source), to: end, { _, _ in }, shouldStop)
        }
        if count > 0 { try applied(count) }
        if let fault = outcome.fault { return fault }
        if outcome.reachedEnd { return nil }
      }
      return nil
    } catch {
      throw StoreError.translating(error)
    }
  }
}
