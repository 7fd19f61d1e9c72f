import ContactModel
import Testing
import VCard

struct ParserTextTests {
  @Test func `quoted-printable is joined before it is decoded (QP-01)`() {
    let card = CardFixture.card(
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=D0=9E=D0=BB=D1=8C=D0=", "=B3=D0=B0;;;",
      version: "2.1")
    #expect(card.text(.firstName) == "Ольга")
  }

  @Test func `a TAB after a soft break is a fold (QP-03)`() {
    let text =
      "begin:vcard\nfn;quoted-printable:=D0=9C=D0=B0=D1=80=\n\t=D0=B8=D1=8F\nversion:2.1\nend:vcard"
    #expect(CardFixture.parse(text).map { $0.card?.text(.formattedName) } == ["Мария"])
  }

  @Test func `a space after a soft break is data`() {
    let card = CardFixture.card("NOTE;ENCODING=QUOTED-PRINTABLE:to come=", " to aid")
    #expect(card.text(.note) == "to come to aid")
  }

  @Test func `an encoded semicolon does not divide a name`() {
    let card = CardFixture.card("N;ENCODING=QUOTED-PRINTABLE:A=3BB;C=2CD;;;", version: "2.1")
    #expect(card.text(.lastName) == "A;B")
    #expect(card.text(.firstName) == "C,D")
  }

  @Test func `an escaped colon and comma are text (ESC-07)`() {
    let card = CardFixture.card("N:Tel\\: alt;Neu\\, Kind;;;", "FN:Neu, Kind Tel: alt")
    #expect(card.text(.lastName) == "Tel: alt")
    #expect(card.text(.firstName) == "Neu, Kind")
    #expect(card.text(.formattedName) == nil)
  }

  @Test func `folds may stand inside a letter`() {
    var bytes = Array("BEGIN:VCARD\r\nFN:M\u{FC}ller\r\nEND:VCARD".utf8)
    bytes.insert(contentsOf: Array("\r\n ".utf8), at: 18)
    #expect(VCardParser().parse(bytes.span).card?.text(.formattedName) == "Müller")
  }

  @Test func `a TAB folds as a space does`() {
    let card = CardFixture.card("NOTE:to", "\tget", " her", "FN:x")
    #expect(card.text(.note) == "together")
  }

  @Test func `words of 2.1 may stand without their names`() {
    let card = CardFixture.card(
      "TEL;HOME;VOICE;PREF:1", "ADR;WORK;QUOTED-PRINTABLE:;;=C3=84;;;;", "FN;UTF-8:Zoë",
      "TEL;CELL;VOICE:2", "TEL;PAGER:3", "TEL;WORK;FAX:4", version: "2.1")
    #expect(card.labels(.phones) == ["home", "mobile", "pager", "work fax"])
    #expect(card.entries[.phones]?.first?.isPreferred == true)
    #expect(card.entries[.addresses]?.first?.value.fields?["street"] == "Ä")
    #expect(card.text(.formattedName) == "Zoë")
  }

  @Test func `a backslash in the second octet of Shift_JIS is no escape`() {
    let bytes =
      Array("BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=SHIFT_JIS:".utf8)
      + [0x88, 0xC9, 0x94, 0x5C, 0x3B, 0x8C, 0x5C, 0x88, 0xEA] + Array(";;;\nEND:VCARD".utf8)
    let card = VCardParser().parse(bytes.span).card
    #expect(card?.text(.lastName) == "伊能")
    #expect(card?.text(.firstName) == "圭一")
  }

  @Test func `EUC-JP is read`() {
    let bytes =
      Array("BEGIN:VCARD\nN;CHARSET=EUC-JP:".utf8) + [0xB0, 0xC2, 0xC6, 0xA3]
      + Array(";;;;\nEND:VCARD".utf8)
    #expect(VCardParser().parse(bytes.span).card?.text(.lastName) == "安藤")
  }

  @Test func `undeclared bytes are read as Windows-1252 with a numbered warning`() {
    let bytes = Array("BEGIN:VCARD\nFN:S".utf8) + [0xF6] + Array("ren\nEND:VCARD".utf8)
    let parsed = VCardParser().parse(bytes.span)
    #expect(parsed.card?.text(.formattedName) == "Sören")
    #expect(parsed.warnings.map(\.number) == [2])
    #expect(parsed.warnings.first?.line == 2)
    #expect(parsed.warnings.first?.property == "FN")
  }

