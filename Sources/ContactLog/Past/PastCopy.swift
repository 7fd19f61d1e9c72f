internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB

/// The projections of records as of an earlier commit, in an environment of their own in the store's
/// folder `cache/`.
///
/// Follows from the log and may be deleted at any time. Layout: docs/format.md, "Copies of the past".
final class PastCopy: Sendable {
  /// Its folder's name.
  let name: String
  /// Where the log ended then; without next numbers.
  let head: Head
  let environment: Environment
  let tables: Tables.Projections

  /// A snapshot of the copy; nothing writes to it, so all are the same.
  final class Reading {
    let copy: PastCopy
    let held: HeldRead

    init(_ copy: PastCopy) throws(LMDBError) {
      self.copy = copy
      held = try copy.environment.beginReading()
    }
  }

  func reading() throws(LMDBError) -> Reading { try Reading(self) }

  private static let key = KeyBuffer(name: "copy")
  private static let format: UInt64 = 1

  /// The name of the folder for a head.
  static func name(_ head: Head) -> String {
    "asof-\(head.commit)-\(Hex.string(head.hash.bytes.prefix(8)))"
  }

  /// The commit and the beginning of its hash that a folder's name says; `nil`: it is no copy.
  static func parse(_ name: String) -> (commit: UInt64, hash: [UInt8])? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "asof", let commit = UInt64(parts[1]),
      let hash = Hex.bytes(parts[2]), hash.count == 8
    else { return nil }
    return (commit, hash)
  }

  private init(name: String, head: Head, environment: Environment, tables: Tables.Projections) {
    self.name = name
    self.head = head
    self.environment = environment
    self.tables = tables
  }

  /// Opens a copy after comparing every byte of its file with its checksum: LMDB asserts on some kinds
  /// of damage, and a copy shall never end the process.
  ///
  /// - Returns: `nil` when it is not what was written, or of other functions.
  /// - Complexity: O(bytes of its file).
  static func open(
    _ path: String, name: String, of target: Head, book: [UInt8], version: UInt64,
    options: Environment.Options
  ) throws -> PastCopy? {
    guard try File.read("\(path)/sum", limit: 64) == sum(of: path) else { return nil }
    var options = options
    options.readOnly = true
    // Nothing grows: the map need not be larger than the file, which LMDB sees to.
    options.mapSize = min(options.mapSize, 1 << 30)
    let environment = try Environment.open(directory: path, options: options)
    do {
      let (meta, tables) = try Tables.Projections.open(environment, create: false)
      let held = try environment.beginReading()
      let head = try head(meta, book, version, held.transaction)
      guard let head, head.commit == target.commit, head.hash == target.hash else {
        environment.close()
        return nil
      }
      return PastCopy(name: name, head: head, environment: environment, tables: tables)
    } catch {
      environment.close()
      throw error
    }
  }

  /// What a copy is of; `nil` when it is not of this book and these functions.
  private static func head(
    _ meta: Table, _ book: [UInt8], _ version: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> Head? {
    let isMine = try value(key, in: meta, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try decoder.array() == 2 && decoder.unsigned() == format && decoder.data() == book
    }
    guard isMine == true else { return nil }
    let head = try value(Head.key, in: meta, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try Head(&decoder)
    }
    return head?.projectionVersion == version ? head : nil
  }

  private static func value<R>(
    _ key: borrowing KeyBuffer, in table: Table, _ transaction: borrowing ReadTransaction,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    guard let stored = try transaction.value(for: key.span, in: table) else { return nil }
    return try body(try Seal.open(key.span, stored, table))
  }

  /// The SHA-256 of a copy's file.
  private static func sum(of path: String) throws -> [UInt8] {
    var file = try FileReader(path: "\(path)/data.mdb")
    var hasher = SHA256Hasher()
    var bytes: [UInt8] = []
    while try file.read(into: &bytes) { hasher.update(bytes.span) }
    return ContentHash(hasher.finish()).bytes
  }

  /// Notes what an environment is of: the last thing that is written into it.
  static func finish(
    _ environment: Environment, _ meta: Table, head: Head, book: [UInt8]
  ) throws {
    try environment.write { transaction in
      var encoder = CBOREncoder()
      encoder.array(2)
      encoder.unsigned(format)
      encoder.data(book)
      try transaction.put(key, sealing: encoder.bytes, in: meta)
      encoder = CBOREncoder()
      head.encode(to: &encoder)
      try transaction.put(Head.key, sealing: encoder.bytes, in: meta)
    }
  }

  /// Writes the checksum beside a file that was closed.
  static func seal(_ path: String) throws {
    try File.write(sum(of: path), toNewFile: "\(path)/sum")
  }
}

extension Tables.Projections {
  /// Opens one set alone, with a table for what it is of.
  static func open(
    _ environment: Environment, create: Bool
  ) throws(LMDBError) -> (meta: Table, tables: Tables.Projections) {
    let tables = try environment.openTables(["meta"] + names, create: create)
    return (tables[0], Tables.Projections(Array(tables[1...])))
  }
}
