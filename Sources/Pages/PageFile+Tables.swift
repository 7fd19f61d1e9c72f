extension PageFile {
  /// The tables by name, in order of name.
  ///
  /// - Throws: ``PageFault``.
  public func tables() throws(PageFault) -> [(name: String, tree: PageTree)] {
    var tables: [(name: String, tree: PageTree)] = []
    var cursor = PageCursor(main, in: self, marks: true)
    while try cursor.next() {
      let name = (0..<cursor.key.count).map { cursor.key[$0] }
      guard cursor.isTable, let tree = PageTree(cursor.value), tree.flags == 0 else {
        throw PageFault(cursor.page, "a row of the table of tables is no table")
      }
      tables.append((String(decoding: name, as: UTF8.self), tree))
    }
    return tables
  }

  /// Checks the list of free pages: none of them is used by a table that was walked, or listed twice.
  ///
  /// Walk all tables first. Nobody reads free pages, but the next writer trusts the list.
  ///
  /// - Throws: ``PageFault``.
  public func checkFreeList() throws(PageFault) {
    var cursor = PageCursor(freeList, in: self, marks: true)
    while try cursor.next() {
      let list = cursor.value
      guard list.count >= 8, list.count % 8 == 0, list.little(0, 8) <= UInt64(list.count / 8 - 1)
      else { throw PageFault(cursor.page, "a list of free pages is not in form") }
      for entry in 0..<Int(list.little(0, 8)) {
        let page = list.little(8 * (entry + 1), 8)
        guard page >= 2, page <= lastPage else {
          throw PageFault(cursor.page, "a free page lies outside the file")
        }
        // Pages behind the end were taken and freed in one transaction, and never written.
        if page < pageCount { try mark(page) }
      }
    }
  }

  /// The leaf page where a key belongs, and how many bytes its value has; `nil`: the key is not there.
  ///
  /// - Throws: ``PageFault``.
  /// - Complexity: O(log *n*) pages.
  public func find(
    _ key: Span<UInt8>, in tree: PageTree
  ) throws(PageFault) -> (page: UInt64, valueCount: Int?)? {
    guard var page = tree.root else { return nil }
    var buffer = [UInt8](repeating: 0, count: Self.pageSize)
    for level in 1...tree.depth {
      try read(page, &buffer)
      let nodes = try PageNodes(page, buffer, isLeaf: level == tree.depth)
      // The last node whose key is not above; a branch's first key counts as below all.
      var (low, high) = (0, nodes.count)
      while low < high {
        let middle = (low + high) / 2
        let isAbove =
          (nodes.isLeaf || middle > 0)
          && KeyOrder.precedes(key, nodes.key(middle), areIntegers: tree.hasIntegerKeys)
        if isAbove { high = middle } else { low = middle + 1 }
      }
      if nodes.isLeaf {
        let isFound =
          low > 0
          && !KeyOrder.precedes(nodes.key(low - 1), key, areIntegers: tree.hasIntegerKeys)
        return (page, isFound ? nodes.valueCount(low - 1) : nil)
      }
      page = nodes.child(low - 1)
    }
    return nil
  }
}
