/// What one commit changed: the rows of each table that are new, other or gone.
///
/// Two states share every page that the commit did not write, so only written pages are looked at.
struct SnapshotDifference {
  /// The changes of one table, in order of key.
  struct TableChanges {
    var table: String
    var puts: [PageFile.Row] = []
    var deletes: [[UInt8]] = []
  }

  private(set) var tables: [TableChanges] = []
  /// Branch and leaf pages that the commit wrote in the tables.
  private(set) var pages = 0

  /// Compares two states of a file; `nil` stands for the state before the first commit.
  init(from old: PageFile.Snapshot?, to new: PageFile.Snapshot, in file: PageFile) throws {
    for (name, tree) in new.trees.sorted(by: { $0.key < $1.key }) {
      let before = old?.trees[name] ?? PageFile.Tree(root: nil, depth: 0)
      guard before != tree else { continue }
      var changes = TableChanges(table: name)
      let leaves = try writtenLeaves(from: before, to: tree, in: file)
      try Self.compare(
        old: leaves.old.flatMap { try file.rows(of: $0) },
        new: leaves.new.flatMap { try file.rows(of: $0) }, into: &changes)
      tables.append(changes)
    }
  }

  /// Rows put and deleted.
  var rowCount: Int { tables.reduce(0) { $0 + $1.puts.count + $1.deletes.count } }

  /// Bytes of keys and values put.
  var putBytes: Int {
    tables.reduce(0) { sum, table in
      table.puts.reduce(sum) { $0 + $1.key.count + $1.value.count }
    }
  }
}

// MARK: - Finding and comparing

extension SnapshotDifference {
  /// The leaves that only one of the trees has, from left to right.
  ///
  /// Descends both trees at equal height above the leaves: a page that both have stands at the same
  /// height in both, because all below it is the same.
  private mutating func writtenLeaves(
    from old: PageFile.Tree, to new: PageFile.Tree, in file: PageFile
  ) throws -> (old: [UInt64], new: [UInt64]) {
    var before = old.root.map { [$0] } ?? []
    var after = new.root.map { [$0] } ?? []
    var height = max(old.depth, new.depth)
    while height > 0 {
      if height <= old.depth, height <= new.depth {
        let shared = Set(before).intersection(after)
        before.removeAll { shared.contains($0) }
        after.removeAll { shared.contains($0) }
      }
      if height <= new.depth { pages += after.count }
      if height == 1 { break }
      if height <= old.depth { before = try before.flatMap { try file.children(of: $0) } }
      if height <= new.depth { after = try after.flatMap { try file.children(of: $0) } }
      height -= 1
    }
    return (before, after)
  }

  /// Merges two sorted lists of rows; what is equal in both did not change.
  private static func compare(
    old: [PageFile.Row], new: [PageFile.Row], into changes: inout TableChanges
  ) {
    var index = 0
    for row in new {
      while index < old.count, old[index].key.lexicographicallyPrecedes(row.key) {
        changes.deletes.append(old[index].key)
        index += 1
      }
      if index < old.count, old[index].key == row.key {
        if old[index].value != row.value { changes.puts.append(row) }
        index += 1
      } else {
        changes.puts.append(row)
      }
    }
    changes.deletes += old[index...].map(\.key)
  }
}
