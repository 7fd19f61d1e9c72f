import CLMDB
import Synchronization

/// Read transactions that ended and can be renewed.
///
/// They hold a reader slot each, but no snapshot.
final class IdleReads: Sendable {
  /// More than a few are never in use at once.
  private static let most = 8

  /// Handles as numbers: one is in the list only while nobody uses it.
  private let handles = Mutex<(list: [UInt], isClosed: Bool)>(([], false))

  /// Takes one out.
  func take() -> OpaquePointer? {
    guard let number = handles.withLock({ $0.list.popLast() }) else { return nil }
    // Sound: the number is that of a handle which was put in and not aborted since.
    return unsafe OpaquePointer(bitPattern: number)
  }

  /// Puts one in; `false` when it must be aborted instead.
  func give(_ handle: OpaquePointer) -> Bool {
    let number = UInt(bitPattern: handle)
    return handles.withLock {
      guard !$0.isClosed, $0.list.count < Self.most else { return false }
      $0.list.append(number)
      return true
    }
  }

  /// Aborts all, before the environment is closed.
  func close() {
    handles.withLock { $0.isClosed = true }
    while let handle = unsafe take() { unsafe mdb_txn_abort(handle) }
  }
}
