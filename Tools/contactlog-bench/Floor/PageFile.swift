import Foundation

/// Reads the pages of a `data.mdb` from outside, without LMDB: the two snapshots of its meta pages.
///
/// LMDB never overwrites a page of the last two commits (mdb.c: pages freed by a transaction wait
/// until no snapshot needs them), so right after a commit the file holds the state before it and
/// the state after it, whole. Offsets are those of `MDB_page`, `MDB_node`, `MDB_db` and `MDB_meta` of
/// LMDB 0.9 on a 64-bit little-endian machine.
struct PageFile {
  /// The root of a table's tree and its height; `root` is `nil` when the table is empty.
  struct Tree: Equatable {
    var root: UInt64?
    var depth: Int
  }

  /// One committed state: the trees by table name.
  struct Snapshot {
    var transaction: UInt64
    var trees: [String: Tree]
  }

  static let pageSize = 4096
  private static let noPage = UInt64.max

  private let data: Data

  /// Maps the file as it is now.
  init(path: String) throws {
    data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    guard data.count >= 2 * Self.pageSize else { throw BenchError("\(path) is too short") }
  }

  /// The bytes of a page, `count` pages long.
  private func withPage<R>(_ number: UInt64, count: Int = 1, _ body: (Span<UInt8>) throws -> R)
    throws -> R
  {
    let start = Int(number) * Self.pageSize
    guard start + count * Self.pageSize <= data.count else {
      throw BenchError("page \(number) lies beyond the end of the file")
    }
    return try body(data.span.extracting(start..<start + count * Self.pageSize))
  }
}

// MARK: - Snapshots

extension PageFile {
  /// The two states in the file, the older one first.
  func snapshots() throws -> [Snapshot] {
    try [0, 1].map { try snapshot(meta: $0) }.sorted { $0.transaction < $1.transaction }
  }

  /// The state of the last commit.
  func newest() throws -> Snapshot {
    guard let newest = try snapshots().last else { throw BenchError("no meta page") }
    return newest
  }

  /// The number of a store's last transaction; the difference of two says how many there were.
  static func lastTransaction(of store: String) throws -> Int {
    Int(try PageFile(path: "\(store)/data.mdb").newest().transaction)
  }

  private func snapshot(meta page: UInt64) throws -> Snapshot {
    // Behind the page's header: magic, version, address, size, then the trees of the free list and of
    // the table of tables, the last page, the transaction.
    let (main, transaction) = try withPage(page) { bytes in
      (Self.tree(bytes, at: 16 + 24 + 48), OperationCodec.little(bytes, 16 + 24 + 96 + 8, 8))
    }
    var trees: [String: Tree] = [:]
    var walk = try Walk(file: self, tree: main)
    while let row = try walk.next() {
      trees[String(decoding: row.key, as: UTF8.self)] = Self.tree(row.value.span, at: 0)
    }
    return Snapshot(transaction: transaction, trees: trees)
  }

  /// An `MDB_db`: pad, flags, depth, three counts of pages, entries, root.
  private static func tree(_ bytes: Span<UInt8>, at offset: Int) -> Tree {
    let root = OperationCodec.little(bytes, offset + 40, 8)
    return Tree(
      root: root == noPage ? nil : root, depth: Int(OperationCodec.little(bytes, offset + 6, 2)))
  }
}

// MARK: - Pages

extension PageFile {
  /// A stored row.
  struct Row: Equatable {
    var key: [UInt8]
    var value: [UInt8]
  }

  /// The pages below a branch page, from left to right.
  func children(of branch: UInt64) throws -> [UInt64] {
    try withPage(branch) { page in
      guard page[10] & 0x01 != 0 else { throw BenchError("page \(branch) is not a branch") }
      return Self.nodes(of: page).map { node in
        OperationCodec.little(page, node, 4) | OperationCodec.little(page, node + 4, 2) << 32
      }
    }
  }

  /// The rows of a leaf page, in order, with values that lie on overflow pages.
  func rows(of leaf: UInt64) throws -> [Row] {
    try withPage(leaf) { page in
      guard page[10] & 0x02 != 0 else { throw BenchError("page \(leaf) is not a leaf") }
      return try Self.nodes(of: page).map { node in
        let size = Int(OperationCodec.little(page, node, 4))
        let isBig = page[node + 4] & 0x01 != 0
        let keyEnd = node + 8 + Int(OperationCodec.little(page, node + 6, 2))
        let value =
          isBig
          ? try bigValue(page: OperationCodec.little(page, keyEnd, 8), size: size)
          : Self.array(page.extracting(keyEnd..<keyEnd + size))
        return Row(key: Self.array(page.extracting(node + 8..<keyEnd)), value: value)
      }
    }
  }

  private func bigValue(page: UInt64, size: Int) throws -> [UInt8] {
    let pages = (16 + size + Self.pageSize - 1) / Self.pageSize
    return try withPage(page, count: pages) { Self.array($0.extracting(16..<16 + size)) }
  }

  /// The offsets of a page's nodes.
  private static func nodes(of page: Span<UInt8>) -> [Int] {
    let count = (Int(OperationCodec.little(page, 12, 2)) - 16) / 2
    return (0..<count).map { Int(OperationCodec.little(page, 16 + 2 * $0, 2)) }
  }

  private static func array(_ span: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: span.count) { bytes in
      for index in 0..<span.count { bytes.append(span[index]) }
    }
  }

  /// All rows of a tree, from left to right.
  struct Walk {
    private let file: PageFile
    private var pending: [(page: UInt64, height: Int)] = []
    private var rows: ArraySlice<Row> = []

    init(file: PageFile, tree: Tree) throws {
      self.file = file
      if let root = tree.root { pending = [(root, tree.depth)] }
    }

    mutating func next() throws -> Row? {
      while rows.isEmpty {
        guard let (page, height) = pending.popLast() else { return nil }
        if height == 1 {
          rows = try file.rows(of: page)[...]
        } else {
          pending += try file.children(of: page).reversed().map { ($0, height - 1) }
        }
      }
      return rows.removeFirst()
    }
  }
}
