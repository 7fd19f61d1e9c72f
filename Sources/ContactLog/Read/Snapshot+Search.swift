internal import Collation
public import ContactModel
internal import LMDB

/// An answer to a query.
public struct SearchMatch: Sendable, Hashable {
  /// What a match is worth; the best come first.
  public enum Rank: Int, Sendable, Hashable, Comparable {
    /// The query's words are the whole name.
    case wholeName = 0
    /// Each word begins a word of the family or given name, or of a group's name.
    case name
    /// Any other.
    case other

    public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// Who.
  public let record: RecordID
  /// What it is worth.
  public let rank: Rank
  /// How well the number agrees, in a query for a phone number; `nil` in others, and where only some
  /// digits agree.
  public let phone: PhoneMatch?
}

/// How to answer a query.
public struct SearchOptions: Sendable {
  /// The region whose numbers need no country code; `nil`: that of the store's settings.
  public var region: String?
  /// Decides whether two phone numbers are the same.
  public var phones: any PhoneComparing = DigitComparison()

  /// The usual way.
  public init() {}
}

extension Snapshot {
  /// The people and groups that a query finds, best first.
  ///
  /// - Parameter limit: How many to find at most.
  /// - Throws: ``StoreError`` with code `damaged`.
  /// - Complexity: As ``forEachMatch(of:options:_:)``.
  public func search(
    _ query: Query, options: SearchOptions = SearchOptions(), limit: Int = .max
  ) throws -> [SearchMatch] {
    var found: [SearchMatch] = []
    guard limit > 0 else { return [] }
    try forEachMatch(of: query, options: options) {
      found.append($0)
      return found.count < limit
    }
    return found
  }

  /// Hands the people and groups that a query finds to `body`, best first, until it returns false.
  ///
  /// Where no word of any name begins so, words are found that have it in them.
  ///
  /// They are found as they are asked for: rows behind the last match are not read. The index of the
  /// rarest condition finds candidates, and the others are looked up in their records.
  ///
  /// - Throws: ``StoreError`` with code `damaged`; what `body` throws.
  /// - Complexity: O(log *n* + candidates up to the last match) where the query has a phone number, an
  ///   e-mail address, a group or a name that somebody has; O(*n*) without.
  public func forEachMatch(
    of query: Query, options: SearchOptions = SearchOptions(),
    _ body: (SearchMatch) throws -> Bool
  ) throws {
    var options = options
    options.region = try options.region ?? reader.settings(held.transaction).region
    var filter = try QueryFilter(query, options, self)
    if filter.isHopeless { return }
    var hasOffered = false
    func offer(
      _ id: RecordID, _ rank: WordIndex.Class? = nil, _ phone: PhoneMatch? = nil,
      record known: Record? = nil
    ) throws -> Bool {
      if filter.isRankEnough, let rank {
        hasOffered = true
        return try body(SearchMatch(record: id, rank: .init(rank), phone: phone))
      }
      guard let record = try known ?? record(id),
        let found = try filter.matches(record, self)
      else { return true }
      hasOffered = true
      return try body(
        SearchMatch(record: id, rank: .init(found.rank), phone: phone ?? found.phone))
    }
    if let number = filter.phones.first {
      for (id, match) in try find(phone: number, options) where try !offer(id, nil, match) {
        return
      }
    } else if let address = filter.emails.first {
      for id in try find(partOfEmail: address) where try !offer(id) { return }
    } else if let members = filter.smallestGroup {
      for id in members.sorted() where try !offer(id) { return }
    } else if !filter.names.isEmpty {
      try forEachNamed(filter.names) { try offer($0, $1) }
      if hasOffered { return }
      // No word begins so: then words that have it in them.
      filter.looksInside = true
      for id in try find(insideNames: filter.names) where try !offer(id) { return }
    } else if !filter.organizations.isEmpty {
      try forEachNamed(filter.organizations) { id, _ in try offer(id) }
    } else {
      for kind in [RecordKind.person, .group] {
        var isDone = false
        try forEachRecord(kind) { record in
          isDone = try !offer(record.id, record: record)
          return !isDone
        }
        if isDone { return }
      }
    }
  }

  /// As ``find(phone:region:comparing:)``; where nobody has the number, everybody who has one with its
  /// digits in it.
  private func find(
    phone number: String, _ options: SearchOptions
  ) throws -> [(record: RecordID, match: PhoneMatch?)] {
    let found = try find(phone: number, region: options.region, comparing: options.phones)
    if !found.isEmpty { return found.map { ($0.record, $0.match) } }
    return try find(digits: PhoneDigits.of(number)).map { ($0, nil) }
  }
}

extension SearchMatch.Rank {
  init(_ rank: WordIndex.Class?) {
    switch rank {
    case .whole: self = .wholeName
    case .name: self = .name
    case .other, nil: self = .other
    }
  }
}
