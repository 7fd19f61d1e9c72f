import CLMDB

/// A read transaction that its holder ends by letting go of it.
///
/// For a type that offers its own reading functions over one snapshot. Keep it short: an old
/// snapshot keeps pages from being reused. The corresponding C functions are `mdb_txn_begin` with
/// `MDB_RDONLY` and `mdb_txn_abort`.
@safe public struct HeldRead: ~Copyable {
  /// The snapshot.
  public let transaction: ReadTransaction
  private let environment: Environment

  fileprivate init(_ environment: Environment, handle: OpaquePointer) {
    self.environment = environment
    transaction = unsafe ReadTransaction(handle: handle)
  }

  deinit {
    unsafe environment.endRead(transaction.handle)
  }
}

// Bound to the scope that holds it, like the transaction in it.
@available(*, unavailable)
extension HeldRead: Sendable {}

extension Environment {
  /// Begins a snapshot of the last commit that lives until it is let go.
  ///
  /// - Throws: As ``read(_:)``.
  public func beginReading() throws(LMDBError) -> HeldRead {
    unsafe HeldRead(self, handle: try beginRead())
  }
}
