public import ContactModel

/// How sure it is that two people are one.
public enum DuplicateGrade: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// One thing speaks for it: the same name, number or address, and nothing else.
  case possible = 1
  /// The same name and something that fits, or the same number or address and a name that may be.
  case likely
  /// The same name with the same address or number, or the same uid or card.
  case certain

  public static func < (a: DuplicateGrade, b: DuplicateGrade) -> Bool { a.rawValue < b.rawValue }

  /// The word for programs.
  public var name: String { "\(self)" }
}

/// What speaks for two people being one.
public enum DuplicateReason: String, Sendable, Hashable, CaseIterable {
  /// The same uid.
  case uid
  /// Both were last imported from the same card.
  case card
  /// The same words make up the name, case, accents and order aside.
  case name
  /// Each word of the shorter name is, or begins, a word of the other.
  case partOfName
  /// The same e-mail address.
  case email
  /// The same phone number.
  case phone
  /// Phone numbers that are the same but for the country code of one.
  case nationalPhone
  /// The same birthday, year included.
  case birthday
  /// The same organisation.
  case organization
  /// The same postal address.
  case address
}

/// What speaks against two people being one.
public enum DuplicateObjection: String, Sendable, Hashable, CaseIterable {
  /// Other birthdays.
  case birthday
  /// Other suffixes of the name, such as Jr and Sr.
  case suffix
}

/// Two people who may be one, for somebody to decide.
public struct DuplicatePair: Sendable, Hashable {
  /// The one with the smaller number.
  public let first: RecordID
  /// The other one.
  public let second: RecordID
  /// How sure it is.
  public let grade: DuplicateGrade
  /// What speaks for it, the strongest first.
  public let reasons: [DuplicateReason]
  /// What speaks against it.
  public let objections: [DuplicateObjection]

  /// Where it stands in a sequence of pairs.
  public var cursor: DuplicateCursor { DuplicateCursor(first: first, second: second) }
}

/// A place in a sequence of pairs, for going on where a page ended, whatever was saved since.
public struct DuplicateCursor: Sendable, Hashable {
  let first: RecordID
  let second: RecordID

  /// Behind the pair of these two people.
  public init(first: RecordID, second: RecordID) {
    self.first = min(first, second)
    self.second = max(first, second)
  }
}

/// A value that so many people share that it tells nobody apart.
///
/// They are not compared for its sake: each with each would take the square of their number.
public struct DuplicateCrowd: Sendable, Hashable {
  /// What they share.
  public let reason: DuplicateReason
  /// The name, address or digits, as the index has them.
  public let value: String
  /// How many they are.
  public let people: Int
}

/// What to look for.
public struct DuplicateOptions: Sendable {
  /// Pairs of lower grades are left out.
  public var minimum = DuplicateGrade.possible
  /// The region whose numbers need no country code; `nil`: that of the store's settings.
  public var region: String?
  /// Decides whether two phone numbers are the same.
  public var phones: any PhoneComparing = DigitComparison()
  /// Only pairs behind this one; `nil`: all.
  public var after: DuplicateCursor?

  /// The usual way.
  public init() {}
}

/// What a search for duplicates came to.
public struct DuplicateReport: Sendable, Hashable {
  /// How many pairs were handed over.
  public internal(set) var pairs = 0
  /// How many rows of indices were looked at.
  public internal(set) var rows = 0
  /// How many pairs share a value, and were compared by their records.
  public internal(set) var compared = 0
  /// How many values too many people share.
  public internal(set) var crowdCount = 0
  /// These values, at most ``mostCrowds``.
  public internal(set) var crowds: [DuplicateCrowd] = []

  /// The most crowds that are named; the count is of all.
  public static let mostCrowds = 100
  /// The most people of one value that are compared with each other.
  public static let mostSharing = 50

  /// A report of nothing.
  public init() {}
}
