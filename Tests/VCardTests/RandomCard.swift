import ContactModel
import TestSupport

/// Makes cards at random, such as a person could have in a store.
struct RandomCard {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let pieces = [
    "a", "Z", "é", "e\u{301}", "日本", "👨‍👩‍👧", "ß", ";", ",", ":", "\\", "\n", " ", "\t", "\"", "^", "=",
    "=3D",
    "\\n", "%20", "%", "'", ".", "item1", "END:VCARD", "BEGIN:VCARD", "\u{200F}", "И", "TYPE=HOME",
    "\u{1}", "long long word ", "a b", "\u{2028}", "µ", "&", "<x>",
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<T>(_ items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  /// A text that is not empty.
  mutating func text() -> String {
    var text = ""
    for _ in 0...Int.random(in: 0..<(chance(10) ? 60 : 6), using: &random) {
      text += pick(Self.pieces)
    }
    return text
  }

  mutating func label() -> Label? {
    if chance(20) { return nil }
    return chance(30)
      ? Label(token: text()) : .standard(pick(Label.Standard.allCases))
  }

  mutating func date() -> PartialDate {
    let year = Int32.random(in: 0...9999, using: &random)
    let (month, day) = (
      UInt8.random(in: 1...12, using: &random), UInt8.random(in: 1...28, using: &random)
    )
    let date =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: PartialDate(year: year)
      case 1: PartialDate(year: year, month: month)
      case 2, 3: PartialDate(month: month, day: day)
      default: PartialDate(year: year, month: month, day: day)
      }
    return date ?? self.date()
  }

  mutating func fields(_ keys: [String], always: String) -> Value {
    var fields: Fields = [always: text()]
    for key in keys where chance(60) { fields[key] = text() }
    return .fields(fields)
  }

  mutating func value(_ property: Property) -> Value {
    switch property {
    case .dates: return .date(date())
    case .addresses:
      var fields = fields(
        ["poBox", "extended", "street", "city", "state", "zip", "country"], always: "street"
      ).fields
      if chance(40) { fields?["countryCode"] = pick(["it", "US", "deu"]) }
      return .fields(fields ?? Fields())
    case .instantMessages:
      var fields: Fields = ["username": text()]
      if chance(80) { fields["service"] = pick(["MSN", "AIM", "Jabber", "QQ", "Skype", text()]) }
      return .fields(fields)
    case .socialProfiles:
      var fields: Fields = ["url": "https://x.example/" + text()]
      if chance(80) { fields["service"] = pick(["twitter", "home", "pref", text()]) }
      if chance(50) { fields["username"] = text() }
      if chance(20) { fields["userIdentifier"] = text() }
      return .fields(fields)
    default: return .text(text())
    }
  }

  mutating func card() -> Card {
    if chance(15) { return group() }
    var card = Card(uid: chance(70) ? text() : nil)
    let texts: [Property] = [
      .firstName, .middleName, .lastName, .prefix, .suffix, .nickname, .firstNamePhonetic,
      .middleNamePhonetic, .lastNamePhonetic, .organization, .department, .jobTitle, .note,
    ]
    for property in texts where chance(30) { card.set(property, text()) }
    if chance(20) { card.set(.formattedName, "FN " + text()) }
    if chance(20) { card.values[.personKind] = .integer(1) }
    if chance(40) { card.values[.birthday] = .date(date()) }
    let lists: [Property] = [
      .phones, .emails, .addresses, .dates, .instantMessages, .urls, .relatedNames,
      .socialProfiles,
    ]
    for property in lists where chance(40) {
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        card.add(
          property, .init(label: label(), value: value(property), isPreferred: chance(20)))
      }
    }
    if chance(30) { card.add(.extra, .init(value: "X-FOO;A=b:c\\,d")) }
    if chance(30) { card.add(.extra, .init(value: "item2.X-BAR:1")) }
    if chance(30) {
      card.photo = .data([0xFF, 0xD8, 0xFF, 1, 2], mediaType: "image/jpeg", source: 0..<0)
    }
    for _ in 0..<2 where chance(20) {
      let name = text()
      if !card.categories.contains(name) { card.categories.append(name) }
    }
    return card
  }

  private mutating func group() -> Card {
    var card = Card(kind: .group, uid: text())
    card.set(.name, text())
    for number in 0..<Int.random(in: 0..<4, using: &random) {
      card.members.append("urn:uuid:\(number)\(text())")
    }
    return card
  }
}
