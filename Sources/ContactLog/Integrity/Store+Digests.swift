public import ContactModel
internal import Hashing
internal import LMDB

extension Store {
  /// A digest for each projection: equal digests, equal bytes.
  ///
  /// Two stores with the same log have the same digests, on any machine with the same Unicode
  /// tables. Of the sorted lists only the root locale's take part; others are a store's setting.
  /// Where a process with other tables wrote last, the digests of the sorted lists and of the words
  /// are zero until a process with these tables writes or prepares an order.
  public func digests() throws -> [(name: String, digest: ContentHash)] {
    try read { snapshot in
      try snapshot.reader.digests(
        snapshot.indices, set: snapshot.head.liveSet, snapshot.held.transaction)
    }
  }
}

extension RowReader {
  /// SHA-256 over the rows of each projection, in order of key.
  func digests(
    _ indices: Indices, set: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [(name: String, digest: ContentHash)] {
    let projections = tables.projections[set]
    let editions = try editions(set: set, transaction)
    return try zip(Tables.Projections.names, projections.all).map { name, table in
      let hasher = DigestHasher(name, indices, editions)
      try transaction.scan(table, from: nil) { key, value in
        hasher.add(key, value)
        return true
      }
      return (name, hasher.finish())
    }
  }
}

/// The digest of a projection: docs/format.md, "Digests".
///
/// Of orders and words those editions that these indices make, without their numbers, which differ from
/// store to store; zero where it was left behind, or where only other editions are there. Rows of no
/// edition at all take part, so that none can be slipped in.
final class DigestHasher {
  private let name: String
  /// The edition whose rows take part, of a table that has editions.
  let edition: UInt8?
  /// The editions that the table has, of any process.
  let known: Set<UInt8>
  private var hasher = SHA256Hasher()
  private var buffer = KeyBuffer()

  init(_ name: String, _ indices: Indices, _ editions: [Edition]) {
    self.name = name
    let spec = name == "order" ? indices.orders.first?.spec : indices.words.spec
    edition = editions.first { $0.spec == spec && $0.state == .current }?.id
    known = Set(editions.filter { $0.spec.kind == spec?.kind }.map(\.id))
  }

  var hasEditions: Bool { name == "order" || name == "words" }

  func add(_ key: Span<UInt8>, _ value: Span<UInt8>) {
    guard hasEditions else { return append(key, value) }
    if key.count <= 2 {
      if name != "order" || key[0] != OrderKey.editions { append(key, value) }
    } else if key[0] == edition {
      append(key.extracting(1...), value.extracting(..<0))
    } else if name == "order", key.count > 2, key[0] == 0xFF, key[1] == 0xFF {
      append(key, value)
    } else if name == "order", key[0] == OrderKey.counts {
      let counts = max(0, value.count - Seal.byteCount)
      if key[1] == edition {
        append(key.extracting(2...), value.extracting(first: counts))
      } else if !known.contains(key[1]) {
        append(key, value)
      }
    } else if !known.contains(key[0]) {
      append(key, value)
    }
  }

  private func append(_ key: Span<UInt8>, _ value: Span<UInt8>) {
    for count in [key.count, value.count] {
      buffer.append(UInt8(count >> 16 & 255))
      buffer.append(UInt16(count & 0xFFFF))
    }
    buffer.append(contentsOf: key)
    buffer.append(contentsOf: value)
    if buffer.count > 1 << 16 { flush() }
  }

  private func flush() {
    hasher.update(buffer.span)
    buffer.removeAll()
  }

  func finish() -> ContentHash {
    flush()
    let isLeftBehind = hasEditions && edition == nil && !known.isEmpty
    return isLeftBehind ? .zero : ContentHash(hasher.finish())
  }
}
