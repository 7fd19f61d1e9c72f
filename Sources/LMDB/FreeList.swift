import Glibc

/// The free pages of a `data.mdb`, read without LMDB and without trust.
///
/// A healthy file can be shorter than its meta page says: pages taken and freed in one
/// transaction, such as those of a large value put and deleted, are never written. So a file
/// is cut short only where a page beyond its end is in use, that is, not in the free list.
/// The layout is that of `MDB_page` and `MDB_node` in LMDB 0.9's mdb.c.
struct FreeList {
  private static let branchFlag: UInt16 = 0x01
  private static let leafFlag: UInt16 = 0x02
  private static let bigDataFlag: UInt16 = 0x01
  private static let headerSize = 16
  private static let noRoot = UInt64.max

  private let descriptor: CInt
  /// How many whole pages the file has.
  private let pageCount: UInt64
  private let lastPage: UInt64
  private var missing: Set<UInt64>
  private var pagesToVisit: UInt64

  /// Whether all pages from the end of the file to the last one are free.
  ///
  /// - Complexity: O(free pages); called only where the file is shorter than the meta says.
  static func coversPages(
    from pageCount: UInt64, through lastPage: UInt64, root: UInt64, descriptor: CInt
  ) -> Bool {
    // Free pages are listed one by one, eight bytes each, in pages that do exist.
    guard lastPage - pageCount < pageCount * 512, root != noRoot else { return false }
    var list = FreeList(
      descriptor: descriptor, pageCount: pageCount, lastPage: lastPage,
      missing: Set(pageCount...lastPage), pagesToVisit: pageCount)
    return list.visit(root, depth: 0) && list.missing.isEmpty
  }

  /// Crosses the pages listed below a page off; `false` for anything that makes no sense.
  private mutating func visit(_ number: UInt64, depth: Int) -> Bool {
    guard depth < 32, pagesToVisit > 0, let page = read(number, 0, FileHeader.pageSize) else {
      return false
    }
    pagesToVisit -= 1
    let flags = Int(page.littleEndian(at: 10, size: 2))
    let lower = Int(page.littleEndian(at: 12, size: 2))
    guard page.littleEndian(at: 0, size: 8) == number, lower >= Self.headerSize,
      lower <= page.count
    else { return false }
    for pointer in stride(from: Self.headerSize, to: lower - 1, by: 2) {
      let node = Int(page.littleEndian(at: pointer, size: 2))
      guard node >= lower, node + 8 <= page.count else { return false }
      let valid =
        switch UInt16(flags) & (Self.branchFlag | Self.leafFlag) {
        case Self.branchFlag: visit(page.littleEndian(at: node, size: 6), depth: depth + 1)
        case Self.leafFlag: crossOff(page, node: node)
        default: false
        }
      guard valid else { return false }
    }
    return true
  }

  private mutating func crossOff(_ page: [UInt8], node: Int) -> Bool {
    let size = Int(page.littleEndian(at: node, size: 4))
    let flags = UInt16(page.littleEndian(at: node + 4, size: 2))
    let data = node + 8 + Int(page.littleEndian(at: node + 6, size: 2))
    guard flags & Self.bigDataFlag != 0 else {
      guard data + size <= page.count else { return false }
      return crossOff(Array(page[data..<data + size]))
    }
    guard data + 8 <= page.count,
      let list = read(page.littleEndian(at: data, size: 8), Self.headerSize, size)
    else { return false }
    return crossOff(list)
  }

  /// A list is its length, then as many page numbers.
  private mutating func crossOff(_ list: [UInt8]) -> Bool {
    guard list.count >= 8, list.littleEndian(at: 0, size: 8) <= list.count / 8 - 1 else {
      return false
    }
    for entry in 0..<Int(list.littleEndian(at: 0, size: 8)) {
      missing.remove(list.littleEndian(at: 8 * (entry + 1), size: 8))
    }
    return true
  }

  private func read(_ page: UInt64, _ offset: Int, _ size: Int) -> [UInt8]? {
    let pageSize = FileHeader.pageSize
    guard page >= 2, page < pageCount, size >= 0,
      UInt64(offset + size) <= (pageCount - page) * UInt64(pageSize)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    // Sound: the buffer is as long as the count passed.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(
        descriptor, $0.baseAddress, $0.count, off_t(page) * off_t(pageSize) + off_t(offset))
    }
    return count == size ? bytes : nil
  }
}

extension [UInt8] {
  /// The little-endian number in some bytes, as x86-64 and ARM store it.
  func littleEndian(at offset: Int, size: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | UInt64(self[offset + $1]) << (8 * UInt64($1)) }
  }
}
