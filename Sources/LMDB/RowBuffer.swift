import Glibc

/// Many rows in one flat piece of memory, to be sorted and written in key order.
///
/// No allocation per row. Writing index rows in order is several times faster than as they
/// come, because neighbours share a page.
@safe public struct RowBuffer: ~Copyable, Sendable {
  /// Where a row lies in the arena; the prefix decides most comparisons without a look there.
  struct Row {
    var prefix: UInt64
    var start: Int
    var keyCount: UInt32
    var valueCount: UInt32
  }

  var arena: [UInt8] = []
  var rows: [Row] = []

  /// Creates an empty buffer.
  public init() {}

  /// The number of rows.
  public var count: Int { rows.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// The bytes of keys and values held, to bound memory by.
  public var byteCount: Int { arena.count }

  /// Adds a row; keys may come in any order and more than once.
  public mutating func append(key: Span<UInt8>, value: Span<UInt8>) {
    rows.append(
      Row(
        prefix: Self.prefix(of: key), start: arena.count, keyCount: UInt32(key.count),
        valueCount: UInt32(value.count)))
    // Sound: both buffers are copied within the call.
    unsafe key.withUnsafeBufferPointer { unsafe arena.append(contentsOf: $0) }
    unsafe value.withUnsafeBufferPointer { unsafe arena.append(contentsOf: $0) }
  }

  /// Adds a row with an empty value.
  public mutating func append(key: Span<UInt8>) { append(key: key, value: Span()) }

  /// The key of a row; traps beyond ``count``.
  @_lifetime(borrow self)
  public func key(_ index: Int) -> Span<UInt8> {
    let row = rows[index]
    return arena.span.extracting(row.start..<row.start + Int(row.keyCount))
  }

  /// The value of a row; traps beyond ``count``.
  @_lifetime(borrow self)
  public func value(_ index: Int) -> Span<UInt8> {
    let row = rows[index]
    let start = row.start + Int(row.keyCount)
    return arena.span.extracting(start..<start + Int(row.valueCount))
  }

  /// Lends a row; traps beyond ``count``.
  public func withRow<R>(
    _ index: Int, _ body: (Span<UInt8>, Span<UInt8>) throws -> R
  ) rethrows -> R {
    try body(key(index), value(index))
  }

  /// Removes all rows.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    arena.removeAll(keepingCapacity: keepingCapacity)
    rows.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The first eight bytes as a number that compares as they do; shorter keys end in zeros.
  private static func prefix(of key: Span<UInt8>) -> UInt64 {
    if let whole = key.bigEndianUInt64(at: 0) { return whole }
    var prefix: UInt64 = 0
    for index in 0..<key.count { prefix |= UInt64(key[index]) << (56 - 8 * index) }
    return prefix
  }
}

// MARK: - Sorting

extension RowBuffer {
  /// Sorts by key, byte by byte, as LMDB does; rows of equal keys keep their order.
  ///
  /// - Complexity: O(*n* log *n*) comparisons, most of them of one number.
  public mutating func sort() {
    unsafe arena.withUnsafeBufferPointer { arena in
      rows.sort { unsafe Self.precedes($0, $1, arena) }
    }
  }

  private static func precedes(_ a: Row, _ b: Row, _ arena: UnsafeBufferPointer<UInt8>) -> Bool {
    if a.prefix != b.prefix { return a.prefix < b.prefix }
    let common = Int(min(a.keyCount, b.keyCount))
    // Sound: rows lie within the arena they were appended to.
    if let base = arena.baseAddress {
      let order = unsafe memcmp(base + a.start, base + b.start, common)
      if order != 0 { return order < 0 }
    }
    if a.keyCount != b.keyCount { return a.keyCount < b.keyCount }
    return a.start < b.start
  }
}
