import Foundation
import LMDB
import TestSupport
import Testing

@testable import Pages

/// Files that LMDB wrote, read without it.
@Suite(.temporaryDirectory) struct PageWalkTests {
  let path = TemporaryDirectory.path
  let file: String

  init() throws {
    file = path + "/data.mdb"
    let environment = try Environment.create(directory: path)
    defer { environment.close() }
    let tables = try environment.openTables(["empty", "many", "big"], create: true)
    // Several commits, so that there are free pages too.
    for round in 0..<6 {
      try environment.write { transaction in
        for number in 0..<2_000 {
          var key = KeyBuffer()
          key.append(UInt32((number * 7 + round) % 9_001))
          let value = [UInt8](repeating: UInt8(number % 251), count: number % 90)
          try transaction.put(key.span, value.span, in: tables[1])
        }
        for number in 0..<6 as Range<UInt8> {
          let value = [UInt8](repeating: number, count: 1_000 * Int(number) * (round + 1))
          try transaction.put([number].span, value.span, in: tables[2])
        }
      }
    }
  }

  private func rows(_ tree: PageTree, _ pages: PageFile) throws -> [[[UInt8]]] {
    var cursor = PageCursor(tree, in: pages, marks: true)
    var rows: [[[UInt8]]] = []
    while try cursor.next() { rows.append([copy(cursor.key), copy(cursor.value)]) }
    return rows
  }

  private func copy(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }

  @Test func `every row is read as LMDB reads it`() throws {
    let pages = try PageFile(path: file)
    let trees = try pages.tables()
    #expect(trees.map(\.name) == ["big", "empty", "many"])
    let environment = try Environment.open(directory: path)
    defer { environment.close() }
    let tables = try environment.openTables(trees.map(\.name), create: false)
    for (table, tree) in zip(tables, trees) {
      var wanted: [[[UInt8]]] = []
      try environment.read { (transaction: borrowing ReadTransaction) in
        try transaction.scan(table, from: nil) {
          wanted.append([copy($0), copy($1)])
          return true
        }
      }
      #expect(try rows(tree.tree, pages) == wanted)
      #expect(tree.tree.rowCount == UInt64(wanted.count))
    }
    try pages.checkFreeList()
  }

  @Test func `a key is found or not, and so is the page where it belongs`() throws {
    let pages = try PageFile(path: file)
    let many = try #require(try pages.tables().first { $0.name == "many" }).tree
    func find(_ key: [UInt8]) throws -> (page: UInt64, valueCount: Int?)? {
      try pages.find(key.span, in: many)
    }
    for row in try rows(many, pages) {
      #expect(try find(row[0])?.valueCount == row[1].count)
      #expect(try find(row[0] + [0])?.valueCount == nil)
    }
    #expect(try find([])?.valueCount == nil)
    #expect(try find([255, 255, 255, 255, 255])?.page != nil)
  }

  @Test func `a page used twice, a circle and a cut file are refused`() throws {
    let pages = try PageFile(path: file)
    let many = try #require(try pages.tables().first { $0.name == "many" }).tree
    _ = try rows(many, pages)
    #expect(throws: PageFault.self) { _ = try rows(many, pages) }

    var bytes = try Data(contentsOf: URL(filePath: file))
    // The first child of the root becomes the root itself.
    let root = Int(try #require(many.root)) * 4096
    let node = Int(bytes[root + 16]) | Int(bytes[root + 17]) << 8
    for index in 0..<6 {
      bytes[root + node + index] = UInt8(truncatingIfNeeded: (root / 4096) >> (8 * index))
    }
    try bytes.write(to: URL(filePath: file))
    let circle = try PageFile(path: file)
    #expect(throws: PageFault.self) { _ = try rows(many, circle) }

    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: file))
    #expect(throws: PageFault.self) { try walk() }
    try bytes.prefix(5_000).write(to: URL(filePath: file))
    #expect(throws: PageFault.self) { try walk() }
    try Data().write(to: URL(filePath: file))
    #expect(throws: PageFault.self) { try walk() }
  }

  /// Reads all there is.
  private func walk() throws {
    let pages = try PageFile(path: file)
    for (_, tree) in try pages.tables() { _ = try rows(tree, pages) }
    try pages.checkFreeList()
  }

  @Test func `no damage ends the process`() throws {
    let whole = try Data(contentsOf: URL(filePath: file))
    var random = SeededGenerator(seed: 7)
    var found = 0
    for _ in 0..<100 {
      var bytes = whole
      let page = Int.random(in: 0..<whole.count / 4096, using: &random) * 4096
      switch Int.random(in: 0..<4, using: &random) {
      // Mostly the heads: what stands further on are keys and values.
      case 0:
        bytes[page + Int.random(in: 0..<48, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      case 1:
        bytes[page + Int.random(in: 0..<4096, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      case 2: bytes.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
      default:
        let other = Int.random(in: 0..<whole.count / 4096, using: &random) * 4096
        bytes.replaceSubrange(page..<page + 4096, with: whole[other..<other + 4096])
      }
      try bytes.write(to: URL(filePath: file))
      do { try walk() } catch is PageFault { found += 1 }
    }
    #expect(found > 20)
  }
}
