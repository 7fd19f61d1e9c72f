import ContactModel
import Testing
import VCard

struct ParserBrokenTests {
  @Test func `a card with nothing but an e-mail address is one (BROKEN-03)`() {
    let normal = "BEGIN:VCARD\nVERSION:3.0\nFN:N\nEND:VCARD\n"
    let cards = CardFixture.parse(
      "BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@example.org\nEND:VCARD\n" + normal + normal)
    #expect(cards.compactMap(\.card).count == 3)
    #expect(cards[0].card?.texts(.emails) == ["a@example.org"])
  }

  @Test func `a block of garbage fails with line and reason (BROKEN-09)`() {
    let text = "BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\n%%% garbage\nEND:VCARD\n"
    let cards = CardFixture.parse(text)
    #expect(cards[1].card == nil)
    #expect(cards[1].failure?.line == 4)
    #expect(cards[1].failure?.reason.isEmpty == false)
    #expect(cards[1].warnings.first?.line == 5)
  }

  @Test func `an empty card fails`() {
    #expect(CardFixture.parsed(["N:;;;;", "TEL:", "PHOTO:"]).failure != nil)
  }

  @Test func `a line without a colon is left out with a warning`() {
    let parsed = CardFixture.parsed(["FN:x", "View;CA;94040", "# a comment", "TEL:1"])
    #expect(parsed.warnings.map(\.code) == [.noColon])
    #expect(parsed.warnings.first?.line == 4)
    #expect(parsed.card?.texts(.phones) == ["1"])
  }

  @Test func `a missing version is no fault`() {
    #expect(CardFixture.parse("BEGIN:VCARD\nFN:x\nEND:VCARD")[0].warnings.isEmpty)
  }

  @Test func `line numbers count the lines of the file`() {
    let parsed = CardFixture.parsed(["NOTE:a", " b", " c", "", "BDAY:nonsense", "FN:x"])
    #expect(parsed.warnings.map(\.line) == [7])
  }

  @Test func `too many properties refuse the card`() {
    var limits = CardLimits()
    limits.properties = 10
    let text = "BEGIN:VCARD\n" + String(repeating: "TEL:1\n", count: 20) + "END:VCARD"
    #expect(VCardParser(limits: limits).parse(Array(text.utf8).span).failure?.line == 11)
  }

  @Test func `a line of two megabytes refuses the card unless it is a photo`() {
    let long = String(repeating: "A", count: 2 << 20)
    #expect(CardFixture.parsed(["FN:x", "NOTE:\(long)"]).failure?.line == 4)
    #expect(CardFixture.parsed(["FN:x", "PHOTO;ENCODING=b:\(long)"]).failure == nil)
  }

  @Test func `a NUL and a name of 600 bytes are kept`() {
    let name = "a\0b" + String(repeating: "x", count: 600)
    #expect(CardFixture.card("FN:\(name)").text(.formattedName) == name)
  }

  @Test(arguments: [".BEGIN:VCARD", "item1.BEGIN:VCARD", "x.AGENT:BEGIN:VCARD", "item1.END:VCARD"])
  func `a card's frame stands in no group`(line: String) {
    let text = "BEGIN:VCARD\nFN:x\n\(line)\nTEL:1\nEND:VCARD\n"
    let cards = CardFixture.parse(text)
    #expect(cards.map { $0.card?.texts(.phones) } == [["1"]])
    #expect(cards.first?.warnings == [])
    var output: [UInt8] = []
    let card = cards.first?.card ?? Card()
    VCardWriter.write(card, original: Array(text.dropLast().utf8), into: &output)
    #expect(String(decoding: output, as: UTF8.self) == text)
  }

  @Test func `ten thousand grouped entries take no long time`() {
    var lines: [String] = []
    for number in 0..<4900 {
      lines += ["item\(number).TEL:\(number)", "item\(number).X-ABLabel:L\(number)"]
    }
    let start = ContinuousClock.now
    let card = CardFixture.parsed(lines).card
    #expect(card?.labels(.phones).last == "L4899")
    #expect(ContinuousClock.now - start < .seconds(3))
  }
}
