internal import ContactModel
internal import LMDB

extension Snapshot {
  /// Hands over the people and groups that folded words find, best first, until `body` returns false.
  ///
  /// - Complexity: O(log *n*) to start; then the rows that begin with the rarest word, as far as
  ///   they are asked for. Of several words that are all common the rows of each, in turn; of others
  ///   each record that the rarest finds. Where words are not stored, O(*n*).
  func forEachNamed(
    _ words: [[UInt8]], _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws {
    if words.isEmpty { return }
    var index = indices.words
    guard let edition = try edition(of: index.spec), isStored(edition) else {
      return try forEachNamedRecord(words, body)
    }
    index.id = edition.id
    var seen: Set<RecordID> = []
    var isDone = false
    func offer(_ id: RecordID, _ rank: WordIndex.Class) throws -> Bool {
      isDone = try !body(id, rank)
      return !isDone
    }
    let whole = WordIndex.whole(words)
    let isCut = whole.count > longestIndexText
    let rows = index.prefix(.whole, whole.prefix(longestIndexText) + [0])
    try forEachIndexRow(in: \.words, under: rows) { id, _ in
      if isCut, try rank(of: id, words) != .whole { return true }
      return try !seen.insert(id).inserted || offer(id, .whole)
    }
    if isDone { return }
    var (rarest, isCommon) = try rarest(of: words, index)
    if isCommon, var meeting = WordMeeting(words, index) {
      let isAll = try meeting.forEach(self) { id, rank in
        try !seen.insert(id).inserted || offer(id, rank)
      }
      if isAll || isDone { return }
      rarest = meeting.rarest ?? rarest
    }
    // Ends of words are cut early.
    let prefix = Array(rarest.prefix(WordIndex.longestEnd))
    let isSure = words.count == 1 && rarest.count <= WordIndex.longestEnd
    var later: [RecordID] = []
    for kind in [WordIndex.Class.name, .other] where !isDone {
      try forEachIndexRow(in: \.words, under: index.prefix(kind, prefix)) { id, _ in
        if !seen.insert(id).inserted { return true }
        guard let rank = try isSure ? kind : rank(of: id, words) else { return true }
        if rank == .other, kind == .name {
          later.append(id)
          return true
        }
        return try offer(id, rank)
      }
      for id in later where !isDone { _ = try offer(id, .other) }
      later = []
    }
  }

  /// The people and groups some word of whose names has the longest of folded words in it.
  ///
  /// - Complexity: O(*n*), rows of an index; records where words are not stored.
  func find(insideNames words: [[UInt8]]) throws -> [RecordID] {
    guard let longest = words.max(by: { $0.count < $1.count }), longest.count > 1 else { return [] }
    var found: Set<RecordID> = []
    guard let edition = try edition(of: indices.words.spec), isStored(edition) else {
      for kind in [RecordKind.person, .group] {
        try forEachRecord(kind) { record in
          if WordIndex.isInside(record, [longest]) { found.insert(record.id) }
          return true
        }
      }
      return found.sorted()
    }
    for kind in [WordIndex.Class.name, .other] {
      let prefix = [edition.id, kind.rawValue]
      try forEachIndexRow(
        in: \.words, under: prefix,
        where: { $0.extracting(min(2, $0.count)...).contains(longest.span) }
      ) { id, _ in
        found.insert(id)
        return true
      }
    }
    return found.sorted()
  }

  /// The groups whose name has these folded words and no others, in order of number.
  ///
  /// - Complexity: O(log *n* + people and groups of that whole name); O(groups) where words are not
  ///   stored, so that an import into such a store does not read every person for every group.
  func groups(named words: [[UInt8]]) throws -> [RecordID] {
    var found: [RecordID] = []
    if words.isEmpty { return [] }
    if isStored(try edition(of: indices.words.spec)) {
      try forEachNamed(words) { id, rank in
        if rank == .whole, id.kind == .group { found.append(id) }
        return rank == .whole
      }
    } else {
      try forEachRecord(.group) { group in
        if WordIndex.rank(of: group, words) == .whole { found.append(group.id) }
        return true
      }
    }
    return found.sorted()
  }

  private func rank(of id: RecordID, _ words: [[UInt8]]) throws -> WordIndex.Class? {
    try record(id).flatMap { WordIndex.rank(of: $0, words) }
  }

  /// As ``forEachNamed(_:_:)``, by reading every record.
  private func forEachNamedRecord(
    _ words: [[UInt8]], _ body: (RecordID, WordIndex.Class) throws -> Bool
  ) throws {
    var found: [(id: RecordID, rank: WordIndex.Class)] = []
    for kind in [RecordKind.person, .group] {
      try forEachRecord(kind) { record in
        if let rank = WordIndex.rank(of: record, words) { found.append((record.id, rank)) }
        return true
      }
    }
    for kind in WordIndex.Class.allCases {
      for match in found where match.rank == kind {
        guard try body(match.id, kind) else { return }
      }
    }
  }

  /// The word with the fewest rows, as far as a short look tells, and whether all have many.
  private func rarest(
    of words: [[UInt8]], _ index: WordIndex
  ) throws -> (word: [UInt8], isCommon: Bool) {
    guard words.count > 1 else { return (words[0], false) }
    let many = 200
    var best: (word: [UInt8], count: Int)?
    for word in words {
      var count = 0
      for kind in [WordIndex.Class.name, .other] where count < many {
        let prefix = index.prefix(kind, Array(word.prefix(WordIndex.longestEnd)))
        try forEachIndexRow(in: \.words, under: prefix) { _, _ in
          count += 1
          return count < many
        }
      }
      if best.map({ count < $0.count || count == $0.count && word.count > $0.word.count }) ?? true {
        best = (word, count)
      }
      if count == 0 { break }
    }
    return best.map { ($0.word, $0.count >= many) } ?? (words[0], false)
  }
}
