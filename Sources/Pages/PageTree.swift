/// Where the tree of a table begins, and what it should have: `MDB_db`.
public struct PageTree: Hashable, Sendable {
  /// Bytes of the structure.
  static let byteCount = 48
  /// The root of an empty tree.
  private static let noPage = UInt64.max
  /// More levels than a tree of 2^40 pages can have.
  private static let deepest: UInt64 = 32

  /// `nil`: the tree is empty.
  public let root: UInt64?
  /// How many levels it has.
  public let depth: Int
  /// How many rows.
  public let rowCount: UInt64
  let branchPages: UInt64
  let leafPages: UInt64
  let overflowPages: UInt64
  let flags: UInt64
  /// Whether keys are numbers in the machine's order, as the free list's are.
  let hasIntegerKeys: Bool

  /// Reads the structure; `nil` where it contradicts itself.
  init?(_ bytes: Span<UInt8>, hasIntegerKeys: Bool = false) {
    guard bytes.count == Self.byteCount else { return nil }
    flags = bytes.little(4, 2)
    let depth = bytes.little(6, 2)
    branchPages = bytes.little(8, 8)
    leafPages = bytes.little(16, 8)
    overflowPages = bytes.little(24, 8)
    rowCount = bytes.little(32, 8)
    let root = bytes.little(40, 8)
    self.hasIntegerKeys = hasIntegerKeys
    guard depth <= Self.deepest, (root == Self.noPage) == (depth == 0) else { return nil }
    if depth == 0, branchPages | leafPages | overflowPages | rowCount != 0 { return nil }
    self.root = root == Self.noPage ? nil : root
    self.depth = Int(depth)
  }
}

extension Span<UInt8> {
  /// The little-endian number in some bytes; traps beyond the end, so check before.
  @inline(__always)
  func little(_ offset: Int, _ size: Int) -> UInt64 {
    precondition(offset >= 0 && size <= 8 && offset <= count - size)
    var number: UInt64 = 0
    for index in 0..<size { number |= UInt64(self[offset + index]) << UInt64(8 * index) }
    return number
  }
}
