/// An observation of a store; ends when it is cancelled or let go.
public final class ChangeObservation: Sendable {
  private let feed: ChangeFeed
  private let number: UInt64

  init(feed: ChangeFeed, number: UInt64) {
    self.feed = feed
    self.number = number
  }

  /// Ends the observation.
  ///
  /// Safe to call twice, and from inside the observer; a call that is under way on another thread may
  /// still go on.
  public func cancel() { feed.remove(number) }

  deinit { cancel() }
}

extension Store {
  /// Calls `body` with each commit from now on, whichever process made it, this one included.
  ///
  /// Each commit once and in order, on a thread of the store's own; what was committed while the
  /// process stood still is made up for. Usually within milliseconds, and within a second where the
  /// system has no file watches left. Ends when the result is let go, or the store.
  ///
  /// - Parameter commit: Begins behind this commit; `nil`: the last one.
  /// - Throws: As ``read(_:)``.
  /// - Complexity: One read transaction every second, and one for each commit.
  public func observeChanges(
    after commit: UInt64? = nil, _ body: @escaping @Sendable (Commit) -> Void
  ) throws -> ChangeObservation {
    let start = try commit ?? read { $0.commit }
    return ChangeObservation(feed: feed, number: feed.add(self, after: start, body))
  }

  /// The commits from now on, whichever process made them: a new sequence with each call.
  ///
  /// As ``observeChanges(after:_:)``; commits that are not taken yet wait in memory. Ends with the
  /// task that iterates, and is empty where the store cannot be read.
  ///
  ///     for await commit in store.changes { print(commit.number, commit.header.author) }
  public var changes: AsyncStream<Commit> {
    AsyncStream { continuation in
      do {
        let observation = try observeChanges { continuation.yield($0) }
        continuation.onTermination = { _ in observation.cancel() }
      } catch {
        continuation.finish()
      }
    }
  }
}
