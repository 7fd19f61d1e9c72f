/// The nodes of one page, each within the page: checked when the page is read.
struct PageNodes {
  static let headSize = 16
  static let nodeHeadSize = 8
  static let longestKey = 511
  private static let branchFlag: UInt64 = 0x01
  private static let leafFlag: UInt64 = 0x02
  static let overflowFlag: UInt64 = 0x04
  static let bigDataFlag: UInt64 = 0x01
  static let subDataFlag: UInt64 = 0x02

  let number: UInt64
  private(set) var bytes: [UInt8]
  let isLeaf: Bool
  let count: Int

  /// Takes the bytes of a page.
  init(_ number: UInt64, _ bytes: [UInt8], isLeaf: Bool) throws(PageFault) {
    let page = bytes.span
    guard page.little(0, 8) == number else {
      throw PageFault(number, "the page is in the place of another")
    }
    guard page.little(10, 2) == (isLeaf ? Self.leafFlag : Self.branchFlag) else {
      throw PageFault(number, "the page is not of the kind that belongs there")
    }
    let (lower, upper) = (Int(page.little(12, 2)), Int(page.little(14, 2)))
    guard lower > Self.headSize, lower % 2 == 0, upper >= lower, upper <= bytes.count else {
      throw PageFault(number, "the bounds of the page make no sense")
    }
    count = (lower - Self.headSize) / 2
    for index in 0..<count {
      let node = Int(page.little(Self.headSize + 2 * index, 2))
      guard node >= upper, node <= bytes.count - Self.nodeHeadSize else {
        throw PageFault(number, "a node lies outside the page")
      }
      let key = Int(page.little(node + 6, 2))
      guard key <= Self.longestKey, node + Self.nodeHeadSize + key <= bytes.count,
        key > 0 || (!isLeaf && index == 0)
      else { throw PageFault(number, "a key lies outside the page") }
      if !isLeaf { continue }
      let flags = page.little(node + 4, 2)
      guard flags & ~(Self.bigDataFlag | Self.subDataFlag) == 0 else {
        throw PageFault(number, "a node has flags that are never set")
      }
      let size = flags & Self.bigDataFlag != 0 ? 8 : Int(page.little(node, 4))
      guard node + Self.nodeHeadSize + key + size <= bytes.count else {
        throw PageFault(number, "a value lies outside the page")
      }
    }
    self.number = number
    self.isLeaf = isLeaf
    self.bytes = bytes
  }

  private func node(_ index: Int) -> Int {
    Int(bytes.span.little(Self.headSize + 2 * index, 2))
  }

  func keyRange(_ index: Int) -> Range<Int> {
    let node = node(index)
    let start = node + Self.nodeHeadSize
    return start..<start + Int(bytes.span.little(node + 6, 2))
  }

  @_lifetime(borrow self)
  func key(_ index: Int) -> Span<UInt8> { bytes.span.extracting(keyRange(index)) }

  /// The page below a node of a branch.
  func child(_ index: Int) -> UInt64 { bytes.span.little(node(index), 6) }

  func flags(_ index: Int) -> UInt64 { bytes.span.little(node(index) + 4, 2) }

  func valueCount(_ index: Int) -> Int { Int(bytes.span.little(node(index), 4)) }

  /// Where a value stands that is within the page; of another one, the number of its page.
  func valueRange(_ index: Int) -> Range<Int> {
    let start = keyRange(index).upperBound
    return start..<start + (flags(index) & Self.bigDataFlag != 0 ? 8 : valueCount(index))
  }
}

/// The order of two keys, byte by byte as LMDB has it, or as numbers.
enum KeyOrder {
  static func precedes(_ a: Span<UInt8>, _ b: Span<UInt8>, areIntegers: Bool) -> Bool {
    if areIntegers {
      guard a.count == 8, b.count == 8 else { return false }
      return a.little(0, 8) < b.little(0, 8)
    }
    let common = min(a.count, b.count)
    for index in 0..<common where a[index] != b[index] { return a[index] < b[index] }
    return a.count < b.count
  }
}
