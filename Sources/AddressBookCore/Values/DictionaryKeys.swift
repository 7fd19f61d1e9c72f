internal import ContactModel

/// The keys of the API's dictionaries, and those of the store's fields.
struct DictionaryKeys: Sendable {
  private let toStore: [String: String]
  private let toAPI: [String: String]

  private init(_ pairs: [(api: String, store: String)]) {
    toStore = Dictionary(uniqueKeysWithValues: pairs.map { ($0.api, $0.store) })
    toAPI = Dictionary(uniqueKeysWithValues: pairs.map { ($0.store, $0.api) })
  }

  private static let addresses = DictionaryKeys([
    ("Street", "street"), ("City", "city"), ("State", "state"), ("ZIP", "zip"),
    ("Country", "country"), ("CountryCode", "countryCode"),
  ])
  private static let socialProfiles = DictionaryKeys([("identifier", "userIdentifier")])
  private static let same = DictionaryKeys([])

  /// The keys of a property's dictionaries.
  static func of(_ property: Property) -> DictionaryKeys {
    switch property {
    case .addresses: addresses
    case .socialProfiles: socialProfiles
    default: same
    }
  }

  /// The store's key; `nil` for a key that would come back as another one.
  func store(_ key: String) -> String? {
    if let key = toStore[key] { return key }
    return toAPI[key] == nil ? key : nil
  }

  /// The API's key.
  func api(_ key: String) -> String { toAPI[key] ?? key }
}
