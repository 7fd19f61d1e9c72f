/// What the values of a property are in jCard (RFC 7095 section 3.3).
struct JCardShape: Sendable {
  /// How many values a line has.
  enum Parts: Sendable {
    /// One.
    case one
    /// Several, one after the other.
    case list
    /// An array of parts.
    case structured
    /// An array of parts, each of which may be an array.
    case structuredWithLists
  }

  /// The kind of value where the line does not say it.
  let kind: String
  /// How many values a line has.
  let parts: Parts

  /// A property that RFC 6350 does not have.
  static let own = JCardShape(kind: "unknown", parts: .one)
  /// One text.
  static let text = texts(.one)
  /// One address.
  static let address = JCardShape(kind: "uri", parts: .one)
  /// A date of which parts may be unknown.
  static let date = JCardShape(kind: "date-and-or-time", parts: .one)
  /// A point in time.
  static let timestamp = JCardShape(kind: "timestamp", parts: .one)
  /// A language.
  static let language = JCardShape(kind: "language-tag", parts: .one)

  /// Texts.
  static func texts(_ parts: Parts) -> JCardShape { JCardShape(kind: "text", parts: parts) }
}

extension JCardShape {
  /// The shape of a property's values; names are in capitals.
  ///
  /// A property of somebody's own beside one of RFC 6350 in the same file has no shape.
  static func of(_ name: String) -> JCardShape { table[name] ?? own }

  private static let table: [String: JCardShape] = {
    var shapes = others
    for property in CardProperty.all where property.shape.kind != own.kind {
      for name in property.names where !name.hasPrefix("X-") { shapes[name] = property.shape }
    }
    return shapes
  }()

  /// Properties that the model has no place for (RFC 6350, 6474, 6715, 8605, 9554).
  private static let others: [String: JCardShape] = {
    var shapes: [String: JCardShape] = [
      "GENDER": texts(.structured), "CLIENTPIDMAP": texts(.structured), "DEATHDATE": date,
      "CREATED": timestamp, "LANG": language, "LANGUAGE": language,
    ]
    for name in [
      "SOURCE", "GEO", "LOGO", "KEY", "FBURL", "CALADRURI", "CALURI", "ORG-DIRECTORY",
      "CONTACT-URI",
    ] {
      shapes[name] = address
    }
    for name in [
      "XML", "TZ", "ROLE", "PRODID", "EXPERTISE", "HOBBY", "INTEREST", "BIRTHPLACE", "DEATHPLACE",
      "GRAMGENDER", "PRONOUNS", "JSPROP",
    ] {
      shapes[name] = text
    }
    return shapes
  }()
}
