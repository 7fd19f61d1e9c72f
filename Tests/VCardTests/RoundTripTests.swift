import ContactModel
import TestSupport
import Testing
import VCard

struct RoundTripTests {
  @Test(arguments: VCardVersion.allCases)
  func `a random card is the same after writing and reading`(version: VCardVersion) {
    var maker = RandomCard(seed: 7)
    for number in 0..<1500 {
      let card = maker.card()
      let bytes = CardFixture.bytes(card, version)
      let raw = CardFixture.split(bytes)
      #expect(raw.count == 1)
      let again = raw.first.flatMap { VCardParser().parse($0).card }
      guard again.map(CardFixture.comparable) != CardFixture.comparable(card) else { continue }
      if again == nil, card == Card() { continue }
      Issue.record(
        "card \(number):\n\(CardFixture.difference(card, again))\n\(String(decoding: bytes, as: UTF8.self))"
      )
      return
    }
  }
}