  @Test func `a charset named on one line serves the lines that name none`() {
    let bytes =
      Array("BEGIN:VCARD\nFN:".utf8) + [0xCA, 0xE8, 0xBF, 0xE2]
      + Array("\nLABEL;CHARSET=Windows-1251:x\nEND:VCARD".utf8)
    #expect(VCardParser().parse(bytes.span).card?.text(.formattedName) == "Київ")
  }

  @Test func `an unknown charset is a warning and no loss`() {
    let parsed = CardFixture.parsed(["FN;CHARSET=Murks:Zoë"])
    #expect(parsed.card?.text(.formattedName) == "Zoë")
    #expect(parsed.warnings.map(\.code) == [.unknownCharset])
  }

  @Test func `damaged octets in declared UTF-8 leave the rest alone`() {
    let card = CardFixture.card("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A4=C4=6F=C3=9F")
    #expect(card.text(.formattedName) == "äÄoß")
  }

  @Test func `caret-encoded parameters are decoded (RFC 6868)`() {
    let card = CardFixture.card(#"X-SOCIALPROFILE;type=x;x-user="a^^b^'c^nd":http://x.example"#)
    let fields = card.entries[.socialProfiles]?.first?.value.fields
    #expect(fields?["username"] == "a^b\"c\nd")
  }

  @Test func `an unbalanced quotation mark does not hide the value`() {
    let card = CardFixture.card(#"TEL;TYPE="HOME:1"#)
    #expect(card.texts(.phones) == ["1"])
  }

  @Test func `properties may stand in any case and order`() {
    let card = CardFixture.card("tel;type=home:1", "n:Last;First", "Fn:First Last")
    #expect(card.composed == ["First", "Last"])
    #expect(card.labels(.phones) == ["home"])
  }

  @Test func `a comma is text in a name of 2.1 and divides a list in later ones`() {
    let old = CardFixture.card("N:Doe;John;Richter,James;;", version: "2.1")
    let new = CardFixture.card("N:Doe;John;Richter,James;;Jr.,M.D.")
    #expect(old.text(.middleName) == "Richter,James")
    #expect(new.text(.middleName) == "Richter James")
    #expect(new.text(.suffix) == "Jr., M.D.")
  }

  @Test func `a name as one text is kept only where it is not its parts`() {
    let same = CardFixture.card("N:Muster;Eva;M.;Dr.;jun.", "FN:Dr. Eva M. Muster jun.")
    let other = CardFixture.card("N:Muster;Eva;;;", "FN:Muster, Eva")
    let alone = CardFixture.card("FN:Eva Muster")
    #expect(same.text(.formattedName) == nil)
    #expect(other.text(.formattedName) == "Muster, Eva")
    #expect(alone.text(.formattedName) == "Eva Muster")
    #expect(alone.text(.firstName) == nil)
  }

  @Test func `a card with only an organisation for a name is one (BROKEN-05)`() {
    let card = CardFixture.card("N:;;;;", "ORG:Cafe Beispiel", "TEL:030123456")
    #expect(card.text(.organization) == "Cafe Beispiel")
    #expect(card.values[.personKind] == .integer(1))
  }

  @Test func `units after the first are one department`() {
    let card = CardFixture.card("ORG:ABC\\, Inc.;North American Division;Marketing")
    #expect(card.text(.organization) == "ABC, Inc.")
    #expect(card.text(.department) == "North American Division; Marketing")
    #expect(
      CardFixture.lines(card).contains("ORG:ABC\\, Inc.;North American Division;Marketing"))
  }

  @Test func `several notes are one text`() {
    #expect(CardFixture.card("NOTE:a", "NOTE:b").text(.note) == "a\nb")
  }

  @Test func `a second title is kept as an unknown line`() {
    let card = CardFixture.card("TITLE:One", "TITLE:Two")
    #expect(card.text(.jobTitle) == "One")
    #expect(card.texts(.extra) == ["TITLE:Two"])
  }

  @Test func `phonetic names are read in all spellings`() {
    let apple = CardFixture.card("X-PHONETIC-FIRST-NAME:a", "X-PHONETIC-LAST-NAME:b")
    let phone = CardFixture.card("SOUND;X-IRMC-N:b;a;;;", version: "2.1")
    for card in [apple, phone] {
      #expect(card.text(.firstNamePhonetic) == "a")
      #expect(card.text(.lastNamePhonetic) == "b")
    }
  }
}

extension Card {
  fileprivate var composed: [String?] { [text(.firstName), text(.lastName)] }
}
