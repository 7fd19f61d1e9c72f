internal import ContactModel
internal import FileSystem
internal import LMDB
internal import Pages

/// The file of a store, read without LMDB: tables by name, and rows as they are stored.
///
/// Everything is thrown as ``LogFault`` of kind `damaged` that names the page, but for failures of the
/// disk.
struct StoreFile {
  let pages: PageFile
  private let trees: [String: PageTree]

  /// Opens a file and walks the table of tables.
  init(path: String) throws {
    pages = try Self.reading { () throws(PageFault) in try PageFile(path: path) }
    let pages = pages
    let tables = try Self.reading { () throws(PageFault) in try pages.tables() }
    trees = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.tree) })
    if Self.names.allSatisfy({ trees[$0] == nil }) {
      throw StoreError(.notAStore, "the database is not a ContactLog store")
    }
    for name in Self.names where trees[name] == nil {
      throw LogFault(kind: .damaged, commit: 0, reason: "the file has no table \(name)")
    }
  }

  /// The names of all tables.
  static let names =
    Tables.logNames
    + Tables.setNames.flatMap { set in Tables.Projections.names.map { "\($0).\(set)" } }

  /// The tree of a table.
  func tree(_ table: String) throws -> PageTree {
    guard let tree = trees[table] else {
      throw LogFault(kind: .damaged, commit: 0, reason: "the file has no table \(table)")
    }
    return tree
  }

  /// How many rows a table has.
  func count(_ table: String) throws -> UInt64 { try tree(table).rowCount }

  /// A cursor in front of a table's first row; the pages are noted as used once for each table.
  func rows(_ table: String, marks: Bool) throws -> FileRows {
    FileRows(table: table, cursor: PageCursor(try tree(table), in: pages, marks: marks))
  }

  /// Where a key belongs, and how long its value is; see `PageFile.find`.
  func find(
    _ key: Span<UInt8>, in table: String
  ) throws -> (page: UInt64, valueCount: Int?)? {
    let tree = try tree(table)
    do {
      return try pages.find(key, in: tree)
    } catch {
      throw Self.fault(error)
    }
  }

  /// Walks a table of which nothing is read, for the form of its pages.
  func check(_ table: String) throws {
    var rows = try rows(table, marks: true)
    while try rows.next() {}
  }

  /// Checks the list of free pages, after all tables were walked.
  func checkFreeList() throws {
    let pages = pages
    try Self.reading { () throws(PageFault) in try pages.checkFreeList() }
  }

  static func reading<R>(_ body: () throws(PageFault) -> R) throws -> R {
    do {
      return try body()
    } catch {
      throw fault(error)
    }
  }

  /// A fault of a page as one of the log; of the disk as an error of the store.
  static func fault(_ error: PageFault) -> any Error {
    if error.systemError != 0 {
      return StoreError(.io, "reading the store's file failed (error \(error.systemError))")
    }
    return LogFault(kind: .damaged, commit: 0, reason: error.reason, page: error.page)
  }
}

/// The rows of one table of a file, from first to last.
struct FileRows: ~Copyable {
  let table: String
  private var cursor: PageCursor

  init(table: String, cursor: consuming PageCursor) {
    self.table = table
    self.cursor = cursor
  }

  /// The page of the row.
  var page: UInt64 { cursor.page }

  var key: Span<UInt8> {
    @_lifetime(borrow self)
    get { cursor.key }
  }

  /// The value as stored, with its checksum.
  var stored: Span<UInt8> {
    @_lifetime(borrow self)
    get { cursor.value }
  }

  /// Goes to the next row; `false` behind the last.
  mutating func next() throws -> Bool {
    do {
      return try cursor.next()
    } catch {
      throw StoreFile.fault(error)
    }
  }

  /// Hands the row's value without its checksum to `body`.
  ///
  /// - Throws: ``LogFault`` where the checksum differs; what `body` throws of damage is one too.
  func open<R>(_ commit: UInt64 = 0, _ body: (Span<UInt8>) throws -> R) throws -> R {
    do {
      return try checking(commit) { try body(try Seal.open(key, stored, named: table)) }
    } catch let fault as LogFault {
      guard fault.kind == .damaged else { throw fault }
      // What a reader is told to do is being done.
      let advice = "; run verify"
      let reason =
        fault.reason.hasSuffix(advice) ? fault.reason.dropLast(advice.count) : fault.reason[...]
      throw LogFault(
        kind: .damaged, commit: commit, reason: String(reason), page: fault.page ?? page)
    }
  }
}
