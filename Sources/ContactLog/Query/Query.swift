/// What to find: conditions that all must hold.
///
/// Made from text by ``init(parsing:)``, or put together by a program:
///
///     let query = try Query(parsing: #"zoe org:"Acme Inc" -has:phone"#)
///     let same = Query([
///       .init(.name("zoe")), .init(.organization("Acme Inc")), .init(.has(.phone), isNegated: true),
///     ])
public struct Query: Sendable, Hashable {
  /// One condition, or its opposite.
  public struct Term: Sendable, Hashable {
    /// What must hold.
    public var condition: Condition
    /// Whether it must not hold.
    public var isNegated: Bool

    /// Makes a term.
    public init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }
  }

  /// Something that can be said of a person or group.
  public enum Condition: Sendable, Hashable {
    /// Each word begins a word of its names.
    case name(String)
    /// Each word begins a word of any text: names, notes, addresses and all else.
    case text(String)
    /// It has this phone number; or, if nobody has, a number with these digits in it.
    case phone(String)
    /// It has an e-mail address that begins so; or, with `@` first, that ends so.
    case email(String)
    /// Each word begins a word of its organisation.
    case organization(String)
    /// It is a member of a group with this name; each word begins a word of the group's.
    case group(String)
    /// Something is there.
    case has(Content)
    /// It changed at or after a time, microseconds since 1970 in UTC.
    case changedSince(Int64)
    /// This author created it; case and accents make no difference.
    case createdBy(String)
  }

  /// What a record may have.
  public enum Content: String, Sendable, Hashable, CaseIterable {
    case photo, phone, email, address, birthday, note, nickname, organization, date, url
    case message, relation, profile, group, link
  }

  /// The conditions.
  public var terms: [Term]

  /// Makes a query of terms.
  public init(_ terms: [Term]) { self.terms = terms }
}

/// Why a text is no query, and where.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Sendable, Hashable {
    /// There is nothing to look for.
    case empty
    /// A field's name is not known.
    case unknownField
    /// A field or `-` has nothing behind it.
    case missingValue
    /// A quotation mark has no partner.
    case openQuote
    /// What stands behind a field cannot stand there.
    case badValue
    /// There are more than ``Query/mostTerms`` terms.
    case tooLong
  }

  /// What is wrong.
  public let code: Code
  /// Where it is: characters of the text, counted from 0.
  public let range: Range<Int>
  /// What is wrong, and what can be written there.
  public let reason: String

  /// What is wrong, and where: characters counted from 1, as people count.
  public var description: String { "at character \(range.lowerBound + 1): \(reason)" }
}
