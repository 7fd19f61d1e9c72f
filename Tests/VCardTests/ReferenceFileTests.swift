import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

/// Real card files with the facts that a sound importer finds in them.
struct ReferenceFileTests {
  private func parsed(_ file: String) throws -> [ParsedCard] {
    guard let url = SharedFolder.file("data/vcards/\(file)") else { return [] }
    return CardFixture.split(Array(try Data(contentsOf: url))).map { VCardParser().parse($0) }
  }

  /// Escapes of the table undone, blanks trimmed.
  private func cell(_ text: String) -> String {
    var output = ""
    var isEscaped = false
    for letter in text {
      if isEscaped {
        output.append(letter == "n" ? "\n" : letter == "t" ? "\t" : letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        output.append(letter)
      }
    }
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func isSame(_ found: String?, _ expected: String) -> Bool {
    if expected == "*" { return true }
    let found = found?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    // Absent: the importer may make something up. Empty: the model has no empty texts.
    if expected == "<absent>" { return true }
    return found.utf8.elementsEqual(cell(expected).utf8)
  }

  /// A list inside a part of a name may be joined in another way.
  private func isSameList(_ found: String?, _ expected: String) -> Bool {
    if isSame(found, expected) { return true }
    let plain: (String) -> String = { $0.filter { !",; ".contains($0) } }
    return expected.contains(",") && plain(found ?? "") == plain(cell(expected))
  }

  private func name(_ card: Card) -> String {
    if card.kind == .group { return card.text(.name) ?? "" }
    let parts: [Property] = [.prefix, .firstName, .middleName, .lastName, .suffix]
    let composed = parts.compactMap { card.text($0) }.joined(separator: " ")
    return card.text(.formattedName)
      ?? (composed.isEmpty ? card.text(.organization) ?? "" : composed)
  }

  @Test func `each row of the table of expected facts holds`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/vcards/expected.tsv") else { return }
    var cards: [String: [ParsedCard]] = [:]
    for row in rows {
      let file = row[0]
      let found = try cards[file] ?? parsed(file)
      cards[file] = found
      let counts = row[1].split(separator: "|").compactMap { Int($0) }
      let people = found.compactMap(\.card).count
      #expect(counts.contains(people), "\(file): \(people) cards, not \(row[1])")
      guard let number = Int(row[2]), number > 0, number <= found.count,
        let card = found[number - 1].card
      else { continue }
      check(card, row)
    }
  }

  private func check(_ card: Card, _ row: [String]) {
    let at = "\(row[0]) card \(row[2])"
    let isGroup = card.kind == .group
    #expect(row[4].isEmpty || isSame(name(card), row[4]), "\(at): name \(name(card))")
    let parts: [Property] = [.lastName, .firstName, .middleName, .prefix, .suffix]
    for (offset, part) in parts.enumerated() where !isGroup {
      let text = card.text(part)
      #expect(isSameList(text, row[5 + offset]), "\(at): \(part) \(text ?? "-")")
    }
    checkEntries(card, .phones, count: row[10], first: row[11], at)
    checkEntries(card, .emails, count: row[12], first: row[13], at)
    let addresses = card.entries[.addresses]?.count ?? 0
    #expect(row[14] == "*" || addresses <= Int(row[14]) ?? 0, "\(at): \(addresses) addresses")
    checkPhoto(card, row, at)
    let members = Int(row[19]) ?? 0
    #expect(card.members.count == members, "\(at): \(card.members.count) members")
    if row[18] == "group" { #expect(isGroup, "\(at): no group") }
    if row[18] == "org" { #expect(card.values[.personKind] == .integer(1), "\(at): no company") }
    #expect(isSame(card.uid, row[20]), "\(at): uid")
  }

  /// Empty entries are counted in the table, and the model has none.
  private func checkEntries(
    _ card: Card, _ property: Property, count: String, first: String, _ at: String
  ) {
    let texts = card.texts(property)
    let hasEmptyEntries = [
      "fk-nextcloud-bom-30.vcf card 1", "ical4j-branntwein-21.vcf card 1",
    ].contains(at)
    if !hasEmptyEntries {
      #expect(count == "*" || texts.count == Int(count), "\(at): \(texts.count) \(property)")
    }
    let expected = first.hasPrefix("tel:") ? String(first.dropFirst(4)) : first
    #expect(isSame(texts.first, expected), "\(at): \(property) \(texts.first ?? "-")")
  }

  private func checkPhoto(_ card: Card, _ row: [String], _ at: String) {
    let lines = card.texts(.extra).filter { $0.uppercased().hasPrefix("PHOTO") }
    switch row[15] {
    case "data":
      guard case .data(let bytes, _, _)? = card.photo else {
        Issue.record("\(at): no photo")
        return
      }
      #expect(bytes.count == Int(row[16]), "\(at): \(bytes.count) octets")
    case "uri": #expect(card.photo == nil && !lines.isEmpty, "\(at): photo's address lost")
    case "no": #expect(card.photo == nil, "\(at): a photo from nowhere")
    default: break
    }
  }

  @Test func `each label of the table of labels is found`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/vcards/labels.tsv") else { return }
    let properties: [String: Property] = [
      "TEL": .phones, "EMAIL": .emails, "ADR": .addresses, "URL": .urls, "X-ABDATE": .dates,
      "X-ABRELATEDNAMES": .relatedNames, "IMPP": .instantMessages,
    ]
    var checked = 0
    for row in rows {
      guard let property = properties[row[2]], let number = Int(row[1]), let nth = Int(row[3])
      else { continue }
      let cards = try parsed(row[0])
      let entries = cards[number - 1].card?.entries[property] ?? []
      // Other properties of the card may make entries of the list before these.
      guard let entry = entries.first(where: { holds($0, row[4]) }) else {
        Issue.record("\(row[0]): \(row[2]) \(nth) is lost")
        continue
      }
      let label = entry.label?.token ?? ""
      if row[6] != "<none>", row[6] != "<empty>" {
        #expect(label == row[6] || entry.label == Label(token: row[6]), "\(row): \(label)")
      } else {
        let words = row[5].split(separator: ",").map(String.init)
        if words.contains("HOME"), !words.contains("FAX") { #expect(label == "_$!<Home>!$_") }
        if words.contains("CELL") { #expect(label == "_$!<Mobile>!$_") }
        if words == ["INTERNET"] || words == ["-"] { #expect(entry.label == nil, "\(row)") }
      }
      #expect(entry.isPreferred == row[5].split(separator: ",").contains("PREF"), "\(row)")
      checked += 1
    }
    #expect(checked > 100)
  }

  private func holds(_ entry: Card.Entry, _ value: String) -> Bool {
    let plain: (String) -> String = { text in
      text.replacing("\\n", with: "\n").filter { $0 != " " && $0 != ";" }
    }
    switch entry.value {
    case .text(let text): return plain(text) == plain(value)
    case .date(let date): return date == PartialDate(value)
    case .fields(let fields):
      let keys = ["poBox", "extended", "street", "city", "state", "zip", "country"]
      let address = keys.compactMap { fields[$0] }.joined()
      return plain(address) == plain(value)
        || (fields["username"].map { value.hasSuffix($0) } ?? false)
    default: return false
    }
  }

  @Test func `each file is read without loss of a card`() throws {
    for (name, bytes) in try CardFixture.files() {
      for raw in CardFixture.split(bytes) {
        let parsed = VCardParser().parse(raw)
        #expect((parsed.card == nil) != (parsed.failure == nil), "\(name)")
      }
    }
  }

  @Test(arguments: VCardVersion.allCases)
  func `each card of each file is the same after writing and reading`(
    version: VCardVersion
  ) throws {
    for (name, bytes) in try CardFixture.files() {
      for raw in CardFixture.split(bytes) {
        guard let card = VCardParser().parse(raw).card else { continue }
        let again = CardFixture.roundTrip(card, version)
        #expect(
          again.map(CardFixture.comparable) == CardFixture.comparable(card),
          "\(name) card \(raw.number): \(CardFixture.difference(card, again))")
      }
    }
  }
}
