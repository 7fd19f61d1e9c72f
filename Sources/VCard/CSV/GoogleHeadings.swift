import ContactModel

/// The headings of Google Contacts: those it had up to 2023, and those it has now.
enum GoogleHeadings {
  /// Columns that stand once.
  static let single: [(String, CSVTarget)] = [
    ("Name", .formattedName),
    ("Given Name", .value(.firstName)), ("First Name", .value(.firstName)),
    ("Additional Name", .value(.middleName)), ("Middle Name", .value(.middleName)),
    ("Family Name", .value(.lastName)), ("Last Name", .value(.lastName)),
    ("Given Name Yomi", .value(.firstNamePhonetic)),
    ("Phonetic First Name", .value(.firstNamePhonetic)),
    ("Additional Name Yomi", .value(.middleNamePhonetic)),
    ("Phonetic Middle Name", .value(.middleNamePhonetic)),
    ("Family Name Yomi", .value(.lastNamePhonetic)),
    ("Phonetic Last Name", .value(.lastNamePhonetic)),
    ("Name Prefix", .value(.prefix)), ("Name Suffix", .value(.suffix)),
    ("Nickname", .value(.nickname)), ("Notes", .value(.note)),
    ("Organization Name", .value(.organization)), ("Organization Title", .value(.jobTitle)),
    ("Organization Department", .value(.department)),
    ("Birthday", .birthday),
    ("Group Membership", .categories(separator: CSVConversion.listSeparator)),
    ("Labels", .categories(separator: CSVConversion.listSeparator)),
    ("Photo", .line("PHOTO;VALUE=uri")), ("Gender", .line("X-GENDER")),
    ("Maiden Name", .line("X-MAIDENNAME")),
  ]

  /// `phone 2 - value` and its like.
  static func numbered(_ key: String) -> CSVTarget? {
    let halves = key.split(separator: " - ", maxSplits: 1).map(String.init)
    guard halves.count == 2, let blank = halves[0].lastIndex(of: " "),
      let number = Int(halves[0][halves[0].index(after: blank)...])
    else { return nil }
    let (kind, part) = (String(halves[0][..<blank]), halves[1])
    if kind == "organization", number == 1 { return organization[part] }
    guard let property = lists[kind] else { return nil }
    let slot = CSVTarget.Slot(property: property, key: "\(kind) \(number)", label: nil)
    switch part {
    case "type", "label": return .part(slot, .label)
    case "formatted": return property == .addresses ? .part(slot, .formatted) : nil
    default: break
    }
    if let field = fields[property]?[part] { return .part(slot, .field(field)) }
    return part == "value" && fields[property] == nil ? .part(slot, .value) : nil
  }

  /// What stands before the number.
  private static let lists: [String: Property] = [
    "e-mail": .emails, "email": .emails, "phone": .phones, "address": .addresses,
    "im": .instantMessages, "website": .urls, "relation": .relatedNames, "event": .dates,
    "social profile": .socialProfiles,
  ]

  /// What stands behind it, where an entry has fields.
  static let fields: [Property: [String: String]] = [
    .addresses: [
      "street": "street", "city": "city", "po box": "poBox", "region": "state",
      "postal code": "zip", "country": "country", "extended address": "extended",
      "country code": "countryCode",
    ],
    .instantMessages: ["service": "service", "value": "username"],
    .socialProfiles: [
      "service": "service", "user": "username", "user id": "userIdentifier", "value": "url",
    ],
  ]

  private static let organization: [String: CSVTarget] = [
    "name": .value(.organization), "title": .value(.jobTitle), "department": .value(.department),
  ]
}
