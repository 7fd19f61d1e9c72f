internal import ContactModel
internal import FileSystem
internal import LMDB
internal import Synchronization

/// A book of contacts on disk: an append-only log of events and the indices that follow from it.
///
/// Reading goes through ``read(_:)``, changing through a ``Session``. One store object may be used
/// from any number of threads; a process opens a store once, other processes may have it open too.
///
///     let store = try Store.open(at: path)
///     let session = store.session(author: "ada", program: "example")
///     let person = try session.createPerson()
///     try session.set(.firstName, of: person, to: "Ada")
///     try session.save()
public final class Store: Sendable {
  /// The folder.
  public let path: String
  /// The book's id, 32 hexadecimal digits; replay keeps it.
  public let book: String
  /// The store's own id, 32 hexadecimal digits.
  public let instance: String
  /// How the store was opened.
  public let options: Options

  /// How to open a store.
  public struct Options: Sendable, Hashable {
    /// How long a save waits for another writer.
    public var waiting: Duration = .seconds(5)
    /// Kinds of file system to accept although they are refused by default, such as `overlayfs`.
    public var allowedFileSystems: Set<String> = []
    /// The most the file may grow to.
    ///
    /// Sparse: the file takes only what it uses.
    public var mapSize = 64 << 30
    /// How many events away from the present a past's lists and searches are made in memory;
    /// further away the rows are made once and kept in `cache/`.
    public var pastOverlay = 20_000
    /// The most that `cache/` may take, as a percentage of the store's file; 0: nothing is kept.
    public var pastShare = 100
    /// How many bytes of events a replay into a new store collects before it writes them.
    package var replayChunk = 32 << 20

    /// Whether saves leave the sorted lists and the words of names behind, for taking in very many
    /// people at once.
    ///
    /// Until the next save without this option, or ``Store/prepareOrder(for:)``, lists and searches by
    /// name read every record.
    public var postponesOrders = false
    /// What to sort and fold with; the toolchain's tables unless a test pretends to be another's.
    var unicodeTables = UnicodeTables()

    /// The usual way.
    public init() {}

    /// A transaction clears a place for every table there could be, so there are few to spare.
    var environment: Environment.Options {
      Environment.Options(mapSize: mapSize, maxTables: 32)
    }
  }

  let identity: Identity
  let lock: StoreLock
  private let state: Mutex<Opened>
  /// The head as of a transaction: many reads see the same commit.
  private let lastHead = Mutex<(transaction: Int, environment: ObjectIdentifier, head: Head)?>(nil)
  /// Orders made in memory, where the store keeps none.
  let orders = MemoryOrders()
  /// Saves waiting for the one that leads; see `Store+Commit`.
  let queue = Mutex<[CommitRequest]>([])
  let leading = Mutex<Void>(())
  /// Pasts that were asked for; see `Store+Past`.
  let pasts = Mutex(KnownPasts())
  let copying = Mutex<Void>(())
  /// Who is told of commits.
  let feed = ChangeFeed()
  /// Whether the files could not be opened again after the disk failed; see `mend()`.
  let isBroken = Mutex(false)

  /// What a reopening after a failed disk replaces, and what settings change.
  struct Opened: Sendable {
    var environment: Environment
    var reader: RowReader
    var indices: Indices
  }

  init(
    path: String, identity: Identity, lock: StoreLock, opened: Opened, options: Options
  ) {
    self.path = path
    self.identity = identity
    self.lock = lock
    self.options = options
    book = Hex.string(identity.book)
    instance = Hex.string(identity.instance)
    state = Mutex(opened)
  }

  /// Closes the files.
  ///
  /// Safe to call twice; everything else throws `closed` afterwards.
  public func close() {
    for copy in pasts.withLock({ $0.copies }) { copy.environment.close() }
    isBroken.withLock { $0 = false }
    opened.environment.close()
    lock.leaveProcess()
  }

  /// The environment, tables and indices of now.
  var opened: Opened { state.withLock { $0 } }

  /// Replaces what ``opened`` gives.
  func replace(_ update: (inout Opened) throws -> Void) rethrows {
    try state.withLock { try update(&$0) }
  }

  /// The indices for the locales of now: another process may have changed the settings.
  func indices(
    _ opened: Opened, _ transaction: borrowing ReadTransaction
  ) throws -> Indices {
    let locales = try opened.reader.settings(transaction).locales
    if opened.indices.isFor(locales) { return opened.indices }
    let indices = try Indices(
      locales: locales, options.unicodeTables, postpones: options.postponesOrders)
    replace { $0.indices = indices }
    return indices
  }

  /// Lends a consistent snapshot of the last commit to `body`.
  ///
  /// Keep it short: pages that a snapshot can see are not reused, so the file grows meanwhile.
  ///
  /// - Throws: ``StoreError`` with code `closed`, `busy` (no reader slot), `damaged`; and what
  ///   `body` throws.
  /// - Complexity: One read transaction; never waits for a writer.
  public func read<R>(_ body: (borrowing Snapshot) throws -> R) throws -> R {
    do {
      return try body(beginSnapshot())
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Begins a snapshot of the last commit.
  func beginSnapshot() throws -> Snapshot {
    try mend()
    let opened = self.opened
    let held = try opened.environment.beginReading()
    let head = try self.head(opened, held.transaction)
    return Snapshot(
      held: held, reader: opened.reader, head: head, indices: opened.indices, orders: orders,
      tables: options.unicodeTables)
  }

  /// Where the log ends, as a transaction sees it; read once for each commit.
  private func head(
    _ opened: Opened, _ transaction: borrowing ReadTransaction
  ) throws -> Head {
    let number = transaction.id
    let environment = ObjectIdentifier(opened.environment)
    if let last = lastHead.withLock({ $0 }), last.transaction == number,
      last.environment == environment
    {
      return last.head
    }
    let head = try opened.reader.head(transaction)
    lastHead.withLock { $0 = (number, environment, head) }
    return head
  }
}
