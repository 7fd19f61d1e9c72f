internal import CLMDB

/// A named table of one environment; open it once, at start.
///
/// Valid until the environment is closed, and only in that environment's transactions. The
/// corresponding C type is `MDB_dbi`.
public struct Table: Sendable, Hashable {
  /// The name under which the table is stored.
  public let name: String

  let dbi: MDB_dbi
}
