internal import ContactModel
internal import LMDB
internal import Synchronization

/// What a store remembers of pasts that were asked for.
struct KnownPasts: Sendable {
  /// The last one that was made.
  var overlay: PastOverlay?
  /// The copies that are open.
  var copies: [PastCopy] = []
  /// Whether one did not fit into its share: then no more are tried.
  var areTooLarge = false
}

extension Store {
  /// Lends the book as it was at a moment to `body`.
  ///
  /// The snapshot answers the same queries as one of the present: it is as if the store had been fed
  /// so far and no further. History, blame and log end there as well. The bytes of photos are kept
  /// by hash and are found whenever they came.
  ///
  /// A record, its memberships and links, its history and blame cost their own events, whatever lies
  /// in between. Lists and searches work on rows: up to ``Options/pastOverlay`` events away from the
  /// present, those of the records changed since are made in memory; further away all rows are made
  /// once from the log and kept in the store's folder `cache/`, which may be deleted at any time.
  ///
  ///     try store.read(asOf: .commit(12)) { try $0.list(.person) }
  ///
  /// - Throws: As ``read(_:)``; ``StoreError`` with code `notFound` for a commit that is not there,
  ///   and for a time before the first commit.
  /// - Complexity: One read transaction. The first list or search: O(events since the moment), or
  ///   once O(events up to it) for a copy.
  public func read<R>(
    asOf moment: Moment, _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    do {
      let snapshot = try beginSnapshot()
      let number = try snapshot.commitNumber(at: moment)
      if number == snapshot.commit { return try body(snapshot) }
      let past = Past(
        head: try snapshot.head(asOf: number), present: snapshot.head, store: self,
        reader: snapshot.reader)
      return try body(snapshot.turned(to: past))
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// How the projections of one head differ from those of another.
  func overlay(
    from base: Head, to target: Head, present: Head, version: UInt64, _ reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws -> PastOverlay {
    let key = PastOverlay.Key(base: base.hash, target: target.hash, version: version)
    if let known = pasts.withLock({ $0.overlay }), known.key == key { return known }
    let overlay = try PastOverlay(
      from: base, to: target, present: present, version: version, reader, transaction)
    pasts.withLock { $0.overlay = overlay }
    return overlay
  }
}

extension Snapshot {
  /// The same transaction, read as of an earlier commit.
  consuming func turned(to past: Past) -> Snapshot {
    Snapshot(
      held: held, reader: reader, head: past.head, indices: indices, orders: orders,
      tables: tables, past: past)
  }

  /// Where the log ended with a commit; without counts and next numbers.
  func head(asOf number: UInt64) throws -> Head {
    var head = Head()
    head.liveSet = self.head.liveSet
    head.projectionVersion = self.head.projectionVersion
    if number == 0 { return head }
    guard let commit = try commit(number) else {
      throw StoreError(.notFound, "there is no commit \(number)")
    }
    head.commit = number
    head.position = commit.header.lastPosition
    head.hash = commit.hash
    head.clock = commit.header.clock
    return head
  }
}
