// The query language: terms with spaces between, all of which must hold.
//
//   term   =  ["-"] [field ":"] value
//   value  =  word  or  "words, \" and \\ with a backslash in front"
//
// Parsed by hand in one pass.

extension Query {
  /// The most terms of one query.
  public static let mostTerms = 64

  /// The fields that stand in front of a colon.
  public static let fields = [
    "name", "text", "phone", "email", "org", "group", "has", "changed-since", "created-by",
  ]

  /// Reads a query as people write it.
  ///
  /// A term is a word, or several in quotation marks, with a field in front if wanted: `name:`,
  /// `phone:`, `email:`, `org:`, `group:`, `text:` (all text), `has:photo` (or ``Content``),
  /// `changed-since:2026-05-01` (a year, month, day, or an RFC 3339 time; days begin in UTC),
  /// `created-by:`. A `-` in front of a term turns it round. A word without a field is part of a name;
  /// with an `@` in it an e-mail address. A text of nothing but digits and what stands between them in
  /// phone numbers is one number.
  ///
  /// - Throws: ``QueryError`` that says where the text is wrong and what can stand there.
  /// - Complexity: O(length of the text).
  public init(parsing text: String) throws(QueryError) {
    if Self.isPhoneNumber(text) {
      self.init([Term(.phone(text))])
      return
    }
    var parser = QueryParser(text)
    self.init(try parser.terms())
  }

  /// Whether a text is a phone number and nothing else: three digits or more.
  static func isPhoneNumber(_ text: String) -> Bool {
    var digits = 0
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if PhoneDigits.digit(scalar.value) != nil {
        digits += 1
      } else if index == 0
        ? !"+( ".unicodeScalars.contains(scalar)
        : !"+()-./ \u{A0}\u{2010}\u{2011}\u{2013}".unicodeScalars.contains(scalar)
      {
        return false
      }
    }
    return digits >= 3
  }
}

/// Reads one query.
private struct QueryParser {
  private let characters: [Character]
  private var index = 0

  init(_ text: String) { characters = Array(text) }

  mutating func terms() throws(QueryError) -> [Query.Term] {
    var terms: [Query.Term] = []
    skipSpaces()
    while index < characters.count {
      if terms.count == Query.mostTerms {
        throw error(.tooLong, index..<characters.count, "more than \(Query.mostTerms) terms")
      }
      terms.append(try term())
      skipSpaces()
    }
    if terms.isEmpty {
      throw error(.empty, 0..<characters.count, "nothing to look for; write a name, or name:ZOE")
    }
    return terms
  }

  private mutating func term() throws(QueryError) -> Query.Term {
    let start = index
    let isNegated = characters[index] == "-"
    if isNegated { index += 1 }
    let field = try self.field()
    let valueStart = index
    let (value, isQuoted) = try self.value()
    if value.isEmpty, !isQuoted {
      let what = field.map { "'\($0):'" } ?? "'-'"
      throw error(.missingValue, start..<index, "\(what) has nothing behind it")
    }
    let range = valueStart..<index
    let condition = try condition(field, value, isQuoted: isQuoted, range)
    return Query.Term(condition, isNegated: isNegated)
  }

  /// The letters in front of a colon, if there are any.
  private mutating func field() throws(QueryError) -> String? {
    var end = index
    while end < characters.count, characters[end].isASCII,
      characters[end].isLetter || characters[end] == "-" && end > index
    { end += 1 }
    guard end > index, end < characters.count, characters[end] == ":" else { return nil }
    let name = String(characters[index..<end]).lowercased()
    guard Query.fields.contains(name) else {
      throw error(
        .unknownField, index..<end,
        "there is no field '\(name.prefix(40))'; fields are \(Query.fields.joined(separator: ", ")); "
          + "put text with a colon in quotation marks")
    }
    index = end + 1
    return name
  }

  private mutating func value() throws(QueryError) -> (text: String, isQuoted: Bool) {
    guard index < characters.count, Self.opening.contains(characters[index]) else {
      let start = index
      while index < characters.count, !characters[index].isWhitespace { index += 1 }
      return (String(characters[start..<index]), false)
    }
    let start = index
    var text = ""
    index += 1
    while index < characters.count, !Self.closing.contains(characters[index]) {
      if characters[index] == "\\", index + 1 < characters.count,
        characters[index + 1] == "\\" || Self.closing.contains(characters[index + 1])
      {
        index += 1
      }
      text.append(characters[index])
      index += 1
    }
    guard index < characters.count else {
      throw error(.openQuote, start..<start + 1, "this quotation mark has no partner")
    }
    index += 1
    return (text, true)
  }

  // Keyboards of telephones write typographic marks.
  private static let opening: Set<Character> = ["\"", "\u{201C}", "\u{201E}"]
  private static let closing: Set<Character> = ["\"", "\u{201D}", "\u{201C}"]

  private func condition(
    _ field: String?, _ value: String, isQuoted: Bool, _ range: Range<Int>
  ) throws(QueryError) -> Query.Condition {
    switch field {
    case "name": return .name(value)
    case "text": return .text(value)
    case "phone":
      guard !PhoneDigits.of(value).isEmpty else {
        throw error(.badValue, range, "a phone number has digits, such as phone:\"030 1234\"")
      }
      return .phone(value)
    case "email": return .email(value)
    case "org": return .organization(value)
    case "group": return .group(value)
    case "has":
      let aliases = ["org": "organization", "mail": "email", "image": "photo"]
      guard let content = Query.Content(rawValue: aliases[value.lowercased()] ?? value.lowercased())
      else {
        let known = Query.Content.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(.badValue, range, "has: takes one of \(known)")
      }
      return .has(content)
    case "changed-since":
      guard let time = QueryDate.microseconds(value) else {
        throw error(
          .badValue, range,
          "changed-since: takes a date such as 2026-05-01, 2026-05 or 2026, or 2026-05-01T09:30:00Z"
        )
      }
      return .changedSince(time)
    case "created-by": return .createdBy(value)
    default:
      if !isQuoted, value.contains("@") { return .email(value) }
      if !isQuoted, Query.isPhoneNumber(value), PhoneDigits.of(value).count >= 5 {
        return .phone(value)
      }
      return .name(value)
    }
  }

  private mutating func skipSpaces() {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
  }

  private func error(
    _ code: QueryError.Code, _ range: Range<Int>, _ reason: String
  ) -> QueryError {
    QueryError(code: code, range: range, reason: reason)
  }
}
