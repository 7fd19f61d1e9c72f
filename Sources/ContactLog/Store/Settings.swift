internal import Collation
internal import ContactModel
internal import LMDB

/// What a store's owner chose.
///
/// Belongs to the store, not to the book: replay does not copy it.
public struct Settings: Sendable, Hashable {
  /// The region whose phone numbers need no country code, such as `DE`; empty: none.
  public var region = ""
  /// The order lists come in.
  public var nameOrder = NameOrder.lastName
  /// Whether names are shown family name first.
  public var lastNameFirst = false
  /// Locales whose order is kept beside the root locale's, such as `de`, `sv`.
  public var locales: [String] = []
  /// How much of the book a save may remove or empty without being held; `nil`: as much as it likes.
  public var massChange: MassChange.Limit? = .usual

  /// The most locales there may be: each costs two rows for every person, at every save of a name.
  public static let mostLocales = 8

  /// The settings of a new store.
  public init() {}

  /// Whether two capital letters are a region that there is, such as `DE`.
  public static func isRegion(_ region: String) -> Bool { KnownNames.isRegion(region) }

  /// Whether a locale is of a language, and a region, that there is, such as `de`, `pt-BR`,
  /// `de@collation=phonebook`, `root`.
  public static func isLocale(_ locale: String) -> Bool { KnownNames.isLocale(locale) }

  static let key = KeyBuffer(name: "settings")

  func encode(to encoder: inout CBOREncoder) {
    encoder.array(massChange == .usual ? 4 : 5)
    encoder.text(region)
    encoder.unsigned(UInt64(nameOrder.rawValue))
    encoder.unsigned(lastNameFirst ? 1 : 0)
    encoder.array(locales.count)
    for locale in locales { encoder.text(locale) }
    if massChange == .usual { return }
    encoder.array(massChange == nil ? 0 : 2)
    if let massChange {
      encoder.unsigned(UInt64(massChange.records))
      encoder.unsigned(UInt64(massChange.percent))
    }
  }

  init(_ decoder: inout CBORDecoder) throws {
    let count = try decoder.array()
    guard (4...5).contains(count) else {
      throw StoreError(.newerFormat, "a later version wrote the settings")
    }
    region = try decoder.text()
    nameOrder = NameOrder(rawValue: try decoder.unsigned(UInt8.self)) ?? .lastName
    lastNameFirst = try decoder.unsigned() == 1
    for _ in 0..<(try decoder.array()) { locales.append(try decoder.text()) }
    if count == 4 { return }
    massChange = nil
    if try decoder.array() == 2 {
      massChange = MassChange.Limit(
        records: try decoder.unsigned(Int.self), percent: try decoder.unsigned(Int.self))
    }
  }
}

extension RowReader {
  func settings(_ transaction: borrowing ReadTransaction) throws -> Settings {
    let settings = try value(Settings.key, in: tables.settings, transaction) { bytes in
      var decoder = CBORDecoder(bytes)
      return try Settings(&decoder)
    }
    // A new store has no row; one whose key was damaged has another one.
    guard try settings != nil || transaction.count(of: tables.settings) == 0 else {
      throw StoreError(.damaged, "the settings are not where they belong; run verify")
    }
    return settings ?? Settings()
  }
}

extension Store {
  /// The store's settings.
  ///
  /// - Throws: As ``read(_:)``.
  public func settings() throws -> Settings {
    try read { snapshot in try snapshot.reader.settings(snapshot.held.transaction) }
  }

  /// Changes the settings.
  ///
  /// The order of a locale that is new here is built beside the others; readers go on meanwhile.
  ///
  /// - Throws: ``StoreError`` with code `invalid` for a locale or region that there is not, more
  ///   than ``Settings/mostLocales`` or a limit that cannot be, `busy`, `full` or `io`.
  /// - Complexity: One write transaction; for each new locale also O(*n* log *n*).
  public func set(_ settings: Settings) throws {
    guard settings.region.isEmpty || KnownNames.isRegion(settings.region) else {
      throw StoreError(.invalid, "there is no such region; write two capital letters, such as DE")
    }
    guard settings.locales.count <= Settings.mostLocales else {
      throw StoreError(.invalid, "more than \(Settings.mostLocales) locales; keep fewer")
    }
    guard settings.locales.allSatisfy(KnownNames.isLocale) else {
      throw StoreError(.invalid, "a locale is not known; write such as de, pt-BR or zh-Hant")
    }
    guard Set(settings.locales).count == settings.locales.count else {
      throw StoreError(.invalid, "a locale is named twice")
    }
    if let limit = settings.massChange {
      guard limit.records >= 0, (0...100).contains(limit.percent) else {
        throw StoreError(
          .invalid, "a limit for mass changes is a number of records and 0 to 100 percent")
      }
    }
    do {
      let indices = try Indices(
        locales: settings.locales, options.unicodeTables, postpones: options.postponesOrders)
      try withWriterLock {
        try opened.environment.write { transaction in
          var encoder = CBOREncoder()
          settings.encode(to: &encoder)
          try transaction.put(
            Settings.key, sealing: encoder.bytes, in: opened.reader.tables.settings)
        }
        replace { $0.indices = indices }
        try bringProjectionsUpToDate()
      }
    } catch {
      throw StoreError.translating(error)
    }
  }
}
