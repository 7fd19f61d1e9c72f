internal import LMDB

extension OrderCounts {
  /// How many rows of the list stand in front of a key.
  ///
  /// - Complexity: O(log *n*): nodes and rows of one node on each level, 128 on average.
  func rank(
    of row: [UInt8], _ transaction: borrowing ReadTransaction, _ cost: ScanCost
  ) throws -> Int {
    var rank = 0
    var start = prefix(2)
    for level in Self.levels.reversed() {
      let holding = try node(level, holding: row.span, transaction)
      let from = prefix(level) + start.dropFirst(4)
      try scan(level, from: from, transaction) { key, count in
        cost.rows += 1
        if key.isSame(as: holding.span) { return false }
        // The first node has no row where it is empty.
        if holding.span.isBefore(key) { return false }
        rank += count
        return true
      }
      start = holding
    }
    let prefix = rowPrefix
    try transaction.scan(table, from: self.row(of: start).span) { key, stored in
      guard key.starts(with: prefix.span), key.isBefore(row.span) else { return false }
      try Seal.check(key, stored, table)
      cost.rows += 1
      rank += 1
      return true
    }
    return rank
  }

  /// The key of the row at a place counted from 0; `nil` beyond the end.
  ///
  /// - Complexity: As ``rank(of:_:_:)``.
  func row(
    at position: Int, _ transaction: borrowing ReadTransaction, _ cost: ScanCost
  ) throws -> [UInt8]? {
    var left = position
    var start = prefix(2)
    for level in Self.levels.reversed() {
      var holding: [UInt8]?
      try scan(level, from: prefix(level) + start.dropFirst(4), transaction) { key, count in
        cost.rows += 1
        if left < count {
          holding = key.array
          return false
        }
        left -= count
        return true
      }
      guard let holding else { return nil }
      start = holding
    }
    let prefix = rowPrefix
    var found: [UInt8]?
    try transaction.scan(table, from: row(of: start).span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      try Seal.check(key, stored, table)
      cost.rows += 1
      if left == 0 {
        found = key.array
        return false
      }
      left -= 1
      return true
    }
    return found
  }
}

/// Counts what a question has to look at.
final class ScanCost {
  var rows = 0
}
