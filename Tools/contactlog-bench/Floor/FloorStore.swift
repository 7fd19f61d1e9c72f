import Foundation
import LMDB

/// Bare LMDB that is given the rows a store wrote: same tables, keys, bytes and transactions, in the best
/// order (by table, then by key, through one cursor for each table).
struct FloorStore {
  private let environment: Environment
  private let tables: [Table]

  /// Makes an empty environment with these tables in a new folder.
  init(creating directory: String, tables names: [String]) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    environment = try Environment.create(directory: directory)
    tables = try environment.openTables(names, create: true)
  }

  /// Opens a closed store as nothing but tables.
  init(opening directory: String, tables names: [String]) throws {
    environment = try Environment.open(directory: directory)
    tables = try environment.openTables(names, create: false)
  }

  func close() { environment.close() }

  /// Writes one transaction and waits until it is on the device.
  func commit(_ trace: Trace) throws {
    try environment.write { transaction in
      var start = 0
      while start < trace.changes.count {
        let table = trace.changes[start].table
        let end =
          trace.changes[start...].firstIndex { $0.table != table } ?? trace.changes.count
        try write(trace, start..<end, to: tables[table], in: transaction)
        start = end
      }
    }
  }

  private func write(
    _ trace: Trace, _ changes: Range<Int>, to table: Table,
    in transaction: borrowing WriteTransaction
  ) throws {
    let bytes = trace.bytes.span
    let first = bytes.extracting(trace.changes[changes.lowerBound].key)
    // Rows behind all others, such as those of the log, need no search.
    let isAboveAll =
      try transaction.reading.last(in: table, atOrBefore: nil) { key, _ in
        Self.precedes(key, first)
      } ?? true
    let isTail = isAboveAll && trace.changes[changes.lowerBound].value != nil
    try transaction.withWriter(of: table, appending: isTail) { writer in
      for index in changes {
        let change = trace.changes[index]
        let key = bytes.extracting(change.key)
        if let value = change.value {
          try writer.put(key, bytes.extracting(value))
        } else {
          try writer.delete(key)
        }
      }
    }
  }

  private static func precedes(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] { return a[index] < b[index] }
    return a.count < b.count
  }
}

extension FloorStore {
  /// Whether a store's file holds the rows of this one, table by table: the proof that the floor did
  /// the same work.
  static func sameRows(_ first: String, _ second: String) throws -> Bool {
    let files = try [first, second].map { try PageFile(path: "\($0)/data.mdb") }
    let states = try files.map { try $0.newest() }
    let names = Set(states[0].trees.keys).union(states[1].trees.keys)
    return try names.allSatisfy { name in
      let empty = PageFile.Tree(root: nil, depth: 0)
      var walks = try zip(files, states).map { file, state in
        try PageFile.Walk(file: file, tree: state.trees[name] ?? empty)
      }
      while true {
        let rows = (try walks[0].next(), try walks[1].next())
        if rows.0 != rows.1 { return false }
        if rows.0 == nil { return true }
      }
    }
  }
}
