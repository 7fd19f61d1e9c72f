internal import FileWatch
internal import Synchronization

/// Tells observers of a store what was committed, by whatever process.
///
/// A thread looks at the head when the store's `feed` file is touched, and every second. It runs only
/// while somebody observes.
final class ChangeFeed: Sendable {
  private struct Observer {
    var seen: UInt64
    let body: @Sendable (Commit) -> Void
  }

  private struct State {
    var observers: [UInt64: Observer] = [:]
    var next: UInt64 = 0
    var watch: FileWatch?
  }

  private let state = Mutex(State())
  private static let longestWait: Int32 = 1_000

  func add(
    _ store: Store, after commit: UInt64, _ body: @escaping @Sendable (Commit) -> Void
  ) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = Observer(seen: commit, body: body)
      if state.watch == nil {
        state.watch = FileWatch(
          path: "\(store.path)/feed", atLeastEvery: Self.longestWait
        ) { [weak store] in
          store?.feed.deliver(store)
        }
      }
      return state.next
    }
  }

  func remove(_ number: UInt64) {
    // The watch ends outside the lock.
    let ended = state.withLock { state -> FileWatch? in
      state.observers[number] = nil
      guard state.observers.isEmpty else { return nil }
      defer { state.watch = nil }
      return state.watch
    }
    _ = ended
  }

  /// Hands each observer the commits it has not seen, in order.
  private func deliver(_ store: Store?) {
    guard let store, let head = try? store.read({ $0.commit }) else { return }
    let waiting = state.withLock { $0.observers.filter { $0.value.seen < head } }
    guard let first = waiting.values.map(\.seen).min() else { return }
    for number in first + 1...head {
      guard let commit = try? store.read({ try $0.commit(number) }) else { return }
      for id in waiting.keys.sorted() {
        let body = state.withLock { state -> (@Sendable (Commit) -> Void)? in
          guard let observer = state.observers[id], observer.seen < number else { return nil }
          state.observers[id]?.seen = number
          return observer.body
        }
        // Outside the lock: an observer may end its observation.
        body?(commit)
      }
    }
  }
}
