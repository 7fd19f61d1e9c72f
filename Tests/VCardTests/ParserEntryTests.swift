import ContactModel
import Testing
import VCard

struct ParserEntryTests {
  @Test func `a label of one's own wins over TYPE (LABEL-01)`() {
    let card = CardFixture.card(
      "item1.EMAIL;type=pref;type=INTERNET:x@example.com", "item1.X-ABLABEL:Ferienhaus")
    #expect(card.labels(.emails) == ["Ferienhaus"])
    #expect(card.entries[.emails]?.first?.isPreferred == true)
  }

  @Test func `groups are found whatever their case and order (LABEL-03)`() {
    let card = CardFixture.card(
      "ITEM1.EMAIL:a@example.org", "ITEM1.X-ABLABEL:Verein", "ITEM2.X-ABLABEL:Garten",
      "item2.TEL:+49 30 1")
    #expect(card.labels(.emails) == ["Verein"])
    #expect(card.labels(.phones) == ["Garten"])
    #expect(card.texts(.extra).isEmpty)
  }

  @Test func `a label without a group is kept and labels nothing (LABEL-13)`() {
    let card = CardFixture.card("X-ABLabel:Home", "TEL:1")
    #expect(card.labels(.phones) == [nil])
    #expect(card.texts(.extra) == ["X-ABLabel:Home"])
  }

  @Test func `a changed label leaves no old one behind (LABEL-05)`() {
    var card = CardFixture.card(
      "ITEM1.EMAIL;TYPE=OTHER;TYPE=pref:a@example.org", "ITEM1.X-ABLABEL:_$!<Other>!$_")
    #expect(card.labels(.emails) == ["other"])
    card.entries[.emails]?[0].label = .standard(.work)
    let lines = CardFixture.lines(card)
    #expect(lines.contains("EMAIL;type=INTERNET;type=WORK;type=pref:a@example.org"))
    #expect(!lines.contains { $0.contains("X-ABLabel") })
  }

  @Test(arguments: [
    ("TEL;CELL", "mobile"), ("TEL;TYPE=HOME,FAX", "home fax"),
    ("TEL;TYPE=WORK;TYPE=FAX", "work fax"),
    ("TEL;TYPE=FAX", "other fax"), ("TEL;TYPE=PAGER,WORK,MSG", "pager"), ("TEL;TYPE=MAIN", "main"),
    ("TEL;TYPE=IPHONE;TYPE=CELL", "iPhone"), ("TEL;TYPE=\"voice,home\"", "home"),
    ("TEL;TYPE=WhatsApp", "WhatsApp"), ("TEL;TYPE=x-aunt", "aunt"), ("TEL;FAX,WORK", "work fax"),
    ("TEL;TYPE=WORK,", "work"), ("TEL;TYPE=費", "費"), ("TEL;VOICE;MSG", nil), ("TEL", nil),
  ])
  func `words of TYPE become a label`(head: String, label: String?) {
    #expect(CardFixture.card("\(head):1").labels(.phones) == [label])
  }

  @Test func `a preference is said by TYPE or by PREF`() {
    let card = CardFixture.card("TEL;TYPE=pref:1", "TEL;PREF=1:2", "TEL;PREF=2:3", "TEL;PREF:4")
    #expect(card.entries[.phones]?.map(\.isPreferred) == [true, true, false, true])
  }

  @Test func `a telephone loses its scheme and nothing else`() {
    let card = CardFixture.card(
      "TEL;VALUE=uri:tel:+44-555-5555;ext=5555", "TEL:sip:example@example.com", version: "4.0")
    #expect(card.texts(.phones) == ["+44-555-5555;ext=5555", "sip:example@example.com"])
  }

