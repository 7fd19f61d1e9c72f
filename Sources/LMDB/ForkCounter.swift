import Glibc
import Synchronization

/// Counts the forks between this process and the one that loaded the library.
///
/// A forked child has the parent's map but not its locks, and must not use the environment.
/// Asking `getpid` at each transaction is a system call, half the cost of a snapshot; a handler
/// that runs in the child makes the check one load.
enum ForkCounter {
  private static let count = Atomic<Int>(0)

  private static let installed: CInt = pthread_atfork(
    nil, nil, { count.add(1, ordering: .relaxed) })

  /// Starts counting; call it before ``current`` matters.
  static func start() -> Int {
    _ = installed
    return current
  }

  static var current: Int { count.load(ordering: .relaxed) }
}
