import Foundation

/// Writes down, commit by commit, which rows a store changed, looking at its file from outside.
///
/// Call ``record()`` after every commit: the file holds the last two states only. What a
/// transaction wrote and overwrote again does not count, so the floor made of this is the least that
/// leaves the same rows after each commit.
struct Recorder {
  private let store: String
  private let file: FileHandle
  private var last: PageFile.Snapshot?

  /// The names of the tables, by their number in the trace.
  private(set) var tables: [String] = []
  private(set) var transactions = 0
  /// Rows put and deleted.
  private(set) var rows = 0
  /// Bytes of keys and values put.
  private(set) var bytes = 0
  /// Pages written in the tables.
  private(set) var pages = 0
  /// Rows put and deleted, by table.
  private(set) var rowsByTable: [String: Int] = [:]

  /// Starts with the state that the store has now.
  ///
  /// - Parameter includesPresent: Whether the rows there are now become the first transaction of the
  ///   trace; the counters begin behind it.
  init(store: String, trace: String, includesPresent: Bool = true) throws {
    guard FileManager.default.createFile(atPath: trace, contents: nil),
      let file = FileHandle(forWritingAtPath: trace)
    else { throw BenchError("cannot write \(trace)") }
    self.store = "\(store)/data.mdb"
    self.file = file
    let pages = try PageFile(path: self.store)
    if includesPresent {
      try append(from: nil, to: pages.newest(), in: pages)
      (transactions, rows, bytes, self.pages, rowsByTable) = (0, 0, 0, 0, [:])
    } else {
      last = try pages.newest()
    }
  }

  /// Adds what happened since the last call: nothing, or one transaction.
  mutating func record() throws {
    let pages = try PageFile(path: store)
    let states = try pages.snapshots()
    guard let newest = states.last, newest.transaction != last?.transaction else { return }
    guard states[0].transaction == last?.transaction else {
      throw BenchError("the store made more than one transaction between two looks")
    }
    try append(from: last, to: newest, in: pages)
  }

  private mutating func append(
    from old: PageFile.Snapshot?, to new: PageFile.Snapshot, in pages: PageFile
  ) throws {
    let difference = try SnapshotDifference(from: old, to: new, in: pages)
    for changes in difference.tables {
      if !tables.contains(changes.table) { tables.append(changes.table) }
      rowsByTable[changes.table, default: 0] += changes.puts.count + changes.deletes.count
    }
    let stored = Trace(difference) { name in tables.firstIndex(of: name) ?? 0 }.stored
    let length = (0..<8).map { UInt8(truncatingIfNeeded: stored.count >> (8 * $0)) }
    try file.write(contentsOf: length + stored)
    last = new
    transactions += 1
    rows += difference.rowCount
    bytes += difference.putBytes
    self.pages += difference.pages
  }
}

extension Recorder {
  /// What was recorded, for the report.
  func add(to row: inout Row, events: Int) {
    row.set("rowsPerEvent", Double(rows) / Double(max(events, 1)))
    row.set("rowBytesPerEvent", Double(bytes) / Double(max(events, 1)))
    row.set("pagesPerTransaction", Double(pages) / Double(max(transactions, 1)))
    for (table, count) in rowsByTable.sorted(by: { $0.key < $1.key }) {
      row.set("rows.\(table)", count)
    }
  }
}
