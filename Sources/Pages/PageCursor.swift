/// Walks the rows of a table from first to last and checks the tree on the way.
///
/// Pages are where they say they are, of the right kind, at the right depth, each in one place;
/// keys ascend and are where the branches above say; the counts of the table are right. A tree with
/// a circle in it comes to an end, because a page can be used once.
public struct PageCursor: ~Copyable {
  private let file: PageFile
  private let tree: PageTree
  private let marks: Bool
  private var branches: [(nodes: PageNodes, index: Int, upper: [UInt8]?)] = []
  private var leaf: PageNodes?
  private var index = 0
  private var upper: [UInt8]?
  private var lastKey: [UInt8] = []
  private var big: [UInt8] = []
  private var bytes: [UInt8] = []
  private var keyRange = 0..<0
  private var valueRange = 0..<0
  private var isBig = false
  private var counts = (branch: UInt64(0), leaf: UInt64(0), overflow: UInt64(0), rows: UInt64(0))

  /// The leaf page of the row.
  public private(set) var page: UInt64 = 0
  /// Whether the row is a table of its own.
  private(set) var isTable = false

  /// A cursor in front of the first row.
  ///
  /// - Parameter marks: Whether the pages are noted as used: once for each table.
  public init(_ tree: PageTree, in file: PageFile, marks: Bool) {
    self.file = file
    self.tree = tree
    self.marks = marks
  }

  /// The key of the row.
  public var key: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(keyRange) }
  }

  /// The value of the row.
  public var value: Span<UInt8> {
    @_lifetime(borrow self)
    get { isBig ? big.span : bytes.span.extracting(valueRange) }
  }

  /// Goes to the next row; `false` behind the last one.
  ///
  /// - Throws: ``PageFault``.
  public mutating func next() throws(PageFault) -> Bool {
    if let leaf, index < leaf.count {
      try take(leaf)
      return true
    }
    guard try nextLeaf(), let leaf else {
      try checkCounts()
      return false
    }
    try take(leaf)
    return true
  }

  private mutating func take(_ leaf: PageNodes) throws(PageFault) {
    keyRange = leaf.keyRange(index)
    valueRange = leaf.valueRange(index)
    try checkKey(leaf)
    lastKey.removeAll(keepingCapacity: true)
    lastKey += bytes[keyRange]
    let flags = leaf.flags(index)
    isBig = flags & PageNodes.bigDataFlag != 0
    isTable = flags & PageNodes.subDataFlag != 0
    if isBig {
      let page = bytes.span.little(valueRange.lowerBound, 8)
      let (value, pages) = try readBig(page, leaf.valueCount(index))
      big = value
      counts.overflow += pages
    }
    counts.rows += 1
    index += 1
  }

  /// The key is behind the one before and belongs to its page.
  private func checkKey(_ leaf: PageNodes) throws(PageFault) {
    if tree.hasIntegerKeys, keyRange.count != 8 {
      throw PageFault(leaf.number, "a key has another length")
    }
    let key = bytes.span.extracting(keyRange)
    if counts.rows > 0,
      !KeyOrder.precedes(lastKey.span, key, areIntegers: tree.hasIntegerKeys)
    {
      throw PageFault(leaf.number, "the keys do not ascend")
    }
    if let upper, !KeyOrder.precedes(key, upper.span, areIntegers: tree.hasIntegerKeys) {
      throw PageFault(leaf.number, "a key is not below that of the next page")
    }
  }

  /// A value that has pages of its own, and how many.
  private func readBig(
    _ page: UInt64, _ count: Int
  ) throws(PageFault) -> (value: [UInt8], pages: UInt64) {
    let pages = UInt64((PageNodes.headSize + count + PageFile.pageSize - 1) / PageFile.pageSize)
    var head = [UInt8](repeating: 0, count: PageNodes.headSize)
    try file.read(page, &head)
    // Before the value is read: its size may be anything.
    guard head.span.little(0, 8) == page, head.span.little(10, 2) == PageNodes.overflowFlag,
      head.span.little(12, 4) == pages, pages <= file.lastPage - page + 1,
      pages <= file.pageCount - page
    else { throw PageFault(page, "the page does not have the value that belongs there") }
    if marks { try file.mark(page, count: pages) }
    var value = [UInt8](repeating: 0, count: PageNodes.headSize + count)
    try file.read(page, &value)
    value.removeFirst(PageNodes.headSize)
    return (value, pages)
  }
}

// MARK: - From page to page

extension PageCursor {
  private mutating func nextLeaf() throws(PageFault) -> Bool {
    leaf = nil
    if counts.leaf == 0, branches.isEmpty {
      guard let root = tree.root else { return false }
      try descend(to: root, below: nil)
      return true
    }
    while let (nodes, index, outer) = branches.popLast() {
      let next = index + 1
      guard next < nodes.count else { continue }
      branches.append((nodes, next, outer))
      try descend(to: nodes.child(next), below: bound(nodes, next, outer))
      return true
    }
    return false
  }

  /// The key that all keys below a node of a branch are below.
  private func bound(_ nodes: PageNodes, _ index: Int, _ outer: [UInt8]?) -> [UInt8]? {
    index + 1 < nodes.count ? Array(nodes.bytes[nodes.keyRange(index + 1)]) : outer
  }

  /// Goes down to the first leaf below a page.
  private mutating func descend(
    to page: UInt64, below limit: [UInt8]?
  ) throws(PageFault) {
    var (page, limit) = (page, limit)
    while true {
      let isLeaf = branches.count == tree.depth - 1
      guard branches.count < tree.depth else {
        throw PageFault(page, "the tree is deeper than its table says")
      }
      if marks { try file.mark(page) }
      var buffer = [UInt8](repeating: 0, count: PageFile.pageSize)
      try file.read(page, &buffer)
      let nodes = try PageNodes(page, buffer, isLeaf: isLeaf)
      if isLeaf {
        counts.leaf += 1
        try checkFirst(nodes)
        bytes = buffer
        leaf = nodes
        index = 0
        upper = limit
        self.page = page
        return
      }
      counts.branch += 1
      try checkOrder(nodes)
      branches.append((nodes, 0, limit))
      limit = bound(nodes, 0, limit)
      page = nodes.child(0)
    }
  }

  /// The first key of a leaf is not below the key that leads to it.
  private func checkFirst(_ nodes: PageNodes) throws(PageFault) {
    guard let branch = branches.last(where: { $0.index > 0 }) else { return }
    let above = branch.nodes.key(branch.index)
    if KeyOrder.precedes(nodes.key(0), above, areIntegers: tree.hasIntegerKeys) {
      throw PageFault(nodes.number, "a key is below the one that leads to its page")
    }
  }

  /// The keys of a branch ascend; the first is not looked at.
  private func checkOrder(_ nodes: PageNodes) throws(PageFault) {
    guard nodes.count > 2 else { return }
    for index in 2..<nodes.count {
      guard
        KeyOrder.precedes(
          nodes.key(index - 1), nodes.key(index), areIntegers: tree.hasIntegerKeys)
      else { throw PageFault(nodes.number, "the keys do not ascend") }
    }
  }

  private func checkCounts() throws(PageFault) {
    guard counts.rows == tree.rowCount, counts.branch == tree.branchPages,
      counts.leaf == tree.leafPages, counts.overflow == tree.overflowPages
    else { throw PageFault(tree.root, "the table's counts are not those of its tree") }
  }
}
