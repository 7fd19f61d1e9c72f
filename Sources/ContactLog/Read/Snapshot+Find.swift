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

  /// The people and groups some word of whose names begins with each word of `query`.
  ///
  /// Case, accents and width make no difference. In order of the word found, then of number.
  ///
  /// - Parameter limit: How many to find at most.
  /// - Complexity: O(log *n* + rows with the first word's prefix); for one word O(log *n* + limit).
  public func find(name query: String, limit: Int = .max) throws -> [RecordID] {
    let words = WordIndex.words(query)
    // The longest word has the fewest rows.
    guard let first = words.max(by: { $0.count < $1.count }), limit > 0 else { return [] }
    // Long words are cut in the key.
    let prefix = Array(first.prefix(longestIndexText))
    let isSure = words.count == 1 && first.count < longestIndexText
    var found: [RecordID] = []
    var seen: Set<RecordID> = []
    let table = table(\.words)
    try scan(\.words, from: prefix.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      try Seal.check(key, stored, table)
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      if !seen.insert(id).inserted { return true }
      if !isSure {
        guard let record = try record(id), WordIndex.matches(record, words) else { return true }
      }
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

  /// The people with a phone number that may be the same as `number`, best matches first.
  ///
  /// Compares digits only: country codes and trunk zeros are leniently dropped.
  ///
  /// - Complexity: O(log *n* + candidates): people whose numbers end in the same seven digits.
  public func find(phone number: String) throws -> [(record: RecordID, match: PhoneMatch)] {
    let digits = PhoneDigits.of(number)
    if digits.isEmpty { return [] }
    var found: [(record: RecordID, match: PhoneMatch)] = []
    for id in try keys(in: \.phones, from: PhoneIndex.key(digits) + [0]) {
      guard let record = try record(id) else { continue }
      let best =
        record.entries(.phones).compactMap { $0.value.text }
        .map { PhoneDigits.match(PhoneDigits.of($0), digits) }.max() ?? .none
      switch best {
      case .exact: found.append((id, .exact))
      case .national: found.append((id, .national))
      case .short: found.append((id, .short))
      case .none: break
      }
    }
    return found.sorted { ($0.match.rawValue, $1.record) > ($1.match.rawValue, $0.record) }
  }

  /// The people with an e-mail address, whatever the case of its letters.
  ///
  /// - Complexity: O(log *n* + people found).
  public func find(email address: String) throws -> [RecordID] {
    var key: [UInt8] = []
    EmailIndex.appendKey(address, to: &key)
    key.append(0)
    let lower = address.lowercased()
    return try keys(in: \.emails, from: key).filter { id in
      // A long address is cut in the key.
      try key.count <= longestIndexText
        || record(id)?.entries(.emails).contains { $0.value.text?.lowercased() == lower } == true
    }
  }

  /// The records of all rows that begin with `prefix`, each once.
  private func keys(in name: ProjectionName, from prefix: [UInt8]) throws -> [RecordID] {
    var found: [RecordID] = []
    let table = table(name)
    try scan(name, from: prefix.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      guard key.count == prefix.count + 5 else { return true }
      try Seal.check(key, stored, table)
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      if found.last != id { found.append(id) }
      return true
    }
    return found
  }
}

/// How well two phone numbers agree.
public enum PhoneMatch: Int, Sendable, Hashable {
  /// One ends in the other, which is too short to be sure.
  case short = 1
  /// The same but for country code and trunk zeros.
  case national
  /// The same digits.
  case exact
}
