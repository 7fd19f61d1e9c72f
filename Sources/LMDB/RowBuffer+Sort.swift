import Glibc

extension RowBuffer {
  /// Sorts by key, byte by byte, as LMDB does; rows of equal keys keep their order.
  ///
  /// - Complexity: O(*n*) for the first eight bytes, then O(*m* log *m*) in each run of *m*
  ///   rows that share them. Sorted rows cost one look.
  public mutating func sort() {
    // Taken out, so that the arena can be lent while they move; no copy.
    var sorted: [Row] = []
    swap(&sorted, &rows)
    // Sound: rows lie within the arena they were appended to.
    unsafe arena.span.withUnsafeBufferPointer { unsafe Self.sort(&sorted, $0) }
    swap(&sorted, &rows)
  }

  private static func sort(_ rows: inout [Row], _ arena: UnsafeBufferPointer<UInt8>) {
    if zip(rows, rows.dropFirst()).allSatisfy({ unsafe !precedes($1, $0, arena) }) { return }
    if rows.count < 128 { return rows.sort { unsafe precedes($0, $1, arena) } }
    sortByPrefix(&rows)
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      var start = 0
      while start < rows.count {
        let prefix = unsafe rows[start].prefix
        var end = start + 1
        while end < rows.count, unsafe rows[end].prefix == prefix { end += 1 }
        if end - start > 1 {
          unsafe rows[start..<end].sort { unsafe precedes($0, $1, arena) }
        }
        start = end
      }
    }
  }

  /// One stable counting pass for each byte of the prefix in which rows differ.
  private static func sortByPrefix(_ rows: inout [Row]) {
    var (all, any) = (UInt64.max, UInt64.zero)
    for row in rows {
      all &= row.prefix
      any |= row.prefix
    }
    var target = rows
    for shift in stride(from: UInt64.zero, to: 64, by: 8) where (all ^ any) >> shift & 0xFF != 0 {
      countingPass(from: rows, into: &target, shift: shift)
      swap(&rows, &target)
    }
  }

  private static func countingPass(from source: [Row], into target: inout [Row], shift: UInt64) {
    // Sound: the counts add up to the number of rows, so each row has a place of its own.
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { places in
      unsafe places.initialize(repeating: 0)
      for row in source { unsafe places[Int(row.prefix >> shift & 0xFF)] += 1 }
      var total = 0
      for byte in 0..<256 {
        let count = unsafe places[byte]
        unsafe places[byte] = total
        total += count
      }
      unsafe target.withUnsafeMutableBufferPointer { target in
        for row in source {
          let byte = Int(row.prefix >> shift & 0xFF)
          let place = unsafe places[byte]
          unsafe target[place] = row
          unsafe places[byte] = place + 1
        }
      }
    }
  }

  private static func precedes(_ a: Row, _ b: Row, _ arena: UnsafeBufferPointer<UInt8>) -> Bool {
    if a.prefix != b.prefix { return a.prefix < b.prefix }
    let common = Int(min(a.keyCount, b.keyCount))
    // Equal prefixes do not mean equal keys below eight bytes: 01 and 01 00 have the same.
    if let base = arena.baseAddress {
      let order = unsafe memcmp(base + a.start, base + b.start, common)
      if order != 0 { return order < 0 }
    }
    if a.keyCount != b.keyCount { return a.keyCount < b.keyCount }
    return a.start < b.start
  }
}
