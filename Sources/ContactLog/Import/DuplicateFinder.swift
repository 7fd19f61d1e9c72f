internal import ContactModel
internal import LMDB

/// Finds who a card may be of: people of the same name with one of its phone numbers or e-mail
/// addresses, and groups of the same name.
///
/// Names are equal when they have the same words, in any order, case, accents and width aside.
/// Numbers are equal but for country code and trunk zeros. It knows the store, and the cards of this
/// commit that it was told of.
struct DuplicateFinder {
  /// A record that may be the one.
  struct Found {
    let id: RecordID
    var reasons: [Property]
  }

  private struct Candidate {
    let id: RecordID
    let name: [[UInt8]]
    /// The digits, or the address in small letters.
    let value: [UInt8]
  }

  /// The most people of one number or address that are looked at: what so many share tells nobody
  /// apart, and looking at each for each card would take the square of their number.
  private static let most = 100

  private var phones: [[UInt8]: [Candidate]] = [:]
  private var emails: [[UInt8]: [Candidate]] = [:]
  private var groups: [[[UInt8]]: [RecordID]] = [:]

  /// The records that a card may be of, in order of number, those of this commit last.
  mutating func find(_ card: Card, _ snapshot: borrowing Snapshot) throws -> [Found] {
    if card.kind == .group { return try findGroups(card, snapshot) }
    var found: [RecordID: [Property]] = [:]
    var name: [[UInt8]]?
    for property in [Property.phones, .emails] {
      for entry in card.entries[property] ?? [] {
        guard let value = Self.value(entry.value, property) else { continue }
        for candidate in try candidates(property, value, snapshot)
        where Self.isEqual(candidate.value, value, property) {
          let own = name ?? Self.name(card)
          name = own
          guard !own.isEmpty, own == candidate.name else { continue }
          if found[candidate.id]?.contains(property) != true {
            found[candidate.id, default: []].append(property)
          }
        }
      }
    }
    // Numbers of this commit are negative, and count down.
    return found.map { Found(id: $0.key, reasons: $0.value) }
      .sorted {
        ($0.id.isUnsaved ? 1 : 0, $0.id.number.magnitude) < (
          $1.id.isUnsaved ? 1 : 0, $1.id.number.magnitude
        )
      }
  }

  /// Takes in a card of this commit; ``find(_:_:)`` was asked for it before.
  mutating func add(_ card: Card, _ id: RecordID) {
    let name = Self.name(card)
    if name.isEmpty { return }
    if card.kind == .group {
      groups[name]?.append(id)
      return
    }
    for entry in card.entries[.phones] ?? [] {
      guard let value = Self.value(entry.value, .phones) else { continue }
      Self.append(Candidate(id: id, name: name, value: value), to: &phones[Self.phoneKey(value)])
    }
    for entry in card.entries[.emails] ?? [] {
      guard let value = Self.value(entry.value, .emails) else { continue }
      Self.append(Candidate(id: id, name: name, value: value), to: &emails[value])
    }
  }

  private static func append(_ candidate: Candidate, to list: inout [Candidate]?) {
    guard let count = list?.count, count < most else { return }
    list?.append(candidate)
  }

  // MARK: - What is compared

  /// What is compared of an entry: the digits, or the address in small letters.
  static func value(_ value: Value, _ property: Property) -> [UInt8]? {
    guard let text = value.text else { return nil }
    let value = property == .phones ? PhoneDigits.of(text) : text.utf8.map(\.lowercasedASCII)
    return value.isEmpty ? nil : value
  }

  /// Whether two numbers or addresses are the same.
  static func isEqual(_ a: [UInt8], _ b: [UInt8], _ property: Property) -> Bool {
    guard property == .phones else { return a == b }
    let match = DigitComparison.match(a, b)
    return match == .exact || match == .national
  }

  /// How the keys of all numbers begin that may be the same as one of these digits.
  private static func phoneKey(_ digits: [UInt8]) -> [UInt8] {
    Array(PhoneDigits.reversed(digits).prefix(PhoneIndex.sharedDigits))
  }

  /// The words of a name, folded and sorted.
  private static func name(_ text: (Property) -> String?, _ kind: RecordKind, isOrganization: Bool)
    -> [[UInt8]]
  {
    let parts: [[Property]] =
      kind == .group
      ? [[.name]]
      : isOrganization
        ? [[.organization], [.formattedName]]
        : [[.firstName, .middleName, .lastName], [.formattedName], [.organization]]
    for properties in parts {
      let words = properties.compactMap(text).flatMap(WordIndex.words)
      if !words.isEmpty { return words.sorted { $0.lexicographicallyPrecedes($1) } }
    }
    return []
  }

  private static func name(_ card: Card) -> [[UInt8]] {
    name(
      { card.text($0) }, card.kind,
      isOrganization: card.values[.personKind]?.integer == 1)
  }

  private static func name(_ record: Record) -> [[UInt8]] {
    name({ record.text($0) }, record.id.kind, isOrganization: record.isOrganization)
  }

  // MARK: - Candidates

  private mutating func candidates(
    _ property: Property, _ value: [UInt8], _ snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    if property == .phones {
      let key = Self.phoneKey(value)
      if let known = phones[key] { return known }
      // A short number must be there whole; a longer one may have a country's code in front.
      let isWhole = key.count < PhoneIndex.sharedDigits
      let stored = try Self.stored(
        property, \.phones, isWhole ? key + [0] : key, isWhole: isWhole, snapshot)
      phones[key] = stored
      return stored
    }
    if let known = emails[value] { return known }
    var key = Array(value.prefix(longestIndexText))
    key.append(0)
    let stored = try Self.stored(property, \.emails, key, isWhole: true, snapshot)
    emails[value] = stored
    return stored
  }

  private static func stored(
    _ property: Property, _ index: ProjectionName, _ prefix: [UInt8], isWhole: Bool,
    _ snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    var ids: [RecordID] = []
    let table = snapshot.table(index)
    try snapshot.scan(index, from: prefix.span) { key, stored in
      guard key.starts(with: prefix.span) else { return false }
      guard !isWhole || key.count == prefix.count + 5 else { return true }
      try Seal.check(key, stored, table)
      guard let id = key.lastRecord else { throw Seal.damage(key, table) }
      if !ids.contains(id) { ids.append(id) }
      return ids.count < most
    }
    return try ids.flatMap { id -> [Candidate] in
      guard let record = try snapshot.record(id) else { return [] }
      let name = name(record)
      return record.entries(property).compactMap { entry in
        value(entry.value, property).map {
          Candidate(id: id, name: name, value: $0)
        }
      }
    }
  }

  private mutating func findGroups(
    _ card: Card, _ snapshot: borrowing Snapshot
  ) throws -> [Found] {
    let name = Self.name(card)
    if name.isEmpty { return [] }
    if groups[name] == nil {
      groups[name] = try snapshot.groups(named: name)
    }
    return (groups[name] ?? []).map { Found(id: $0, reasons: [.name]) }
  }
}
