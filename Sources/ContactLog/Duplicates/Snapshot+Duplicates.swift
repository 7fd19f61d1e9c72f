internal import ContactModel
internal import LMDB

extension Snapshot {
  /// The people who may be one, in order of their numbers.
  ///
  /// - Parameter limit: How many pairs at most; the next page is asked for with the cursor of the last.
  /// - Complexity: As ``forEachDuplicate(_:_:)``.
  public func duplicates(
    _ options: DuplicateOptions = DuplicateOptions(), limit: Int = .max
  ) throws -> [DuplicatePair] {
    var found: [DuplicatePair] = []
    guard limit > 0 else { return [] }
    try forEachDuplicate(options) {
      found.append($0)
      return found.count < limit
    }
    return found
  }

  /// Hands pairs of people who may be one to `body`, in order of their numbers, until it returns false.
  ///
  /// Pairs are found by what they share in an index: uid, card, e-mail address, the end of a phone
  /// number, whole name. What more they share, and what speaks against it, is looked up in their
  /// records. People who are linked or kept apart, directly or through others, are no proposal any
  /// more; groups are none.
  ///
  /// Of a value that more than ``DuplicateReport/mostSharing`` people share, nobody is compared for its
  /// sake, and the report says so; of a name, those still are who share birthday or organisation too.
  ///
  /// - Throws: ``StoreError`` with code `damaged`; what `body` throws.
  /// - Complexity: O(rows of five indices + pairs that share a value), eight bytes of memory a pair;
  ///   a person's record is read once or a few times; each value has pairs in proportion to its people.
  @discardableResult
  public func forEachDuplicate(
    _ options: DuplicateOptions = DuplicateOptions(), _ body: (DuplicatePair) throws -> Bool
  ) throws -> DuplicateReport {
    let candidates = try DuplicateCandidates(self)
    var report = candidates.report
    let judge = DuplicateJudge(
      region: try options.region ?? reader.settings(held.transaction).region,
      phones: options.phones)
    var decided = SameHuman()
    var known = KnownTraits()
    for pair in candidates.pairs[candidates.index(after: options.after)...] {
      let (a, b) = DuplicateCandidates.people(pair)
      guard let first = try known.traits(of: a, first: a, self),
        let second = try known.traits(of: b, first: a, self)
      else { continue }
      report.compared += 1
      guard let found = judge.judge(first, second),
        found.grade >= options.minimum, try !decided.isDecided(a, b, self)
      else { continue }
      report.pairs += 1
      let isWanted = try body(
        DuplicatePair(
          first: a, second: b, grade: found.grade, reasons: found.reasons,
          objections: found.objections))
      if !isWanted { break }
    }
    return report
  }
}

/// What people are compared by, kept while it is likely to be asked for again.
private struct KnownTraits {
  // Some fifty megabytes. Whom a person is compared with is anywhere in the book, so fewer would be
  // made again for nearly every pair of a book of 100,000.
  private static let most = 100_000

  private var known: [RecordID: PersonTraits?] = [:]

  /// The traits of a person; `nil`: nobody is there.
  ///
  /// - Parameter first: The pair's first person: pairs come in order, so nobody before is asked for
  ///   again.
  mutating func traits(
    of id: RecordID, first: RecordID, _ snapshot: borrowing Snapshot
  ) throws -> PersonTraits? {
    if let found = known[id] { return found }
    if known.count >= Self.most {
      known = known.filter { $0.key >= first }
      if known.count > Self.most / 2 { known.removeAll(keepingCapacity: true) }
    }
    let traits = try snapshot.record(id).map { PersonTraits($0) }
    known[id] = .some(traits)
    return traits
  }
}

extension DuplicateCandidates {
  /// The people of a pair.
  static func people(_ pair: UInt64) -> (RecordID, RecordID) {
    (.person(Int32(pair >> 32)), .person(Int32(truncatingIfNeeded: pair)))
  }

  /// Where the pairs behind a cursor begin.
  func index(after cursor: DuplicateCursor?) -> Int {
    guard let cursor else { return 0 }
    let place =
      UInt64(UInt32(bitPattern: cursor.first.number)) << 32
      | UInt64(UInt32(bitPattern: cursor.second.number))
    return pairs.firstIndex { $0 > place } ?? pairs.count
  }
}
