import ContactModel
import TestSupport
import Testing
import VCard

struct CSVWriterTests {
  private func lines(
    _ cards: [Card], _ layout: CSVLayout, _ options: CSVWriter.Options = .init()
  ) -> [String] {
    String(decoding: CardFixture.table(cards, layout, options), as: UTF8.self)
      .split(separator: "\r\n").map(String.init)
  }

  private func again(_ cards: [Card], _ layout: CSVLayout) -> [Card] {
    CardFixture.rows(CardFixture.table(cards, layout)).cards.map {
      VCardParser().parse($0).card ?? Card()
    }
  }

  private let eva: Card = {
    var card = CardFixture.card(
      "N:Muster;Eva;;Dr.;", "TEL;TYPE=HOME,PREF:+49 30 1", "TEL;TYPE=CELL:2", "item1.TEL:3",
      "item1.X-ABLabel:Boat, house", "EMAIL;TYPE=WORK:a@b", "BDAY:1978-01-20", "NOTE:a \"b\"\\nc",
      "ADR;TYPE=HOME:;;S 1;C;;Z;", "CATEGORIES:Chor,Verein", "URL:http://x")
    card.uid = nil
    return card
  }()

  @Test func `Google's columns grow with the cards, and a plus stays`() {
    let lines = lines([CardFixture.card("N:x;;;;"), eva], .google)
    #expect(
      lines[0].hasPrefix(
        "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Phone 3 - Label,Phone 3 - Value,Address 1 - Label,Address 1 - Street,"
      ))
    #expect(lines[1].hasPrefix(",,x,,"))
    #expect(
      lines[2]
        == "Eva,,Muster,,,,Dr.,,,,,,,1978-01-20,\"a \"\"b\"\"\nc\",,Chor ::: Verein,work,a@b,* home,+49 30 1,mobile,2,\"Boat, house\",3,home,S 1,C,Z,,http://x"
    )
  }

  @Test func `Outlook's columns are fixed, and what fits none has one of its own`() {
    let lines = lines(
      [eva], .outlook(.german),
      {
        var o = CSVWriter.Options(); o.separator = UInt8(ascii: ";"); return o
      }())
    #expect(lines[0].hasPrefix("Anrede;Vorname;Weitere Vornamen;Nachname;Suffix;"))
    #expect(lines[0].contains(";Telefon privat;Telefon privat 2;ISDN;Mobiltelefon;"))
    #expect(lines[1].hasPrefix("Dr.;Eva;;Muster;;"))
    #expect(lines[1].contains("20.01.1978"))
    #expect(lines[1].contains("\"Chor;Verein\""))
  }

  @Test func `formulas are guarded only when asked for`() {
    var card = Card()
    card.set(.firstName, "=1+1")
    card.set(.lastName, "@x")
    card.add(.phones, .init(value: "+49"))
    var options = CSVWriter.Options()
    #expect(lines([card], .google, options)[1].hasPrefix("=1+1,,@x,"))
    options.guardsFormulas = true
    options.hasMark = true
    let lines = lines([card], .google, options)
    #expect(lines[0].hasPrefix("\u{FEFF}First Name"))
    #expect(lines[1].hasPrefix("'=1+1,,'@x,"))
    #expect(lines[1].hasSuffix("'+49"))
    let read = CardFixture.rows(CardFixture.table([card], .google, options)).cards
    #expect(read.first.map { VCardParser().parse($0).card } == card)
  }

  @Test func `a group has no row`() {
    var group = Card(kind: .group)
    group.set(.name, "Chor")
    #expect(lines([group], .google).count == 1)
  }

  @Test func `cells that nobody understood get their columns back`() {
    let text = "First Name,Shoe size,Pet\r\nEva,38,\"Dog, cat\"\r\n"
    let card = CardFixture.rows(Array(text.utf8)).cards.first.flatMap {
      VCardParser().parse($0).card
    }
    let lines = lines([card ?? Card()], .google)
    #expect(lines[0].hasSuffix("Labels,Pet,Shoe size"))
    #expect(lines[1].hasSuffix(",\"Dog, cat\",38"))
  }

  @Test(arguments: [CSVLayout.google, .oldGoogle])
  func `a card is the same after writing and reading for Google`(layout: CSVLayout) {
    #expect(again([eva], layout) == [eva])
  }

  @Test(arguments: CSVLayout.Language.allCases)
  func `a card keeps all values after writing and reading for Outlook`(
    language: CSVLayout.Language
  ) {
    let card = again([eva], .outlook(language)).first ?? Card()
    #expect(card.values == eva.values)
    #expect(Set(card.texts(.phones)) == Set(eva.texts(.phones)))
    #expect(Set(card.labels(.phones)) == ["home", "mobile", "other"])
    #expect(card.entries[.addresses] == eva.entries[.addresses])
    #expect(card.categories == eva.categories)
  }

  // MARK: - At random

  /// What a table can hold of a card.
  private func tabular(_ card: Card) -> Card {
    var card = card
    card.uid = nil
    card.photo = nil
    card.entries[.extra] = nil
    card.values[.personKind] = nil
    let isBlank = { (text: String) in text.allSatisfy(\.isWhitespace) || text.contains("'") }
    for (property, value) in card.values {
      if let text = value.text, isBlank(text) { card.values[property] = nil }
    }
    card.categories = card.categories.map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    card.categories = card.categories.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    for (property, entries) in card.entries {
      let kept = entries.compactMap { entry -> Card.Entry? in
        var entry = entry
        if let text = entry.value.text, isBlank(text) { return nil }
        if let fields = entry.value.fields, fields.pairs.contains(where: { isBlank($0.value) }) {
          return nil
        }
        if property == .dates || property == .relatedNames { entry.isPreferred = entry.isPreferred }
        if case .custom(let text)? = entry.label {
          let word = text.filter { !$0.isWhitespace && $0 != "'" }
          entry.label = word.isEmpty ? nil : .custom("x" + word)
        }
        return entry
      }
      card.entries[property] = kept.isEmpty ? nil : kept
    }
    return card
  }

  @Test(arguments: [CSVLayout.google, .oldGoogle])
  func `random cards are the same after writing and reading`(layout: CSVLayout) {
    var maker = RandomCard(seed: 31)
    var cards: [Card] = []
    while cards.count < 200 {
      let card = tabular(maker.card())
      // A row with nothing in it is none.
      if card.kind == .person, !card.values.isEmpty { cards.append(card) }
    }
    // As a card of vCard 4.0 says it, as what follows from the rest is left out there.
    let wanted = cards.map { card -> Card in
      var card = CardFixture.roundTrip(card, .v4) ?? card
      card.values[.personKind] = nil
      return card
    }
    let found = again(cards, layout)
    #expect(found.count == cards.count)
    for (number, (wanted, var found)) in zip(wanted, found).enumerated() {
      found.values[.personKind] = nil
      guard found != wanted else { continue }
      Issue.record("card \(number):\n\(CardFixture.difference(wanted, found))")
      return
    }
  }

  @Test(arguments: CSVLayout.Language.allCases)
  func `no value of random cards is lost for Outlook`(language: CSVLayout.Language) {
    var maker = RandomCard(seed: 41)
    var cards: [Card] = []
    while cards.count < 100 {
      let card = tabular(maker.card())
      if card.kind == .person, !card.values.isEmpty { cards.append(card) }
    }
    let found = again(cards, .outlook(language))
    #expect(found.count == cards.count)
    for (number, (card, found)) in zip(cards, found).enumerated() {
      for property in [
        Property.phones, .emails, .addresses, .urls, .relatedNames, .dates, .instantMessages,
        .socialProfiles,
      ] {
        let (x, y) = (card.entries[property] ?? [], found.entries[property] ?? [])
        guard Set(x.map(\.value)) != Set(y.map(\.value)) else { continue }
        Issue.record("card \(number): \(property)\n\(x)\n\(y)")
        return
      }
    }
  }

  @Test(arguments: [",", "\"", "\n", "a,", "\"\"", "a ::: ", "\"\n", "\r", "é;", ",x\n"])
  func `64 KB of one thing take less than a second`(piece: String) {
    let text = String(repeating: piece, count: 65_536 / piece.utf8.count)
    let start = CardFixture.cpuSeconds()
    _ = CardFixture.rows(Array(text.utf8), piece: 100)
    _ = CardFixture.rows(Array(("First Name,Phone 1 - Value,Group Membership\n," + text).utf8))
    #expect(CardFixture.cpuSeconds() - start < CardFixture.secondsPer64KB)
  }
}
