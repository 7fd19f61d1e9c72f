import ContactModel
import Testing
import VCard

struct WriterTests {
  @Test func `2.1 breaks no letter and no line over 76 columns (QP-05)`() {
    var card = Card()
    card.set(.firstName, "Владимир")
    card.set(.lastName, "Капустин-Замоскворецкий")
    let text = CardFixture.text(card, .v21)
    #expect(CardFixture.roundTrip(card, .v21) == card)
    for line in text.split(separator: "\r\n") {
      #expect(line.utf8.count <= 76)
      #expect(!line.hasPrefix(" "))
      // Each of the letters has two octets.
      let signs = line.dropLast(line.hasSuffix("=") ? 1 : 0).filter { $0 == "=" }
      #expect(signs.count % 2 == 0)
    }
  }

  @Test func `line ends are quoted-printable in 2.1 (QP-07)`() {
    var card = Card()
    card.set(.note, "Line one\nLine two")
    let lines = CardFixture.lines(card, .v21)
    #expect(lines.contains("NOTE;ENCODING=QUOTED-PRINTABLE:Line one=0D=0ALine two"))
  }

  @Test(arguments: [VCardVersion.v3, .v4])
  func `folds keep base letters and accents together (FOLD-04)`(version: VCardVersion) {
    var card = Card()
    card.set(.formattedName, String(repeating: "e\u{301}", count: 60))
    let text = CardFixture.text(card, version)
    #expect(CardFixture.roundTrip(card, version) == card)
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    #expect(!text.utf8.elementsEqual("".utf8))
    let scalars = Array(text.unicodeScalars)
    for index in scalars.indices.dropFirst() where scalars[index] == "\u{301}" {
      #expect(scalars[index - 1] == "e")
    }
  }

  @Test(arguments: [VCardVersion.v3, .v4])
  func `no line is over 75 octets`(version: VCardVersion) {
    var card = Card()
    card.set(.note, String(repeating: "Zoë 日本語 👨‍👩‍👧 word, ", count: 40))
    for line in CardFixture.bytes(card, version).split(separator: 0x0A) {
      #expect(line.count <= 76)
    }
    #expect(CardFixture.roundTrip(card, version) == card)
  }

  @Test func `a comma in an organisation is escaped (ESC-01)`() {
    var card = Card()
    card.set(.organization, "Acme, Inc.")
    for version in [VCardVersion.v3, .v4] {
      #expect(CardFixture.lines(card, version).contains { $0.hasPrefix("ORG:Acme\\, Inc.") })
    }
  }

  @Test func `ten rounds change neither name nor file (ESC-03)`() {
    var card = CardFixture.card("FN:Cafe\\, Sonne", "N:;;;;")
    let first = CardFixture.text(card)
    for _ in 0..<10 { card = CardFixture.roundTrip(card) ?? Card() }
    #expect(card.text(.formattedName) == "Cafe, Sonne")
    #expect(CardFixture.text(card) == first)
  }

  @Test func `a list of types has no backslash (ESC-05)`() {
    let card = CardFixture.card("TEL;TYPE=HOME,VOICE:1")
    #expect(CardFixture.lines(card).contains("TEL;type=HOME;type=VOICE:1"))
    #expect(CardFixture.lines(card, .v4).contains("TEL;TYPE=home,voice:1"))
    #expect(CardFixture.lines(card, .v21).contains("TEL;HOME;VOICE:1"))
  }

  @Test(arguments: VCardVersion.allCases)
  func `no value can begin a line of its own`(version: VCardVersion) {
    let evil = "x\r\nTEL:666\rTEL:667\nTEL:668\u{2028}END:VCARD"
    var card = Card(uid: evil)
    for property in [Property.firstName, .organization, .note, .nickname, .formattedName] {
      card.set(property, evil)
    }
    card.add(.phones, .init(label: .custom(evil), value: .text(evil)))
    card.add(.urls, .init(label: .standard(.home), value: .text(evil)))
    card.add(.addresses, .init(value: .fields(["street": evil, "countryCode": evil])))
    card.add(.instantMessages, .init(value: .fields(["service": evil, "username": evil])))
    card.add(.socialProfiles, .init(value: .fields(["service": evil, "url": evil])))
    card.add(.socialProfiles, .init(value: .fields(["username": evil, "userIdentifier": evil])))
    card.add(.extra, .init(value: .text("X-FOO;P=\(evil):\(evil)")))
    card.add(.extra, .init(value: .text("X-FOO:\(evil)")))
    card.add(.extra, .init(value: .text("END:VCARD")))
    card.add(.extra, .init(value: .text("no colon")))
    card.add(.extra, .init(value: .text(" folded:on")))
    card.categories = [evil]
    card.members = [evil]
    let text = CardFixture.text(card, version)
    #expect(!text.split(separator: "\r\n").contains { $0.hasPrefix("TEL:66") })
    #expect(!text.unicodeScalars.dropLast(2).contains("\n") || text.contains("\r\n"))
    #expect(CardFixture.split(text).count == 1)
    #expect(CardFixture.roundTrip(card, version)?.entries[.phones]?.count == 1)
  }

