/// What an entry is for: one of the usual words, or the user's own.
public enum Label: Sendable {
  /// One of the usual words, by number.
  case standard(Standard)
  /// The user's own words, byte for byte.
  case custom(String)

  /// The usual words.
  ///
  /// The numbers are stored; only ever append.
  public enum Standard: UInt8, Sendable, Hashable, CaseIterable {
    case home = 1, work, other, mobile, iPhone, main, homeFax, workFax, otherFax, pager, homePage
    case school, anniversary, mother, father, parent, brother, sister, child, friend, spouse
    case partner, assistant, manager, son, daughter, iCloud, appleWatch
  }
}

extension Label.Standard {
  /// The word inside the token that cards and address books write, such as `HomeFAX`.
  ///
  /// Source: `X-ABLabel` values and the constants of AddressBook.
  public var token: String {
    switch self {
    case .home: "Home"
    case .work: "Work"
    case .other: "Other"
    case .mobile: "Mobile"
    case .iPhone: "iPhone"
    case .main: "Main"
    case .homeFax: "HomeFAX"
    case .workFax: "WorkFAX"
    case .otherFax: "OtherFAX"
    case .pager: "Pager"
    case .homePage: "HomePage"
    case .school: "School"
    case .anniversary: "Anniversary"
    case .mother: "Mother"
    case .father: "Father"
    case .parent: "Parent"
    case .brother: "Brother"
    case .sister: "Sister"
    case .child: "Child"
    case .friend: "Friend"
    case .spouse: "Spouse"
    case .partner: "Partner"
    case .assistant: "Assistant"
    case .manager: "Manager"
    case .son: "Son"
    case .daughter: "Daughter"
    case .iCloud: "iCloud"
    case .appleWatch: "APPLEWATCH"
    }
  }

  /// The word as people read it: `home fax`.
  public var word: String {
    switch self {
    case .iPhone: "iPhone"
    case .homeFax: "home fax"
    case .workFax: "work fax"
    case .otherFax: "other fax"
    case .homePage: "home page"
    case .iCloud: "iCloud"
    case .appleWatch: "Apple Watch"
    default: token.lowercased()
    }
  }
}

extension Label {
  private static let byToken: [String: Standard] =
    .init(uniqueKeysWithValues: Standard.allCases.map { ("_$!<\($0.token)>!$_", $0) })
  private static let byWord: [String: Standard] =
    .init(uniqueKeysWithValues: Standard.allCases.map { ($0.word.lowercased(), $0) })

  /// The label that cards and address books write so: `_$!<Home>!$_`, or the user's own words.
  ///
  /// An iPhone's label is stored by Apple without the wrapping; both forms are understood.
  public init(token: String) {
    if token == "iPhone" {
      self = .standard(.iPhone)
    } else if token.utf8.first == UInt8(ascii: "_"), token.utf8.count > 9,
      let standard = Self.byToken[token]
    {
      self = .standard(standard)
    } else {
      self = .custom(token)
    }
  }

  /// The label that people write so: `mobile`, in any case, or their own words.
  public init(_ word: String) {
    self = Self.byWord[word.lowercased()].map { .standard($0) } ?? Label(token: word)
  }

  /// As cards and address books write it.
  public var token: String {
    switch self {
    case .standard(.iPhone): "iPhone"
    case .standard(let standard): "_$!<\(standard.token)>!$_"
    case .custom(let text): text
    }
  }

  /// As people read it; a token this version does not know loses its wrapping.
  public var word: String {
    switch self {
    case .standard(let standard): return standard.word
    case .custom(let text):
      guard text.hasPrefix("_$!<"), text.hasSuffix(">!$_"), text.utf8.count > 8 else {
        return text
      }
      return text.dropFirst(4).dropLast(4).lowercased()
    }
  }
}

extension Label: Hashable {
  /// The same usual word, or the same bytes.
  public static func == (a: Label, b: Label) -> Bool {
    switch (a, b) {
    case (.standard(let x), .standard(let y)): x == y
    case (.custom(let x), .custom(let y)): x.hasSameBytes(as: y)
    default: false
    }
  }

  /// Hashes the word's number or the bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .standard(let standard): hasher.combine(standard)
    case .custom(let text): text.hashBytes(into: &hasher)
    }
  }
}

extension Label: CustomStringConvertible {
  /// As people read it.
  public var description: String { word }
}
