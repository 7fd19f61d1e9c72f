/// A named place for a value, or for a list of labelled entries, in a record.
///
/// An open set: a log written by a later version may name properties this one does not know; they
/// are kept and shown by number.
public struct Property: RawRepresentable, Hashable, Sendable {
  /// The number by which events and rows name the property.
  public let rawValue: UInt16

  /// The property with this number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What a property holds.
  public enum Shape: Sendable, Hashable {
    /// One value.
    case single
    /// A list of entries, each with a label, a value and an identifier.
    case multi
    /// A set of other records.
    case relation
  }

  /// What the property holds; by the number's range, so that it is known for unknown ones too.
  public var shape: Shape {
    switch rawValue {
    case 0..<64: .single
    case 64..<96: .multi
    case 96..<128: .relation
    default: rawValue & 1 == 0 ? .single : .multi
    }
  }
}

// MARK: - Single values

extension Property {
  /// Whether the record exists.
  ///
  /// Not settable; it stands in slots and history.
  public static let existence = Property(rawValue: 0)
  /// Given name.
  public static let firstName = Property(rawValue: 1)
  /// Additional names.
  public static let middleName = Property(rawValue: 2)
  /// Family name.
  public static let lastName = Property(rawValue: 3)
  /// Title before the name.
  public static let prefix = Property(rawValue: 4)
  /// What follows the name, such as Jr.
  public static let suffix = Property(rawValue: 5)
  /// Nickname.
  public static let nickname = Property(rawValue: 6)
  /// Reading of the given name.
  public static let firstNamePhonetic = Property(rawValue: 7)
  /// Reading of the additional names.
  public static let middleNamePhonetic = Property(rawValue: 8)
  /// Reading of the family name.
  public static let lastNamePhonetic = Property(rawValue: 9)
  /// Company name.
  public static let organization = Property(rawValue: 10)
  /// Part of the company.
  public static let department = Property(rawValue: 11)
  /// Job title.
  public static let jobTitle = Property(rawValue: 12)
  /// Free text.
  public static let note = Property(rawValue: 13)
  /// 0 or absent: a human being; 1: an organisation.
  public static let personKind = Property(rawValue: 14)
  /// A partial date, or an instant when a program set one.
  public static let birthday = Property(rawValue: 15)
  /// Birthday in another calendar: fields `calendar`, `era`, `year`, `month`, `leapMonth`, `day`.
  public static let alternateBirthday = Property(rawValue: 16)
  /// The photo: a reference to stored bytes.
  public static let image = Property(rawValue: 17)
  /// The card as last imported.
  ///
  /// Its text is in the log; the record keeps the digest.
  public static let card = Property(rawValue: 18)
  /// Name of a group or a source.
  public static let name = Property(rawValue: 19)
  /// Kind of account a source stands for (an integer).
  public static let sourceType = Property(rawValue: 20)
  /// The name as a card wrote it, kept where it is not the composition of the name's parts.
  public static let formattedName = Property(rawValue: 21)
  /// Parts of the name that the others hold too (RFC 9554): fields `secondaryLastName`,
  /// `generation`.
  public static let nameComponents = Property(rawValue: 22)
}

// MARK: - Lists and relations

extension Property {
  /// Telephone numbers (text).
  public static let phones = Property(rawValue: 64)
  /// E-mail addresses (text).
  public static let emails = Property(rawValue: 65)
  /// Postal addresses (fields).
  public static let addresses = Property(rawValue: 66)
  /// Dates such as anniversaries (partial dates).
  public static let dates = Property(rawValue: 67)
  /// Instant message accounts (fields `service`, `username`).
  public static let instantMessages = Property(rawValue: 68)
  /// Web addresses (text).
  public static let urls = Property(rawValue: 69)
  /// Names of related people (text).
  public static let relatedNames = Property(rawValue: 70)
  /// Social profiles (fields `service`, `username`, `url`, `userIdentifier`).
  public static let socialProfiles = Property(rawValue: 71)
  /// Content lines of a card that the model does not know, whole and in order (text).
  public static let extra = Property(rawValue: 72)
  /// Digests of other people's cards that were taken into the record (data).
  public static let takenCards = Property(rawValue: 73)
  /// Members of a group.
  public static let members = Property(rawValue: 96)
  /// People who are the same human being, or are kept apart.
  public static let links = Property(rawValue: 97)
}

// MARK: - Names

extension Property {
  /// Every known property with its written name, in order of number.
  public static let known: [(property: Property, name: String)] = [
    (.existence, "existence"),
    (.firstName, "firstName"), (.middleName, "middleName"), (.lastName, "lastName"),
    (.prefix, "prefix"), (.suffix, "suffix"), (.nickname, "nickname"),
    (.firstNamePhonetic, "firstNamePhonetic"), (.middleNamePhonetic, "middleNamePhonetic"),
    (.lastNamePhonetic, "lastNamePhonetic"), (.organization, "organization"),
    (.department, "department"), (.jobTitle, "jobTitle"), (.note, "note"),
    (.personKind, "kind"), (.birthday, "birthday"), (.alternateBirthday, "alternateBirthday"),
    (.image, "image"), (.card, "card"), (.name, "name"), (.sourceType, "sourceType"),
    (.formattedName, "formattedName"), (.nameComponents, "nameComponents"),
    (.phones, "phones"), (.emails, "emails"), (.addresses, "addresses"), (.dates, "dates"),
    (.instantMessages, "instantMessages"), (.urls, "urls"), (.relatedNames, "relatedNames"),
    (.socialProfiles, "socialProfiles"), (.extra, "extra"), (.takenCards, "takenCards"),
    (.members, "members"), (.links, "links"),
  ]

  /// The written name, such as `jobTitle`; `property` and its number when not known.
  public var name: String {
    let number = Int(rawValue)
    if number < Self.names.count, let name = Self.names[number] { return name }
    return "property\(rawValue)"
  }

  /// Names by number: history asks for one with every event.
  private static let names: [String?] = {
    let largest = known.map(\.property.rawValue).max() ?? 0
    var names = [String?](repeating: nil, count: Int(largest) + 1)
    for (property, name) in known { names[Int(property.rawValue)] = name }
    return names
  }()

  /// The property with this written name.
  public init?(name: some StringProtocol) {
    if let known = Self.known.first(where: { $0.name == name }) {
      self = known.property
    } else if name.hasPrefix("property"), let number = UInt16(name.dropFirst("property".count)) {
      self.init(rawValue: number)
    } else {
      return nil
    }
  }
}

extension Property: Comparable {
  /// In order of number.
  public static func < (a: Property, b: Property) -> Bool { a.rawValue < b.rawValue }
}

extension Property: CustomStringConvertible {
  /// The written name.
  public var description: String { name }
}