  @Test func `a group is written in the version's spelling`() {
    var card = Card(kind: .group, uid: "g")
    card.set(.name, "Chor")
    card.members = ["urn:uuid:1", "urn:uuid:2"]
    let old = CardFixture.lines(card)
    #expect(old.contains("X-ADDRESSBOOKSERVER-KIND:group"))
    #expect(old.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:2"))
    let new = CardFixture.lines(card, .v4)
    #expect(new.contains("KIND:group"))
    #expect(new.contains("MEMBER:urn:uuid:1"))
    #expect(VCardVersion.allCases.allSatisfy { CardFixture.roundTrip(card, $0) == card })
  }

  @Test func `3.0 has the form that iOS writes`() {
    var card = Card(uid: "u1")
    card.set(.firstName, "Eva")
    card.set(.lastName, "Muster")
    card.set(.organization, "Acme")
    card.set(.note, "hello, you")
    card.add(
      .emails, .init(label: .standard(.home), value: "eva@example.org", isPreferred: true))
    card.add(.emails, .init(label: .custom("iCloud"), value: "eva@icloud.example"))
    card.add(.phones, .init(label: .standard(.mobile), value: "1", isPreferred: true))
    card.add(.phones, .init(label: .standard(.main), value: "2"))
    card.add(
      .addresses,
      .init(
        label: .standard(.home),
        value: .fields([
          "street": "Via 1", "city": "Roma", "state": "RM", "zip": "00100", "country": "Italia",
          "countryCode": "it",
        ]), isPreferred: true))
    card.add(.urls, .init(label: .standard(.homePage), value: "http://example.org/a,b"))
    card.add(
      .instantMessages,
      .init(
        label: .custom("Chat"), value: .fields(["service": "MSN", "username": "eva"]),
        isPreferred: true))
    card.add(
      .socialProfiles,
      .init(
        value: .fields([
          "service": "twitter", "username": "Eva", "url": "http://twitter.com/Eva",
        ])))
    #expect(
      CardFixture.lines(card) == [
        "BEGIN:VCARD", "VERSION:3.0", "N:Muster;Eva;;;", "FN:Eva Muster", "ORG:Acme;",
        "EMAIL;type=INTERNET;type=HOME;type=pref:eva@example.org",
        "item1.EMAIL;type=INTERNET:eva@icloud.example", "item1.X-ABLabel:iCloud",
        "TEL;type=CELL;type=VOICE;type=pref:1", "TEL;type=MAIN:2",
        "item2.ADR;type=HOME;type=pref:;;Via 1;Roma;RM;00100;Italia", "item2.X-ABADR:it",
        "item3.URL:http://example.org/a,b", "item3.X-ABLabel:_$!<HomePage>!$_",
        "item4.X-MSN;type=pref:eva", "item4.X-ABLabel:Chat",
        "item5.IMPP;X-SERVICE-TYPE=MSN;type=pref:msnim:eva", "item5.X-ABLabel:Chat",
        "X-SOCIALPROFILE;type=twitter;x-user=Eva:http://twitter.com/Eva",
        "NOTE:hello\\, you", "UID:u1", "END:VCARD",
      ])
    #expect(VCardVersion.allCases.allSatisfy { CardFixture.roundTrip(card, $0) == card })
  }

  @Test func `3.0 has every part, date and relation as iOS writes them`() throws {
    var card = Card()
    card.set(.lastName, "Muster")
    card.set(.firstName, "Eva")
    card.set(.middleName, "M.")
    card.set(.prefix, "Dr.")
    card.set(.suffix, "jun.")
    card.set(.nickname, "Evi")
    card.set(.firstNamePhonetic, "efa")
    card.set(.organization, "Acme")
    card.set(.department, "Sales")
    card.set(.jobTitle, "Boss")
    card.values[.birthday] = try #require(PartialDate("--02-29")).asValue
    card.add(.phones, .init(label: .standard(.workFax), value: "1"))
    card.add(.phones, .init(label: .standard(.iPhone), value: "2"))
    card.add(.phones, .init(label: .standard(.pager), value: "3"))
    card.add(
      .dates,
      .init(label: .standard(.anniversary), value: try #require(PartialDate("2010-05-01")).asValue))
    card.add(.relatedNames, .init(label: .standard(.spouse), value: "Max"))
    card.photo = .data(
      [0xFF, 0xD8, 0xFF] + Array(repeating: 0x41, count: 60), mediaType: "image/jpeg", source: 0..<0
    )
    let text = CardFixture.text(card)
    #expect(
      CardFixture.lines(card).filter { !$0.hasPrefix("PHOTO") } == [
        "BEGIN:VCARD", "VERSION:3.0", "N:Muster;Eva;M.;Dr.;jun.", "FN:Dr. Eva M. Muster jun.",
        "NICKNAME:Evi", "X-PHONETIC-FIRST-NAME:efa", "ORG:Acme;Sales", "TITLE:Boss",
        "TEL;type=WORK;type=FAX:1", "TEL;type=IPHONE;type=CELL;type=VOICE:2", "TEL;type=PAGER:3",
        "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "item1.X-ABDATE:2010-05-01",
        "item1.X-ABLabel:_$!<Anniversary>!$_", "item2.X-ABRELATEDNAMES:Max",
        "item2.X-ABLabel:_$!<Spouse>!$_", "END:VCARD",
      ])
    // A line of 75 octets, then lines of a blank and 74.
    let photo = text.split(separator: "\r\n").drop {
      !$0.hasPrefix("PHOTO;ENCODING=b;TYPE=JPEG:/9j/")
    }
    #expect(photo.first?.utf8.count == 75)
    #expect(photo.dropFirst().first?.first == " ")
    #expect(CardFixture.roundTrip(card).map(CardFixture.comparable) == card)
  }

  @Test func `hostile values make one card of one entry each, in every version`() {
    let evil = [
      "\r", "\n", "\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:2\r\n", "\u{85}TEL:1", "\u{2028}TEL:1",
      "\u{B}TEL:1", "\u{C}END:VCARD", "\0", "=\r\nTEL:1", "=0D=0ATEL:1", "\\nTEL:1", "\\", "\"",
      "\":",
      "^n", "\r\n TEL:1", "\u{FEFF}BEGIN:VCARD", " ", "\t", "\r\n\tx", "END:VCARD", ";;;;", ",",
      ":",
      String(repeating: "=", count: 200), String(repeating: "\r\n", count: 100),
    ]
    for text in evil {
      for version in VCardVersion.allCases {
        var card = Card(uid: text)
        for property in [Property.firstName, .organization, .department, .jobTitle, .nickname] {
          card.set(property, text)
        }
        card.set(.note, text)
        card.add(.phones, .init(label: .custom(text), value: .text("1" + text)))
        card.add(.emails, .init(label: .custom(text), value: .text("a" + text)))
        card.add(.urls, .init(value: .text("http://" + text)))
        card.add(.addresses, .init(value: .fields(["street": "s" + text, "countryCode": text])))
        card.add(.relatedNames, .init(label: .custom(text), value: .text("r" + text)))
        card.add(.socialProfiles, .init(value: .fields(["service": text, "username": "u" + text])))
        card.add(
          .instantMessages, .init(value: .fields(["service": text, "username": "u" + text])))
        card.categories = ["c" + text]
        let bytes = CardFixture.bytes(card, version)
        #expect(CardFixture.split(bytes).count == 1, "\(text.debugDescription) \(version)")
        let again = VCardParser().parse(bytes.span).card
        for property in card.entries.keys {
          #expect(
            again?.entries[property]?.count == 1,
            "\(text.debugDescription) \(version) \(property): \(String(decoding: bytes, as: UTF8.self))"
          )
        }
        #expect(again?.text(.note)?.contains("TEL") == card.text(.note)?.contains("TEL"))
      }
    }
  }

  @Test func `groups of unknown lines are not taken by others`() {
    let card = CardFixture.card(
      "FN:x", "item1.X-FOO:1", "item1.X-ABLabel:Foo", "item9.TEL:1", "item9.X-ABLabel:Mine")
    let lines = CardFixture.lines(card)
    #expect(lines.contains("item2.TEL;type=VOICE:1"))
    #expect(lines.contains("item1.X-ABLabel:Foo"))
    #expect(CardFixture.roundTrip(card) == card)
  }

  @Test func `a nameless card gets a name that is marked as made up`() {
    let card = CardFixture.card("EMAIL:a@example.org")
    #expect(CardFixture.lines(card, .v4).contains("FN;DERIVED=TRUE:a@example.org"))
    #expect(CardFixture.roundTrip(card, .v4) == card)
  }

  @Test func `cards follow each other`() {
    let card = CardFixture.card("FN:x")
    var bytes: [UInt8] = []
    for _ in 0..<3 { VCardWriter.write(card, version: .v4, into: &bytes) }
    #expect(CardFixture.split(bytes).count == 3)
  }
}

extension PartialDate {
  fileprivate var asValue: Value { .date(self) }
}
