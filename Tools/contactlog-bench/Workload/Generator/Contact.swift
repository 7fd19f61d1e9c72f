/// A made-up person, the same for the same seed and number.
struct Contact {
  struct Entry {
    var label: String
    var value: String
  }

  var key: Operation.Key
  var names: Names
  var first: String
  var last: String
  var organization: String?
  var title: String?
  var note: String?
  var birthday: String?
  var phones: [Entry]
  var emails: [Entry]
  /// Street, city, region, postal code and country with bars between.
  var address: Entry?
  /// The numbers of the groups the person is in.
  var groups: [Int] = []

  init(seed: UInt64, number: Int, groupCount: Int) {
    var random = SeededRandom(seed: seed, kind: 1, index: UInt64(number))
    key = random.key()
    names = Self.language(&random)
    first = random.pickEarly(names.given)
    last = Self.family(&random, names)
    if random.percent(60) { organization = random.pick(Names.organizations) }
    if random.percent(35) { title = random.pick(Names.titles) }
    if random.percent(20) { note = Self.note(&random) }
    if random.percent(30) { birthday = Self.birthday(&random) }
    phones = []
    for _ in 0...min(random.below(3), random.below(3)) {
      phones.append(Self.phone(&random, names))
    }
    emails = []
    for _ in 0...random.below(2) { emails.append(Self.email(&random)) }
    if random.percent(50) { address = Self.address(&random, names) }
    for _ in 0..<random.below(3) {
      let group = min(random.below(groupCount), random.below(groupCount))
      if !groups.contains(group) { groups.append(group) }
    }
  }

  private static func language(_ random: inout SeededRandom) -> Names {
    var share = random.below(Names.all.reduce(0) { $0 + $1.share })
    for names in Names.all {
      share -= names.share
      if share < 0 { return names }
    }
    return Names.all[0]
  }

  static func family(_ random: inout SeededRandom, _ names: Names) -> String {
    guard !names.syllables.isEmpty, random.percent(70) else {
      return random.pickEarly(names.family)
    }
    let name = (0...1 + random.below(2)).map { _ in random.pick(names.syllables).lowercased() }
    return name.joined().prefix(1).uppercased() + name.joined().dropFirst()
  }

  static func note(_ random: inout SeededRandom) -> String {
    (0..<4 + random.below(24)).map { _ in random.pick(Names.words) }.joined(separator: " ")
  }

  static func birthday(_ random: inout SeededRandom) -> String {
    "\(1930 + random.below(90))-\(padded(1 + random.below(12)))-\(padded(1 + random.below(28)))"
  }

  static func phone(_ random: inout SeededRandom, _ names: Names) -> Entry {
    let area = 200 + random.below(799)
    let number = 1000 + random.below(9000)
    let label = random.percent(12) ? "Boat house" : random.pick(["cell", "home", "work", "fax"])
    let value =
      random.percent(50)
      ? "+\(names.calling) \(area) 555 \(number)" : "(\(area)) 555-\(number)"
    return Entry(label: label, value: value)
  }

  static func email(_ random: inout SeededRandom) -> Entry {
    let name = random.pick(["bea", "info", "letters", "studio", "j.smith", "office"])
    return Entry(
      label: random.pick(["home", "work"]),
      value: "\(name)\(random.below(9000))@\(random.pick(Names.domains))")
  }

  static func address(_ random: inout SeededRandom, _ names: Names) -> Entry {
    let street = "\(1 + random.below(200)) \(random.pick(Names.streets))"
    return Entry(
      label: random.pick(["home", "work"]),
      value:
        "\(street)|\(random.pick(Names.places))||\(10000 + random.below(80000))|\(names.country)")
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

// MARK: - As operations and as a card

extension Contact {
  /// What happens when the card is imported: the person, its values and entries, its memberships.
  func operations(groupKeys: [Operation.Key]) -> [Operation] {
    var operations = [Operation(kind: .createPerson, key: key)]
    func set(_ property: Operation.Property, _ value: String?) {
      guard let value else { return }
      operations.append(Operation(kind: .set, property: property, key: key, value: value))
    }
    set(.first, first)
    set(.last, last)
    set(.organization, organization)
    set(.title, title)
    set(.note, note)
    set(.birthday, birthday)
    var number: UInt16 = 0
    let lists: [(Operation.Property, [Entry])] = [
      (.phone, phones), (.email, emails), (.address, address.map { [$0] } ?? []),
    ]
    for (property, entries) in lists {
      for entry in entries {
        number += 1
        operations.append(
          Operation(
            kind: .add, property: property, valueNumber: number, key: key, label: entry.label,
            value: entry.value))
      }
    }
    for group in groups {
      operations.append(Operation(kind: .join, key: groupKeys[group], member: key))
    }
    return operations
  }

  /// How many entries the person has from its card.
  var entryCount: Int { phones.count + emails.count + (address == nil ? 0 : 1) }

  /// The card as a program would export it: vCard 3.0, lines folded at 75 bytes.
  func card(groupNames: [String]) -> String {
    var lines = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(key.uuid)", "N:\(last);\(first);;;"]
    lines.append("FN:\(first) \(last)")
    if let organization { lines.append("ORG:\(organization)") }
    if let title { lines.append("TITLE:\(title)") }
    for (index, phone) in phones.enumerated() {
      if phone.label == "Boat house" {
        lines.append("item\(index).TEL:\(phone.value)")
        lines.append("item\(index).X-ABLabel:\(phone.label)")
      } else {
        lines.append("TEL;TYPE=\(phone.label.uppercased()):\(phone.value)")
      }
    }
    for email in emails {
      lines.append("EMAIL;TYPE=INTERNET,\(email.label.uppercased()):\(email.value)")
    }
    if let address {
      let parts = address.value.replacing("|", with: ";")
      lines.append("ADR;TYPE=\(address.label.uppercased()):;;\(parts)")
    }
    if let birthday { lines.append("BDAY;VALUE=date:\(birthday)") }
    if let note { lines.append("NOTE:\(note)") }
    if !groups.isEmpty {
      lines.append("CATEGORIES:\(groups.map { groupNames[$0] }.joined(separator: ","))")
    }
    lines.append("END:VCARD")
    return lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  private static func folded(_ line: String) -> String {
    var folded = ""
    var width = 0
    for character in line {
      let size = character.utf8.count
      if width + size > 75 {
        folded += "\r\n "
        width = 1
      }
      folded.append(character)
      width += size
    }
    return folded
  }
}
