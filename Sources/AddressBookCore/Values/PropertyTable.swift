internal import ContactModel

/// A property of the API, and what it is in the store.
struct APIProperty: Sendable {
  /// The number of the API.
  let id: Int32
  /// The store's property; `nil` for the two dates that the store keeps by itself.
  let property: Property?
  /// The API's type, with the bit for multi-values.
  let type: UInt32
  /// The name to show.
  let name: String

  /// Whether it is a multi-value.
  var isMulti: Bool { type & 0x100 != 0 }

  private init(_ id: Int32, _ property: Property?, _ type: UInt32, _ name: String) {
    self.id = id
    self.property = property
    self.type = type
    self.name = name
  }

  private static let string: UInt32 = 1
  private static let integer: UInt32 = 2
  private static let date: UInt32 = 4
  private static let dictionary: UInt32 = 5
  private static let multi: UInt32 = 0x100

  /// Date of creation; read only.
  static let creationDate: Int32 = 26
  /// Date of the last change; read only.
  static let modificationDate: Int32 = 27

  /// The properties of people.
  ///
  /// 48 is ours: Apple's number for the alternate birthday is not known.
  static let ofPeople: [APIProperty] = [
    .init(0, .firstName, string, "First"), .init(1, .lastName, string, "Last"),
    .init(3, .phones, multi | string, "Phone"), .init(4, .emails, multi | string, "Email"),
    .init(5, .addresses, multi | dictionary, "Address"), .init(6, .middleName, string, "Middle"),
    .init(7, .firstNamePhonetic, string, "Phonetic First"),
    .init(8, .middleNamePhonetic, string, "Phonetic Middle"),
    .init(9, .lastNamePhonetic, string, "Phonetic Last"),
    .init(10, .organization, string, "Company"), .init(11, .department, string, "Department"),
    .init(12, .dates, multi | date, "Date"),
    .init(13, .instantMessages, multi | dictionary, "Instant Message"),
    .init(14, .note, string, "Notes"), .init(15, .personKind, integer, "Kind"),
    .init(17, .birthday, date, "Birthday"), .init(18, .jobTitle, string, "Job Title"),
    .init(19, .nickname, string, "Nickname"), .init(20, .prefix, string, "Prefix"),
    .init(21, .suffix, string, "Suffix"), .init(22, .urls, multi | string, "URL"),
    .init(23, .relatedNames, multi | string, "Related Name"),
    .init(creationDate, nil, date, "Creation Date"),
    .init(modificationDate, nil, date, "Modification Date"),
    .init(46, .socialProfiles, multi | dictionary, "Social Profile"),
    .init(48, .alternateBirthday, dictionary, "Alternate Birthday"),
  ]
  static let ofGroups: [APIProperty] = [.init(0, .name, string, "Name")]
  static let ofSources: [APIProperty] = [
    .init(0, .name, string, "Name"), .init(1, .sourceType, integer, "Type"),
  ]

  private static let peopleByID = Dictionary(uniqueKeysWithValues: ofPeople.map { ($0.id, $0) })

  /// The property of this number in records of a kind; `nil`: there is none.
  static func find(_ id: Int32, _ kind: RecordKind) -> APIProperty? {
    switch kind {
    case .person: peopleByID[id]
    case .group: ofGroups.first { $0.id == id }
    case .source: ofSources.first { $0.id == id }
    }
  }

  /// The type of a store property's values, without the bit for multi-values.
  static func baseType(_ property: Property) -> UInt32 {
    (ofPeople.first { $0.property == property }?.type ?? string) & 0xFF
  }
}

extension Property {
  /// The properties that a search or a sort looks at, so that an edit of one makes keys stale.
  static let addressBookNames: Set<Property> = [
    .firstName, .middleName, .lastName, .firstNamePhonetic, .middleNamePhonetic, .lastNamePhonetic,
    .organization, .nickname, .formattedName, .personKind, .emails, .phones,
  ]
}
