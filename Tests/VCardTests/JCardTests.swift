import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

struct JCardTests {
  private func cards(_ text: String, piece: Int = 4096) -> [ParsedCard] {
    CardFixture.jCards(Array(text.utf8), piece: piece).map { VCardParser().parse($0) }
  }

  private func json(_ card: Card) -> String {
    String(decoding: CardFixture.jCard(card), as: UTF8.self)
  }

  private func file(_ name: String) throws -> [UInt8]? {
    try SharedFolder.file("data/vcards/\(name)").map { Array(try Data(contentsOf: $0)) }
  }

  // MARK: - Reading

  @Test(arguments: ["icaljs-all-props-40", "icaljs-grouped-40"])
  func `a jCard says what the vCard of the same name says`(name: String) throws {
    guard let json = try file("\(name).jcard.json"), let text = try file("\(name).vcf") else {
      return
    }
    let converted = CardFixture.jCards(json)
    #expect(converted.count == 1 && converted.first?.failure == nil)
    let bytes = converted.first?.bytes ?? []
    var card = VCardParser().parse(bytes.span).card ?? Card()
    var expected = VCardParser().parse(text.span).card ?? Card()
    // Unknown lines may have their backslashes, and what a type says, in another way.
    let plain: (Card) -> Set<String> = { card in
      Set(
        card.texts(.extra).map {
          $0.replacing("\\", with: "").replacing("VALUE=utc-offset:", with: "VALUE=UTC-OFFSET:")
        })
    }
    #expect(plain(card) == plain(expected))
    card.entries[.extra] = nil
    expected.entries[.extra] = nil
    #expect(card == expected, "\(CardFixture.difference(expected, card))")
  }

  @Test func `the example of RFC 7095 is read`() throws {
    guard let json = try file("rfc7095-example.jcard.json") else { return }
    let card = cards(String(decoding: json, as: UTF8.self)).first?.card ?? Card()
    #expect(card.text(.firstName) == "Simon")
    #expect(card.text(.suffix) == "ing. jr, M.Sc.")
    #expect(card.values[.birthday] == .date(PartialDate(month: 2, day: 3)!))
    #expect(card.entries[.dates]?.first?.value == .date(PartialDate(year: 2009, month: 8, day: 8)!))
    #expect(card.text(.organization) == "Viagenie")
    #expect(card.texts(.phones) == ["+1-418-656-9254;ext=102", "+1-418-262-6501"])
    #expect(card.labels(.phones) == ["work", "mobile"])
    #expect(card.entries[.phones]?[0].isPreferred == true)
    #expect(card.entries[.addresses]?[0].value.fields?["extended"] == "Suite D2-630")
    #expect(card.texts(.extra).contains("GENDER:M"))
    #expect(card.texts(.extra).contains("TZ;VALUE=utc-offset:-0500"))
    #expect(card.texts(.extra).contains("GEO;TYPE=work:geo:46.772673,-71.282945"))
  }

