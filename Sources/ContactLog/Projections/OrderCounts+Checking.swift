internal import Collation
internal import LMDB

extension OrderCounts {
  /// Compares the counts with the rows.
  ///
  /// - Parameter sections: The order's sections; `nil` where this process cannot know them, then only
  ///   their sum is compared.
  /// - Returns: How many counts there are; `nil` when one differs.
  func check(_ sections: SectionIndex?, _ transaction: borrowing ReadTransaction) throws -> Int? {
    var wanted: [[UInt8]: Int] = [:]
    var nodes = Self.levels.map { prefix($0) }
    var total = 0
    let rows = rowPrefix
    try transaction.scan(table, from: rows.span) { key, _ in
      guard key.starts(with: rows.span) else { return false }
      let level = level(of: key)
      for (index, number) in Self.levels.enumerated() {
        if level >= number { nodes[index] = node(number, at: key) }
        wanted[nodes[index], default: 0] += 1
      }
      if let sections { wanted[section(Self.section(of: key, sections)), default: 0] += 1 }
      total += 1
      return true
    }
    var found = 0
    var sum = 0
    var isSame = true
    for kind in [Self.sections] + Self.levels {
      try scan(kind, from: prefix(kind), transaction) { key, count in
        found += 1
        if kind == Self.sections { sum += count }
        let isKnown = kind != Self.sections || sections != nil
        if isKnown { isSame = wanted.removeValue(forKey: key.array) == count }
        return isSame
      }
    }
    return isSame && wanted.isEmpty && sum == total ? found : nil
  }
}
