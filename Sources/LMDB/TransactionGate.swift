import Glibc
import Synchronization

/// Counts live transactions, so that the map is never closed or moved under one.
///
/// `mdb_env_close` unmaps at once, and `mdb_env_set_mapsize` with a live reader returns
/// success and leaves that reader with a dangling pointer. One atomic word holds the count and
/// two flags.
struct TransactionGate: ~Copyable, Sendable {
  private static let closed = 1 << 62
  private static let moving = 1 << 61

  private let state = Atomic<Int>(0)

  /// Enters; `false` after ``close()``.
  ///
  /// Waits while the map is being moved.
  func enter() -> Bool {
    var old = state.load(ordering: .relaxed)
    while true {
      if old & Self.closed != 0 { return false }
      if old & Self.moving != 0 {
        sched_yield()
        old = state.load(ordering: .relaxed)
        continue
      }
      let (done, current) = state.weakCompareExchange(
        expected: old, desired: old + 1, ordering: .acquiring)
      if done { return true }
      old = current
    }
  }

  /// Leaves; `true` for the last one out after ``close()``, who must close the environment.
  func leave() -> Bool {
    state.subtract(1, ordering: .acquiringAndReleasing).newValue == Self.closed
  }

  /// Lets nobody in any more; `true` where the caller must close the environment now.
  ///
  /// With transactions live the last one to leave does. Once only: a second call is `false`.
  func close() -> Bool {
    var old = state.load(ordering: .relaxed)
    while old & Self.closed == 0 {
      let wanted = old & Self.moving == 0
      if !wanted { sched_yield() }
      let (done, current) = state.compareExchange(
        expected: old, desired: wanted ? old | Self.closed : old,
        ordering: .acquiringAndReleasing)
      if done && wanted { return old == 0 }
      old = current
    }
    return false
  }

  /// Runs `body` while no transaction is live; `false` when there was none such moment.
  func withoutTransactions(_ body: () -> Void) -> Bool {
    guard
      state.compareExchange(expected: 0, desired: Self.moving, ordering: .acquiring).exchanged
    else { return false }
    body()
    state.bitwiseAnd(~Self.moving, ordering: .releasing)
    return true
  }
}