  @Test func `an address has its parts and its country's code`() {
    let card = CardFixture.card(
      "item1.ADR;type=HOME:PO 1;Flat;1 Main St\\nBack;Town;CA;99999;USA", "item1.X-ABADR:us")
    #expect(
      card.entries[.addresses]?.first?.value
        == .fields([
          "poBox": "PO 1", "extended": "Flat", "street": "1 Main St\nBack", "city": "Town",
          "state": "CA", "zip": "99999", "country": "USA", "countryCode": "us",
        ]))
  }

  @Test func `words in place of a country's code are kept as they came`() {
    let card = CardFixture.card("item3.ADR:;;A;;;;", "item3.X-ABADR:Silicon Alley")
    #expect(card.entries[.addresses]?.first?.value.fields?["countryCode"] == nil)
    #expect(card.texts(.extra) == ["item3.X-ABADR:Silicon Alley"])
  }

  @Test func `an account written both ways is one entry`() {
    let card = CardFixture.card(
      "X-MSN;type=HOME;type=pref:eva@example.org",
      "IMPP;X-SERVICE-TYPE=MSN;type=HOME;type=pref:msnim:eva@example.org",
      "IMPP;X-SERVICE-TYPE=MSN:msnim:eva@example.org")
    #expect(card.entries[.instantMessages]?.count == 2)
  }

  @Test(arguments: [
    ("X-AIM:a", "AIM", "a"), ("X-SKYPE-USERNAME:b", "Skype", "b"),
    ("IMPP:xmpp:c@example.org", "Jabber", "c@example.org"),
    ("IMPP;X-SERVICE-TYPE=QQ:x-apple:123", "QQ", "123"), ("IMPP:myIM:d", "myIM", "d"),
    ("X-SIP:sip:e", "SIP", "e"), ("IMPP:skype:f%20g", "Skype", "f g"),
  ])
  func `accounts have a service and a name`(line: String, service: String, user: String) {
    let value = CardFixture.card(line).entries[.instantMessages]?.first?.value
    #expect(value == .fields(["service": service, "username": user]))
  }

  @Test func `a social profile has a service, a name and an address`() {
    let card = CardFixture.card(
      "X-SOCIALPROFILE;type=twitter;x-user=Name;x-userid=7:http://twitter.com/Name")
    #expect(
      card.entries[.socialProfiles] == [
        .init(
          value: .fields([
            "service": "twitter", "username": "Name", "userIdentifier": "7",
            "url": "http://twitter.com/Name",
          ]))
      ])
  }

  @Test func `related names come with labels`() {
    let card = CardFixture.card(
      "item1.X-ABRELATEDNAMES:Max", "item1.X-ABLabel:_$!<Spouse>!$_",
      "RELATED;TYPE=child;VALUE=text:Kim", "X-EVOLUTION-MANAGER:Pat",
      "RELATED;TYPE=friend:urn:uuid:f81d4fae")
    #expect(card.texts(.relatedNames) == ["Max", "Kim", "Pat"])
    #expect(card.labels(.relatedNames) == ["spouse", "child", "manager"])
    #expect(card.texts(.extra) == ["RELATED;TYPE=friend:urn:uuid:f81d4fae"])
  }

  @Test func `categories are a list in which an escaped comma is text (GROUP-04)`() {
    #expect(CardFixture.card("CATEGORIES:Chor,Verein,Chor").categories == ["Chor", "Verein"])
    #expect(CardFixture.card("CATEGORIES:Meier\\, Kunz").categories == ["Meier, Kunz"])
    var card = CardFixture.card("FN:x")
    card.categories = ["Chor", "Meier, Kunz"]
    #expect(CardFixture.lines(card).contains("CATEGORIES:Chor,Meier\\, Kunz"))
  }

  @Test(arguments: ["KIND:group", "X-ADDRESSBOOKSERVER-KIND:GROUP"])
  func `a group is no person (GROUP-06)`(line: String) {
    let card = CardFixture.card(line, "N:Family;;;;", "FN:Family", "UID:g1")
    #expect(card.kind == .group)
    #expect(card.text(.name) == "Family")
    #expect(card.text(.lastName) == nil)
  }

  @Test func `a member is listed once (GROUP-02)`() {
    let card = CardFixture.card(
      "X-ADDRESSBOOKSERVER-KIND:group", "FN:G", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:U1",
      "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:U1", "MEMBER:urn:uuid:U2")
    #expect(card.members == ["urn:uuid:U1", "urn:uuid:U2"])
  }

  @Test(arguments: ["X-ABShowAs:COMPANY", "KIND:org"])
  func `a card may say that it is an organisation`(line: String) {
    #expect(CardFixture.card("FN:x", line).values[.personKind] == .integer(1))
  }

  @Test func `an identifier keeps its prefix (UID-04)`() {
    let uid = "urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af"
    let card = CardFixture.card("UID:\(uid)", "FN:x")
    #expect(card.uid == uid)
    #expect(VCardVersion.allCases.allSatisfy { CardFixture.roundTrip(card, $0)?.uid == uid })
  }

  @Test func `what the model does not know is kept whole and in order`() {
    let card = CardFixture.card(
      "FN:x", "X-A;P=\"q:r\":1\\,2", "item7.X-B:3", "item7.X-ABLabel:Mine", "ROLE:Boss",
      "LOGO:http://example.org/l.png")
    #expect(
      card.texts(.extra) == [
        "X-A;P=\"q:r\":1\\,2", "item7.X-B:3", "item7.X-ABLabel:Mine", "ROLE:Boss",
        "LOGO:http://example.org/l.png",
      ])
  }

  @Test func `unknown lines of 2.1 are kept in a form all versions hold`() {
    let card = CardFixture.card(
      "FN:x", "LABEL;WORK;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=0D=0A=C3=A4;b", version: "2.1")
    #expect(card.texts(.extra) == ["LABEL;TYPE=WORK:a\\nä;b"])
  }
}
