import ContactModel
import Testing
import VCard

struct ParserDateTests {
  @Test(arguments: [
    ("BDAY;value=date;X-APPLE-OMIT-YEAR=1604:1604-08-21", "--08-21"),
    ("BDAY;X-APPLE-OMIT-YEAR=1604;VALUE=date:1604-02-29", "--02-29"),
    ("BDAY:19870304", "1987-03-04"), ("BDAY:1987-03-04", "1987-03-04"),
    ("BDAY:--0214", "--02-14"), ("BDAY:--02-14", "--02-14"), ("BDAY:--0229", "--02-29"),
    ("BDAY:1955-07-19T00:00:00Z", "1955-07-19"), ("BDAY:19531015T231000Z", "1953-10-15"),
    ("BDAY:1996-04-15T201243+04:00", "1996-04-15"), ("BDAY:1985-04", "1985-04"),
    ("BDAY:1985", "1985"), ("BDAY:1582-10-15", "1582-10-15"),
  ])
  func `a birthday is read in every form (DATE-01, DATE-03, DATE-05)`(
    line: String, date: String
  ) {
    let value = CardFixture.card(line, version: "4.0").values[.birthday]
    #expect(value == PartialDate(date).map { .date($0) })
  }

  @Test func `a birthday in words is kept as an unknown line`() {
    let parsed = CardFixture.parsed(["BDAY;VALUE=text:circa 1800"])
    #expect(parsed.card?.values[.birthday] == nil)
    #expect(parsed.card?.texts(.extra) == ["BDAY;VALUE=text:circa 1800"])
    #expect(parsed.warnings.isEmpty)
  }

  @Test func `an impossible birthday is kept with a warning`() {
    let parsed = CardFixture.parsed(["FN:x", "BDAY:1990-02-30"])
    #expect(parsed.card?.values[.birthday] == nil)
    #expect(parsed.warnings.map(\.code) == [.badDate])
    #expect(parsed.card?.texts(.extra) == ["BDAY:1990-02-30"])
  }

  @Test func `an impossible revision is no reason to lose a card (DATE-11)`() {
    let parsed = CardFixture.parsed(["FN:x", "REV;VALUE=DATE:15997788"])
    #expect(parsed.card?.text(.formattedName) == "x")
    #expect(parsed.warnings.isEmpty)
  }

  @Test func `a revision is kept as an instant in the form of 4.0 (DATE-09)`() {
    let card = CardFixture.card("FN:x", "REV:1995-10-31T22:27:10Z", version: "4.0")
    #expect(card.texts(.extra) == ["REV:19951031T222710Z"])
    #expect(CardFixture.lines(card, .v4).contains("REV:19951031T222710Z"))
  }

  @Test func `a birthday without a year is written in each version's form (DATE-03)`() {
    var card = CardFixture.card("FN:x")
    card.values[.birthday] = PartialDate(month: 2, day: 14).map { .date($0) }
    #expect(CardFixture.lines(card, .v4).contains("BDAY:--0214"))
    #expect(CardFixture.lines(card, .v3).contains("BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-14"))
  }

  @Test(arguments: ["1955-05-09", "1900-01-01", "1582-10-15"], VCardVersion.allCases)
  func `no zone moves a birthday (DATE-07)`(date: String, version: VCardVersion) {
    var card = CardFixture.card("FN:x")
    card.values[.birthday] = PartialDate(date).map { .date($0) }
    #expect(CardFixture.roundTrip(card, version)?.values[.birthday] == card.values[.birthday])
  }

  @Test(arguments: [
    (0.0, "2001-01-01"), (-1.0, "2000-12-31"), (86_400.0 * 59, "2001-03-01"),
    (-86_400.0 * 307, "2000-02-29"), (-86_400.0 * 36_525, "1901-01-01"),
  ])
  func `an instant is written as the day it falls on`(seconds: Double, date: String) {
    var card = CardFixture.card("FN:x")
    card.values[.birthday] = .instant(seconds)
    #expect(CardFixture.lines(card).contains("BDAY:\(date)"))
  }

  @Test func `labelled dates come before or after their labels (LABEL-07)`() {
    let card = CardFixture.card(
      "ITEM1.X-ABLABEL:Name1", "ITEM2.X-ABLABEL:Name2", "ITEM1.X-ABDATE:20171111",
      "ITEM2.X-ABDATE:20111111")
    for card in [card, CardFixture.roundTrip(card, .v3), CardFixture.roundTrip(card, .v4)] {
      #expect(card?.labels(.dates) == ["Name1", "Name2"])
      #expect(card?.entries[.dates]?.map { "\($0.value.date!)" } == ["2017-11-11", "2011-11-11"])
    }
  }

  @Test func `an anniversary is a date with that label`() {
    let card = CardFixture.card("ANNIVERSARY:19960415", version: "4.0")
    #expect(card.labels(.dates) == ["anniversary"])
    #expect(CardFixture.lines(card, .v4).contains("ANNIVERSARY:19960415"))
    #expect(CardFixture.lines(card).contains("item1.X-ABLabel:_$!<Anniversary>!$_"))
  }
}
