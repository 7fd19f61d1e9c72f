internal import Collation
internal import ContactModel
internal import LMDB

extension OrderCounts {
  /// Brings the counts of all lists of an order up to date with rows put and deleted before.
  static func update(
    _ index: OrderIndex, in table: Table, inserted: borrowing RowBuffer,
    deleted: borrowing RowBuffer, bits: UInt64 = 8, _ transaction: borrowing WriteTransaction
  ) throws {
    for list in OrderKey.List.allCases {
      let counts = OrderCounts(table: table, edition: index.id, list: list, bits: bits)
      var changes = Changes()
      for row in 0..<inserted.count where inserted.key(row)[1] == list.rawValue {
        changes.add(inserted.key(row), 1, counts, index.sections)
      }
      for row in 0..<deleted.count where deleted.key(row)[1] == list.rawValue {
        changes.add(deleted.key(row), -1, counts, index.sections)
      }
      if changes.isEmpty { continue }
      for (section, change) in changes.sections {
        try counts.add(change, to: counts.section(section), transaction)
      }
      for level in levels { try counts.count(level, changes, transaction) }
    }
  }

  /// Rows of one list that came and went.
  private struct Changes {
    var rows: [(key: [UInt8], change: Int, level: UInt8)] = []
    var sections: [UInt16: Int] = [:]

    var isEmpty: Bool { rows.isEmpty }

    mutating func add(
      _ key: Span<UInt8>, _ change: Int, _ counts: OrderCounts, _ sections: SectionIndex
    ) {
      rows.append((key.array, change, counts.level(of: key)))
      self.sections[OrderCounts.section(of: key, sections), default: 0] += change
    }
  }

  private func add(
    _ change: Int, to key: [UInt8], _ transaction: borrowing WriteTransaction
  ) throws {
    if change == 0 { return }
    var count = change
    if let stored = try transaction.reading.value(for: key.span, in: table) {
      count += try Self.value(try Seal.open(key.span, stored, table))
    }
    try put(count, at: key, transaction)
  }

  private func put(
    _ count: Int, at key: [UInt8], _ transaction: borrowing WriteTransaction
  ) throws {
    guard count >= 0 else { throw Seal.damage(key.span, table) }
    if count == 0 {
      _ = try transaction.delete(key.span, in: table)
      return
    }
    var encoder = CBOREncoder()
    encoder.unsigned(UInt64(count))
    Seal.append(key.span, &encoder.bytes)
    try transaction.put(key.span, encoder.bytes.span, in: table)
  }

  /// Brings one level up to date; the level below is.
  private func count(
    _ level: UInt8, _ changes: Changes, _ transaction: borrowing WriteTransaction
  ) throws {
    // Nodes that begin or end elsewhere now are counted again.
    var recounted: Set<[UInt8]> = []
    let structural = changes.rows.filter { $0.level >= level }
    for row in structural where row.change < 0 {
      _ = try transaction.delete(node(level, at: row.key.span).span, in: table)
    }
    for row in structural where row.change > 0 {
      let node = node(level, at: row.key.span)
      recounted.insert(node)
      try put(1, at: node, transaction)
    }
    for row in structural {
      recounted.insert(try last(level, before: node(level, at: row.key.span), transaction.reading))
    }
    var deltas: [[UInt8]: Int] = [:]
    var current: (node: [UInt8], next: [UInt8]?)?
    for row in changes.rows where row.level < level {
      let key = node(level, at: row.key.span)
      let isInside =
        current.map { held in
          !key.lexicographicallyPrecedes(held.node)
            && (held.next.map { key.lexicographicallyPrecedes($0) } ?? true)
        } ?? false
      if !isInside {
        let node = try last(level, atOrBefore: key, transaction.reading)
        current = (node, try next(level, after: node, transaction.reading))
      }
      if let node = current?.node, !recounted.contains(node) {
        deltas[node, default: 0] += row.change
      }
    }
    for (node, change) in deltas { try add(change, to: node, transaction) }
    for node in recounted {
      try put(try recount(level, node, transaction.reading), at: node, transaction)
    }
  }

  private func recount(
    _ level: UInt8, _ node: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    let end = try next(level, after: node, transaction)
    var count = 0
    if level == 1 {
      let prefix = rowPrefix
      let end = end.map { row(of: $0) }
      try transaction.scan(table, from: row(of: node).span) { key, _ in
        guard key.starts(with: prefix.span) else { return false }
        if let end, key.isSame(as: end.span) { return false }
        count += 1
        return true
      }
    } else {
      let end = end.map { prefix(level - 1) + $0.dropFirst(4) }
      try scan(level - 1, from: prefix(level - 1) + node.dropFirst(4), transaction) { key, size in
        if let end, key.isSame(as: end.span) { return false }
        count += size
        return true
      }
    }
    return count
  }
}
