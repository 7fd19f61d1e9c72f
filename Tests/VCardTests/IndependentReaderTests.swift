import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

/// What another reader, `vobject` for Python, finds in the cards that are written here.
///
/// Skipped with a visible line where Python or the package is missing; `pip install vobject` gets it.
struct IndependentReaderTests {
  /// Prints a line of JSON for each card of a file.
  private static let script = """
    import json, sys, vobject
    def text(value):
        return ' '.join(value) if isinstance(value, list) else value
    with open(sys.argv[1], newline='', encoding='utf-8') as file:
        for card in vobject.readComponents(file.read(), validate=False):
            facts = {'tel': [], 'email': [], 'adr': [], 'types': [], 'categories': []}
            for line in card.getChildren():
                name, value = line.name, line.value
                if name == 'N':
                    facts['n'] = [text(part) for part in (
                        value.family, value.given, value.additional, value.prefix, value.suffix)]
                elif name in ('FN', 'NOTE', 'TITLE', 'BDAY', 'UID', 'NICKNAME'):
                    facts.setdefault(name.lower(), value)
                elif name == 'ORG':
                    facts.setdefault('org', value)
                elif name == 'TEL':
                    facts['tel'].append(value)
                    types = line.params.get('TYPE', [])
                    facts['types'].append([word.lower() for word in types])
                elif name == 'EMAIL':
                    facts['email'].append(value)
                elif name == 'CATEGORIES':
                    facts['categories'] += value
                elif name == 'ADR':
                    facts['adr'].append([text(part) for part in (
                        value.box, value.extended, value.street, value.city, value.region,
                        value.code, value.country)])
                elif name == 'PHOTO' and isinstance(value, bytes):
                    facts.setdefault('photo', len(value))
            print(json.dumps(facts))
    """

  private struct Facts: Decodable {
    var fn: String?
    var n: [String]?
    var note: String?
    var title: String?
    var nickname: String?
    var bday: String?
    var uid: String?
    var org: [String]?
    var tel: [String]
    var types: [[String]]
    var email: [String]
    var adr: [[String]]
    var categories: [String]
    var photo: Int?
  }

  private func python(_ arguments: [String]) async throws -> Executable.Output {
    try await Executable(URL(filePath: "/usr/bin/env")).run(
      ["python3"] + arguments, timeout: .seconds(120))
  }

  @Test(.temporaryDirectory, arguments: [VCardVersion.v3, .v4])
  func `vobject finds in our cards what we wrote`(version: VCardVersion) async throws {
    let cards = try CardFixture.files().flatMap { file in
      CardFixture.split(file.bytes).compactMap { VCardParser().parse($0).card }
    }
    guard !cards.isEmpty else { return }
    guard try await python(["-c", "import vobject"]).status == 0 else {
      print("SKIPPED: python3 has no vobject, which would read our cards")
      return
    }
    let file = TemporaryDirectory.url.appending(path: "cards.vcf")
    try Data(cards.flatMap { CardFixture.bytes($0, version) }).write(to: file)
    let output = try await python(["-c", Self.script, file.path])
    #expect(output.status == 0, "\(output.errors)")
    let facts = try output.output.split(separator: "\n").map {
      try JSONDecoder().decode(Facts.self, from: Data($0.utf8))
    }
    #expect(facts.count == cards.count)
    for (number, (card, facts)) in zip(cards, facts).enumerated() {
      compare(card, facts, version, "card \(number) \(card.text(.lastName) ?? "")")
    }
  }

  private func compare(_ card: Card, _ facts: Facts, _ version: VCardVersion, _ at: String) {
    if card.kind == .group {
      #expect(facts.fn == card.text(.name) ?? "", "\(at)")
      return
    }
    let parts: [Property] = [.lastName, .firstName, .middleName, .prefix, .suffix]
    #expect(facts.n == parts.map { card.text($0) ?? "" }, "\(at)")
    if let name = card.text(.formattedName) { #expect(facts.fn == name, "\(at)") }
    for (found, property) in [
      (facts.note, Property.note), (facts.title, .jobTitle), (facts.nickname, .nickname),
    ] where card.text(property) != nil {
      #expect(found == card.text(property), "\(at): \(property)")
    }
    if let organization = card.text(.organization) {
      #expect(facts.org?.first == organization, "\(at)")
    }
    #expect(facts.tel == card.texts(.phones), "\(at)")
    for (entry, types) in zip(card.entries[.phones] ?? [], facts.types) {
      switch entry.label {
      case .standard(.home)?: #expect(types.contains("home"), "\(at)")
      case .standard(.work)?: #expect(types.contains("work"), "\(at)")
      case .standard(.mobile)?: #expect(types.contains("cell"), "\(at)")
      default: break
      }
    }
    #expect(facts.email == card.texts(.emails), "\(at)")
    #expect(facts.categories == card.categories, "\(at)")
    let keys = ["poBox", "extended", "street", "city", "state", "zip", "country"]
    let addresses = (card.entries[.addresses] ?? []).compactMap(\.value.fields)
    #expect(facts.adr == addresses.map { fields in keys.map { fields[$0] ?? "" } }, "\(at)")
    if case .date(let date)? = card.values[.birthday], date.year != nil {
      #expect(facts.bday.flatMap { PartialDate($0) } == date, "\(at)")
    }
    // vobject knows no photos of vCard 4.0.
    if version == .v3, case .data(let bytes, _, _)? = card.photo {
      #expect(facts.photo == bytes.count, "\(at)")
    }
  }
}
