internal import ContactModel
internal import FileSystem
internal import Hashing
internal import LMDB
internal import Synchronization

// Copies of the projections as of earlier commits, in the store's folder `cache/`. Nothing depends on
// them: one that is missing, damaged, stale or too large is deleted, and the answer is made from the
// log.

extension Store {
  private var copiesFolder: String { "\(path)/cache" }

  /// The copy nearest to a head, made if there is none within so many events.
  ///
  /// - Returns: `nil` where none can be kept: no space, no rights, larger than its share.
  /// - Throws: Only what reading the log throws.
  /// - Complexity: O(log *n*) for one that is open; O(its rows) to open one; O(events up to the head)
  ///   to make one.
  func copy(
    near target: Head, within limit: UInt64, _ indices: Indices, _ reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws -> PastCopy? {
    let candidates = try candidates(near: target, within: limit, reader, transaction)
    return try copying.withLock { _ in
      try openOrMake(target, candidates, indices)
    }
  }

  private func openOrMake(
    _ target: Head, _ candidates: [(name: String, head: Head)], _ indices: Indices
  ) throws -> PastCopy? {
    for candidate in candidates {
      if let copy = open(candidate.name, candidate.head, indices) { return copy }
    }
    // Another thread may have made it while this one waited.
    if let copy = open(PastCopy.name(target), target, indices) { return copy }
    do {
      return try make(target, indices)
    } catch let fault as LogFault {
      throw StoreError(.damaged, fault.description)
    } catch {
      let error = StoreError.translating(error)
      if let error = error as? StoreError, ![.damaged, .closed].contains(error.code) {
        // A full disk or a folder without rights is no reason to give no answer.
        return nil
      }
      throw error
    }
  }

  /// Copies of this log within reach, the nearest first; folders that are none of its are deleted.
  private func candidates(
    near target: Head, within limit: UInt64, _ reader: RowReader,
    _ transaction: borrowing ReadTransaction
  ) throws -> [(name: String, head: Head)] {
    var found: [(name: String, head: Head)] = []
    for name in (try? Directory.contents(of: copiesFolder)) ?? [] {
      guard let (number, hash) = PastCopy.parse(name) else { continue }
      guard let commit = try reader.commit(number, transaction) else { continue }
      guard commit.hash.bytes.starts(with: hash) else {
        remove(name)
        continue
      }
      var head = Head()
      head.commit = number
      head.hash = commit.hash
      head.position = commit.header.lastPosition
      found.append((name, head))
    }
    func distance(_ head: Head) -> UInt64 {
      max(head.position, target.position) - min(head.position, target.position)
    }
    return found.filter { distance($0.head) <= limit }
      .sorted { distance($0.head) < distance($1.head) }
  }

  private func open(_ name: String, _ head: Head, _ indices: Indices) -> PastCopy? {
    if let open = pasts.withLock({ $0.copies.first { $0.name == name } }) {
      if open.head.projectionVersion == indices.version(of: indices.fresh) { return open }
      remove(name)
      return nil
    }
    let folder = "\(copiesFolder)/\(name)"
    guard (try? FileInfo.at(folder)) != nil else { return nil }
    do {
      let copy = try PastCopy.open(
        folder, name: name, of: head, book: identity.book,
        version: indices.version(of: indices.fresh),
        options: copyOptions)
      guard let copy else {
        remove(name)
        return nil
      }
      try? File.touch("\(folder)/used")
      pasts.withLock { $0.copies.append(copy) }
      return copy
    } catch {
      remove(name)
      return nil
    }
  }

  private var copyOptions: Environment.Options {
    Environment.Options(
      mapSize: options.mapSize, maxTables: Tables.Projections.names.count + 1, maxReaders: 126)
  }

  /// Closes a copy and deletes its folder; readers of it go on with what they have.
  private func remove(_ name: String) {
    let open = pasts.withLock { pasts -> PastCopy? in
      guard let index = pasts.copies.firstIndex(where: { $0.name == name }) else { return nil }
      return pasts.copies.remove(at: index)
    }
    open?.environment.close()
    try? Directory.removeTree("\(copiesFolder)/\(name)")
  }

  // MARK: Making

  /// Makes a copy beside the others and gives it its name: whole or not at all.
  private func make(_ target: Head, _ indices: Indices) throws -> PastCopy? {
    if options.pastShare <= 0 || pasts.withLock({ $0.areTooLarge }) { return nil }
    switch try FileInfo.at(copiesFolder)?.kind {
    case nil: try Directory.create(copiesFolder)
    case .directory?: break
    default: return nil
    }
    let building = "\(copiesFolder)/building-\(Hex.string(SecureRandom.bytes(8)))"
    try Directory.create(building)
    do {
      let size = try fill(building, target, indices)
      guard makeRoom(for: size) else {
        pasts.withLock { $0.areTooLarge = true }
        try Directory.removeTree(building)
        return nil
      }
      let name = PastCopy.name(target)
      do {
        try Directory.rename(building, to: "\(copiesFolder)/\(name)")
      } catch {
        // Another process may have been faster.
        try Directory.removeTree(building)
      }
      return open(name, target, indices)
    } catch {
      try? Directory.removeTree(building)
      throw error
    }
  }

  /// Fills an environment with the projections as of a head.
  ///
  /// - Returns: The size of its file.
  private func fill(_ folder: String, _ target: Head, _ indices: Indices) throws -> Int {
    let environment = try Environment.create(directory: folder, options: copyOptions)
    do {
      let (meta, tables) = try Tables.Projections.open(environment, create: true)
      var head = target
      head.projectionVersion = indices.version(of: indices.fresh)
      // No record was created without an event.
      let next = Int32(clamping: target.position + 1)
      let upper = try self.head().nextNumbers
      for range in Fold.ranges(next: pointwiseMin(upper, SIMD4(repeating: next))) {
        let fold = try fold(range, target) { _, _ in }
        for kind in fold.records.indices {
          head.counts[kind] += Int64(fold.records[kind].count { $0.record.exists })
        }
        try fold.writeRecords(to: tables, of: environment, indices.bound(to: indices.fresh))
      }
      try PastCopy.finish(environment, meta, head: head, book: identity.book)
      environment.close()
    } catch {
      environment.close()
      throw error
    }
    try PastCopy.seal(folder)
    return try FileInfo.at("\(folder)/data.mdb")?.size ?? 0
  }

  // MARK: Their share

  /// Deletes copies until one of `size` bytes fits into the share, those used longest ago first.
  ///
  /// - Returns: Whether it fits.
  private func makeRoom(for size: Int) -> Bool {
    guard let store = try? FileInfo.at("\(path)/data.mdb")?.size else { return false }
    let share = store / 100 * options.pastShare
    guard size <= share else { return false }
    var others: [(name: String, size: Int, used: Int64)] = []
    for name in (try? Directory.contents(of: copiesFolder)) ?? [] {
      let folder = "\(copiesFolder)/\(name)"
      guard let file = try? FileInfo.at("\(folder)/data.mdb") else { continue }
      let used = (try? FileInfo.at("\(folder)/used"))?.modified ?? file.modified
      if PastCopy.parse(name) != nil {
        others.append((name, file.size, used))
      } else if name.hasPrefix("building-"),
        Clock.wallMicroseconds() - file.modified > 3_600_000_000
      {
        // Left by a process that was killed.
        try? Directory.removeTree(folder)
      }
    }
    var total = size + others.reduce(0) { $0 + $1.size }
    for other in others.sorted(by: { $0.used < $1.used }) where total > share {
      remove(other.name)
      total -= other.size
    }
    return true
  }
}
