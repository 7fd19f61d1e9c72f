import CommandLineTool
import ContactLog
import ContactModel

/// The command `settings`.
enum SettingsCommand: Command {
  static let spec = CommandSpec(
    "settings", "Show or change the settings of the store",
    text: """
      region: the country whose phone numbers need no country code, two letters such as GB.

      nameOrder: lastName or firstName, the order of lists.

      nameDisplay: firstNameFirst or lastNameFirst, how names are written.

      locales: languages whose order of letters is kept, such as 'de,sv'; the first one is used. \
      The order of a new one is built at once. At most 8.

      massChange: RECORDS,PERCENT: a change that removes or empties more records than both is held; \
      20,10 unless set; off holds nothing.

      Settings belong to the store, not to the book: they are not replayed. An empty value sets the \
      default.
      """,
    arguments: [ArgumentSpec("SETTING", "NAME to show one, NAME=VALUE to set it", count: .any)],
    examples: [
      .init("settings", "shows all settings"),
      .init("settings region=GB locales=de,sv", "sets two of them"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openStore()
    var settings = try store.settings()
    let words = context.line.allArguments("SETTING")
    var shown: [String] = []
    for word in words {
      if let equals = word.firstIndex(of: "=") {
        let name = String(word[..<equals])
        try set(name, to: String(word[word.index(after: equals)...]), in: &settings)
        shown.append(name)
      } else {
        guard names.contains(word) else { throw unknown(word) }
        shown.append(word)
      }
    }
    if settings != (try store.settings()) { try store.set(settings) }
    let values = values(of: settings).filter { words.isEmpty || shown.contains($0.name) }
    try context.output.object(
      .object(values.map { JSON.Field($0.name, $0.json) }),
      lines: values.map { ($0.name, $0.text) })
    return .ok
  }

  private static let names = ["region", "nameOrder", "nameDisplay", "locales", "massChange"]

  private static func values(
    of settings: Settings
  ) -> [(name: String, text: String, json: JSON)] {
    let order = settings.nameOrder == .firstName ? "firstName" : "lastName"
    let display = settings.lastNameFirst ? "lastNameFirst" : "firstNameFirst"
    return [
      ("region", settings.region, .string(settings.region)),
      ("nameOrder", order, .string(order)),
      ("nameDisplay", display, .string(display)),
      (
        "locales", settings.locales.joined(separator: ","),
        .array(settings.locales.map { .string($0) })
      ),
      (
        "massChange", settings.massChange.map { "\($0.records),\($0.percent)" } ?? "off",
        settings.massChange.map {
          .fields(["records": .number($0.records), "percent": .number($0.percent)])
        } ?? .null
      ),
    ]
  }

  private static func set(
    _ name: String, to value: String, in settings: inout Settings
  ) throws {
    switch name {
    case "region":
      guard value.isEmpty || Settings.isRegion(value.uppercased()) else {
        throw wrong(name, value, "the two letters of a country, such as GB")
      }
      settings.region = value.uppercased()
    case "nameOrder":
      guard ["", "lastName", "firstName"].contains(value) else {
        throw wrong(name, value, "lastName or firstName")
      }
      settings.nameOrder = value == "firstName" ? .firstName : .lastName
    case "nameDisplay":
      guard ["", "firstNameFirst", "lastNameFirst"].contains(value) else {
        throw wrong(name, value, "firstNameFirst or lastNameFirst")
      }
      settings.lastNameFirst = value == "lastNameFirst"
    case "locales":
      settings.locales = value.split(separator: ",").map { String($0) }
    case "massChange":
      settings.massChange = try limit(value)
      for locale in settings.locales where !Settings.isLocale(locale) {
        throw wrong(name, locale, "languages with commas between, such as de,pt-BR")
      }
    default: throw unknown(name)
    }
  }

  private static func limit(_ value: String) throws -> MassChange.Limit? {
    if value.isEmpty { return .usual }
    if value == "off" { return nil }
    let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let records = numbers[0], let percent = numbers[1], records >= 0,
      (0...100).contains(percent)
    else {
      throw wrong("massChange", value, "RECORDS,PERCENT such as 20,10, or off")
    }
    return MassChange.Limit(records: records, percent: percent)
  }

  private static func unknown(_ name: String) -> Failure {
    Failure(
      .usage, "there is no setting '\(name)'; settings are " + names.joined(separator: ", "))
  }

  private static func wrong(_ name: String, _ value: String, _ expected: String) -> Failure {
    Failure(.badData, "'\(value)' is no \(name); write \(expected)")
  }
}
