import ContactModel
import TestSupport
import Testing
import VCard

struct CardSplitterTests {
  private let two = "BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n"

  private func texts(_ cards: [RawCard]) -> [String] {
    cards.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
  func `cards are cut whatever ends their lines`(lineEnd: String) {
    let text = two.replacing("\n", with: lineEnd)
    let cards = CardFixture.split(text)
    #expect(cards.count == 2)
    #expect(cards.map(\.firstLine) == [1, 4])
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `pieces of any size give the same cards`(piece: Int) {
    let text = "junk\r\n" + two.replacing("\n", with: "\r\n")
    let (one, many) = (CardFixture.split(text), CardFixture.split(text, piece: piece))
    #expect(texts(one) == texts(many))
    #expect(one.map(\.firstLine) == many.map(\.firstLine))
  }

  @Test func `a card's bytes go from BEGIN to the end of END`() {
    #expect(
      texts(CardFixture.split(two)) == [
        "BEGIN:VCARD\nFN:A\nEND:VCARD", "BEGIN:VCARD\nFN:B\nEND:VCARD",
      ])
  }

  @Test func `folded BEGIN and END lines are seen (FOLD-02)`() {
    let text =
      "BEGI\r\n N:VC\r\n ARD\r\nVERS\r\n ION:4.0\r\nFN:A\r\nEND:\r\n VCARD\r\n"
      + "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:B\r\nEND:VCARD"
    let cards = CardFixture.parse(text)
    #expect(cards.map { $0.card?.text(.formattedName) } == ["A", "B"])
    #expect(CardFixture.split(text, piece: 1).count == 2)
  }

  @Test func `a card without END is closed by the next BEGIN (BROKEN-01)`() {
    let text =
      "BEGIN:VCARD\nVERSION:3.0\nFN:Alpha\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Beta\n"
      + "BEGIN:VCARD\nVERSION:3.0\nFN:Gamma\nEND:VCARD"
    let cards = CardFixture.parse(text)
    #expect(cards.map { $0.card?.text(.formattedName) } == ["Alpha", "Beta", "Gamma"])
    #expect(cards[1].warnings.map(\.code) == [.missingEnd])
    #expect(cards[1].warnings.first?.line == 5)
  }

  @Test func `a last card without END is delivered with a warning (BROKEN-01)`() {
    let cards = CardFixture.parse("BEGIN:VCARD\nFN:Last\n")
    #expect(cards.map { $0.card?.text(.formattedName) } == ["Last"])
    #expect(cards[0].warnings.map(\.code) == [.missingEnd])
  }

  @Test func `an END without BEGIN is reported with its line`() {
    let cards = CardFixture.parse("--BEGIN:VCARD\nFN:Lost\nEND:VCARD\n" + two)
    #expect(cards.count == 3)
    #expect(cards[0].failure?.line == 3)
    #expect(cards[2].card?.text(.formattedName) == "B")
  }

  @Test func `text between cards is left out and counted`() {
    var splitter = CardSplitter()
    splitter.feed(Array("From a\n\ndn: b\n\(two)\nbye\n".utf8))
    splitter.finish()
    var count = 0
    while splitter.next() != nil { count += 1 }
    #expect(count == 2)
    #expect(splitter.strayLineCount == 3)
    #expect(splitter.firstStrayLine == 1)
  }

  @Test func `a nested card does not end the outer one`() {
    let text =
      "BEGIN:VCARD\nVERSION:2.1\nFN:Boss\nAGENT:\nBEGIN:VCARD\nFN:Helper\nEND:VCARD\nTEL:1\n"
      + "END:VCARD\n"
    let cards = CardFixture.parse(text)
    #expect(cards.count == 1)
    #expect(cards[0].card?.text(.formattedName) == "Boss")
    #expect(cards[0].card?.texts(.phones) == ["1"])
    #expect(cards[0].card?.texts(.extra) == ["AGENT:BEGIN:VCARD\\nFN:Helper\\nEND:VCARD"])
  }

  @Test func `cards nested too deep are refused and the rest goes on`() {
    var text = ""
    for _ in 0..<6 { text += "BEGIN:VCARD\nFN:x\nAGENT:\n" }
    for _ in 0..<6 { text += "END:VCARD\n" }
    let cards = CardFixture.parse(text + two)
    #expect(cards.count == 3)
    #expect(cards[0].failure?.reason.contains("deep") == true)
  }

  @Test func `a card over the limit is refused and the rest goes on`() {
    var limits = CardLimits()
    limits.cardBytes = 1000
    var splitter = CardSplitter(limits: limits)
    var cards: [RawCard] = []
    let long = "BEGIN:VCARD\nFN:Long\nNOTE:" + String(repeating: "x", count: 5000) + "\nEND:VCARD\n"
    for byte in (two + long + two).utf8 {
      splitter.feed([byte])
      while let card = splitter.next() { cards.append(card) }
    }
    #expect(cards.map(\.problem) == [nil, nil, .tooLarge, nil, nil])
    #expect(cards[2].firstLine == 7)
    #expect(String(decoding: cards[2].bytes, as: UTF8.self).hasPrefix("BEGIN:VCARD\nFN:Long"))
    #expect(VCardParser(limits: limits).parse(cards[2]).failure?.line == 7)
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is understood with and without a mark`(isBigEndian: Bool, hasMark: Bool) {
    var bytes: [UInt8] = []
    for unit in ((hasMark ? "\u{FEFF}" : "") + "BEGIN:VCARD\r\nFN:Ǽ😀\r\nEND:VCARD\r\n").utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      bytes += isBigEndian ? [high, low] : [low, high]
    }
    for piece in [1, 3, 4096] {
      let cards = CardFixture.split(bytes, piece: piece)
      #expect(texts(cards) == ["BEGIN:VCARD\r\nFN:Ǽ😀\r\nEND:VCARD"])
    }
  }

  @Test func `marks of UTF-8 before each card are no part of it`() {
    let cards = CardFixture.split("\u{FEFF}" + two + "\u{FEFF}" + two)
    #expect(cards.count == 4)
    #expect(texts(cards).allSatisfy { $0.hasPrefix("BEGIN") })
  }

  @Test func `an empty file has no cards`() {
    #expect(CardFixture.split("").isEmpty)
    #expect(CardFixture.split("\u{FEFF}").isEmpty)
  }

  @Test func `blank lines and cards glued together do no harm`() {
    let cards = CardFixture.parse("BEGIN:VCARD\n\nFN:A\n\n\nTEL:1\nEND:VCARD\n\n\n" + two)
    #expect(cards.map { $0.card?.text(.formattedName) } == ["A", "A", "B"])
    #expect(cards[0].card?.texts(.phones) == ["1"])
  }
}
