public import ContactModel
internal import LMDB

extension Snapshot {
  /// The records that a uid names, removed ones included, in order of kind and number.
  ///
  /// `urn:uuid:` in front and the case of letters make no difference.
  ///
  /// - Complexity: O(log *n*).
  public func records(uid: String) throws -> [RecordID] {
    var key: [UInt8] = []
    UIDIndex.appendKey(uid, to: &key)
    key.append(0)
    let found = try keys(in: \.uids, from: key)
    if key.count <= longestIndexText { return found }
    // A long uid is cut in the key.
    let folded = UIDIndex.folded(uid)
    return try found.filter { try recordOrRemoved($0).map { UIDIndex.folded($0.uid) } == folded }
  }

  /// The records last imported from a card with this digest, removed ones included.
  public func records(card: ContentHash) throws -> [RecordID] {
    try keys(in: \.cards, from: card.bytes)
  }

  /// The people and groups that each word of `query` begins some word of whose names.
  ///
  /// Case, accents, width and the like make no difference; of words in Chinese characters, kana and
  /// Hangul any part is found. Best matches first: those whose whole name it is, then by family and
  /// given name, then others; within these in order of the word found, then of number, for one word, and
  /// in no order for several.
  ///
  /// - Parameter limit: How many to find at most.
  /// - Complexity: O(log *n* + rows with the rarest word's beginning), of common words those of each;
  ///   for one word O(log *n* + limit).
  public func find(name query: String, limit: Int = .max) throws -> [RecordID] {
    var found: [RecordID] = []
    guard limit > 0 else { return [] }
    try forEachNamed(WordIndex.words(query)) { id, _ in
      found.append(id)
      return found.count < limit
    }
    return found
  }

  /// The people and groups whose whole shown name is `name`, case, accents and width aside.
  ///
  /// - Complexity: As ``find(name:limit:)``, and one row for each candidate.
  public func find(exactName name: String) throws -> [RecordID] {
    let words = WordIndex.words(name)
    return try find(name: name).filter { id in
      guard let record = try record(id) else { return false }
      return [false, true].contains {
        words == WordIndex.words(record.compositeName(lastNameFirst: $0))
      }
    }
  }

  /// The people with an e-mail address, whatever the case of its letters.
  ///
  /// First come those who have the part in front of the `@` as it is given here: to some servers its
  /// capitals mean something, a domain's never do.
  ///
  /// - Complexity: O(log *n* + people found), one record each where there are several.
  public func find(email address: String) throws -> [RecordID] {
    var key: [UInt8] = []
    EmailIndex.appendKey(address, to: &key)
    key.append(0)
    let folded = EmailIndex.folded(address)
    let local = EmailIndex.local(address)
    let candidates = try keys(in: \.emails, from: key)
    // A long address is cut in the key.
    if candidates.count < 2, key.count <= longestIndexText { return candidates }
    var (same, others): ([RecordID], [RecordID]) = ([], [])
    for id in candidates {
      let addresses =
        try record(id)?.entries(.emails).compactMap { $0.value.text }
        .filter { EmailIndex.folded($0) == folded } ?? []
      if addresses.contains(where: { EmailIndex.local($0).elementsEqual(local) }) {
        same.append(id)
      } else if !addresses.isEmpty {
        others.append(id)
      }
    }
    return same + others
  }

  /// The people with an address that begins so, or, for one that begins with `@`, that ends so.
  ///
  /// - Complexity: O(log *n* + addresses that begin so); O(addresses) for one that begins with `@`.
  func find(partOfEmail part: String) throws -> [RecordID] {
    var wanted: [UInt8] = []
    EmailIndex.appendKey(part, to: &wanted)
    let isDomain = wanted.first == UInt8(ascii: "@")
    var found: [RecordID] = []
    var seen: Set<RecordID> = []
    func isMeant(_ text: Span<UInt8>) -> Bool {
      isDomain ? text.ends(with: wanted.span) : text.starts(with: wanted.span)
    }
    try forEachIndexRow(in: \.emails, under: isDomain ? [] : wanted, where: isMeant) { id, _ in
      if seen.insert(id).inserted { found.append(id) }
      return true
    }
    return found
  }

  /// The records of all rows that begin with `prefix`, each once.
  ///
  /// - Parameter isWhole: Whether only the record stands behind it.
  func keys(
    in name: ProjectionName, from prefix: [UInt8], isWhole: Bool = true
  ) throws -> [RecordID] {
    var found: [RecordID] = []
    try forEachIndexRow(in: name, under: prefix) { id, key in
      if !isWhole || key.count == prefix.count + 5, found.last != id { found.append(id) }
      return true
    }
    return found
  }
}

extension Span<UInt8> {
  /// Whether the bytes end with `suffix`.
  func ends(with suffix: Span<UInt8>) -> Bool {
    count >= suffix.count && extracting((count - suffix.count)...).isSame(as: suffix)
  }

  /// Whether the bytes have `part` in them.
  func contains(_ part: Span<UInt8>) -> Bool {
    guard count >= part.count else { return false }
    for start in 0...(count - part.count) where extracting(start...).starts(with: part) {
      return true
    }
    return false
  }
}