  @Test(arguments: [1, 3, 4096])
  func `several cards are an array, or follow each other`(piece: Int) {
    let card = { (name: String) in #"["vcard",[["fn",{},"text","\#(name)"]]]"# }
    let name = { (card: ParsedCard) in card.card?.text(.formattedName) }
    let array = "\u{FEFF} [ \(card("A")) , \n\(card("B]\\\"["))\n]\n"
    #expect(cards(array, piece: piece).map(name) == ["A", "B]\"["])
    #expect(cards(card("A") + "\n" + card("B"), piece: piece).map(name) == ["A", "B"])
    #expect(cards(" [ ] ", piece: piece).isEmpty)
  }

  @Test func `lists, parts and lists in parts are read`() {
    let card =
      cards(
        #"""
        ["vcard",[["n",{},"text",["A","B",["C","D"],"",["E","F;"]]],["categories",{},"text","x","y,z"],
        ["org",{},"text",["O","P","Q"]],["tel",{"type":["home","cell"],"pref":"1"},"uri","tel:+1"],
        ["x-foo",{"a":["b,c","d\"e"]},"unknown","r\\,w"],["email",{"group":"g"},"text","a@b"],
        ["x-ablabel",{"group":"G"},"unknown","Boat"],["rev",{},"timestamp","1995-10-31T22:27:10Z"]]]
        """#
      ).first?.card ?? Card()
    #expect(card.text(.middleName) == "C D")
    #expect(card.text(.suffix) == "E, F;")
    #expect(card.text(.department) == "P; Q")
    #expect(card.categories == ["x", "y,z"])
    #expect(card.labels(.phones) == ["mobile"])
    #expect(card.labels(.emails) == ["Boat"])
    #expect(card.texts(.extra) == [#"X-FOO;A="b,c",d^'e:r\,w"#, "REV:19951031T222710Z"])
  }

  @Test func `a fault is reported with its line, and the others are read`() {
    let good = #"["vcard",[["fn",{},"text","A"]]]"#
    let found = cards("[\(good),\n[\"vcard\",\n[[\"fn\",{},\"text\",nul]]],\n[1],\(good), x\n]")
    #expect(found.map { $0.card == nil } == [false, true, true, false, true])
    #expect(found[1].failure?.line == 3)
    #expect(found[2].failure?.line == 4)
    #expect(cards("[\(good),[\"vcard\",[").last?.failure?.reason == "the file ends inside a card")
    #expect(cards("BEGIN:VCARD\n").first?.failure?.reason == "no jCard")
  }

  @Test func `a property of another form is left out with a warning`() {
    let found = CardFixture.jCards(
      Array(
        #"["vcard",[["fn",{},"text","A"],["tel"],["a:b",{},"text","x"],["title",[],"text","x"]]]"#
          .utf8))
    #expect(found.first?.warnings.map(\.code) == [.badProperty, .badProperty, .badProperty])
    let bytes = found.first?.bytes ?? []
    #expect(VCardParser().parse(bytes.span).card?.text(.formattedName) == "A")
  }

  @Test func `no value makes a line of its own`() {
    let found = cards(
      #"["vcard",[["fn",{"x-a":"1\r\nTEL:6"},"text","A\r\nTEL:7\nTEL:8"],["x-b",{},"unknown","1\nTEL:9"],["x-c",{},"uri","\rTEL:10"]]]"#
    )
    #expect(found.first?.card?.entries[.phones] == nil)
    #expect(found.first?.card?.text(.formattedName) == "A\nTEL:7\nTEL:8")
  }

  // MARK: - Writing

  @Test func `a card is written as RFC 7095 says`() {
    let card = CardFixture.card(
      "N:Muster;Eva;Maria,Anna;;", "FN:Eva", "TEL;TYPE=HOME,PREF:1", "item1.EMAIL:a@b",
      "item1.X-ABLabel:Boat", "BDAY:--0214", "ORG:O;P", "CATEGORIES:x,y\\,z", "URL:http://a/b,c",
      "NOTE:two\\nlines\\, \\;", "X-FOO;A=b:c\\,d", "REV:20240301T090000Z", version: "4.0")
    #expect(
      json(card)
        == #"["vcard",[["version",{},"text","4.0"],["n",{},"text",["Muster","Eva","Maria Anna","",""]],"#
        + #"["fn",{},"text","Eva"],["org",{},"text",["O","P"]],["email",{"group":"item1"},"text","a@b"],"#
        + #"["x-ablabel",{"group":"item1"},"unknown","Boat"],"#
        + #"["tel",{"type":["home","voice"],"pref":"1"},"text","1"],["url",{},"uri","http://a/b,c"],"#
        + #"["note",{},"text","two\nlines, ;"],["bday",{},"date-and-or-time","--02-14"],"#
        + #"["categories",{},"text","x","y,z"],["x-foo",{"a":"b"},"unknown","c\\,d"],"#
        + #"["rev",{},"timestamp","2024-03-01T09:00:00Z"]]]"#)
  }

  @Test func `what is written is JSON for others too`() throws {
    var maker = RandomCard(seed: 21)
    for _ in 0..<100 {
      let object = try JSONSerialization.jsonObject(with: Data(CardFixture.jCard(maker.card())))
      #expect((object as? [Any])?.first as? String == "vcard")
    }
  }

  @Test func `parameters of the card as it came are kept`() {
    let original = Array(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN;X-A=\"b;c\":x\r\nTEL;X-B=1:1\r\nEND:VCARD\r\n".utf8)
    var bytes: [UInt8] = []
    let card = VCardParser().parse(original.span).card ?? Card()
    JCardWriter.write(card, original: original, into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"["fn",{"x-a":"b;c"},"text","x"]"#))
    #expect(text.contains(#"["tel",{"x-b":"1"},"text","1"]"#))
  }

  // MARK: - There and back

  private func isSame(_ card: Card, _ json: [UInt8]) -> Card? {
    let converted = CardFixture.jCards(json)
    guard converted.count == 1 else { return nil }
    return VCardParser().parse(converted[0]).card
  }

  @Test func `a random card is the same after writing and reading`() {
    var maker = RandomCard(seed: 9)
    for number in 0..<1000 {
      let card = maker.card()
      let bytes = CardFixture.jCard(card)
      let again = isSame(card, bytes)
      guard again.map(CardFixture.comparable) != CardFixture.comparable(card) else { continue }
      if again == nil, card == Card() { continue }
      Issue.record(
        "card \(number):\n\(CardFixture.difference(card, again))\n\(String(decoding: bytes, as: UTF8.self))"
      )
      return
    }
  }

  @Test func `each card of each file is the same after writing and reading`() throws {
    for (name, bytes) in try CardFixture.files() {
      for raw in CardFixture.split(bytes) {
        guard var card = VCardParser().parse(raw).card else { continue }
        var again = isSame(card, CardFixture.jCard(card)) ?? Card()
        // Unknown lines of known properties lose backslashes that say nothing.
        let plain: (Card) -> [String] = { card in
          card.texts(.extra).map { $0.replacing("\\", with: "").lowercased() }
        }
        #expect(plain(again).count == plain(card).count, "\(name) card \(raw.number)")
        card.entries[.extra] = nil
        again.entries[.extra] = nil
        #expect(
          CardFixture.comparable(again) == CardFixture.comparable(card),
          "\(name) card \(raw.number): \(CardFixture.difference(card, again))")
      }
    }
  }

  @Test(arguments: [
    "[", "\"", "[\"vcard\",[", "{\"", "\\", "[]", "[[", ",", "x", "\n", "[\"vcard\",[]],",
  ])
  func `64 KB of one thing take less than a second`(piece: String) {
    let text = String(repeating: piece, count: 65_536 / piece.utf8.count)
    let start = CardFixture.cpuSeconds()
    _ = CardFixture.jCards(Array(text.utf8))
    _ = CardFixture.jCards(Array(("[[\"vcard\",[[\"fn\",{},\"text\",\"" + text).utf8))
    #expect(CardFixture.cpuSeconds() - start < CardFixture.secondsPer64KB)
  }
}
