import ContactModel
import Testing
import VCard

/// Properties and parameters of the extensions of vCard 4.0: read, kept, and written again.
struct ExtensionTests {
  /// A card with a line of each extension.
  private let lines = [
    "FN:Eva Muster",
    // RFC 6474
    "BIRTHPLACE:Babies'R'Us Hospital", "BIRTHPLACE;VALUE=uri:geo:46.769307,-71.283079",
    "DEATHPLACE:Aboard the Titanic\\, near Newfoundland", "DEATHDATE:19960415",
    // RFC 6715
    "EXPERTISE;LEVEL=expert;INDEX=1:chemistry", "HOBBY;INDEX=1;LEVEL=high:reading",
    "INTEREST;INDEX=1;LEVEL=medium:r&b music", "ORG-DIRECTORY;PREF=1:http://directory.example.com",
    // RFC 8605
    "CONTACT-URI;PREF=1:https://contact.example.com",
    "ADR;CC=US:;;123 Main Street;Any Town;CA;91921;",
    // RFC 9554
    "CREATED:20220705T093412Z", "GRAMGENDER:neuter", "LANGUAGE:de-AT",
    "PRONOUNS;LANGUAGE=en;PREF=1:xe/xir",
    "NOTE;AUTHOR-NAME=\"Liu, Xie\";CREATED=20221122T151823Z:Hi",
    "TEL;PROP-ID=T1:1", "SOCIALPROFILE;SERVICE-TYPE=Mastodon;USERNAME=eva:https://example.com/@eva",
  ]

  @Test func `lines of the extensions stay to the last byte`() {
    let text = (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(
      separator: "\r\n")
    let card = CardFixture.card(
      lines[0], lines[1], lines[2], lines[3], lines[4], version: "4.0")
    #expect(card.texts(.extra) == Array(lines[1...4]))
    let whole = CardFixture.parse(text)
    #expect(whole.first?.warnings == [])
    var output: [UInt8] = []
    var edited = whole.first?.card ?? Card()
    edited.set(.jobTitle, "Boss")
    VCardWriter.write(edited, original: Array(text.utf8), into: &output)
    let written = String(decoding: output, as: UTF8.self).components(by: "\r\n")
    #expect(written == text.components(by: "\r\n").dropLast(2) + ["TITLE:Boss", "END:VCARD", ""])
  }

  @Test(arguments: VCardVersion.allCases)
  func `what the extensions say is the same after writing and reading`(version: VCardVersion) {
    let text = (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD"]).joined(separator: "\r\n")
    let card = CardFixture.parse(text).first?.card
    #expect(card?.texts(.extra).count == 13)
    #expect(card.flatMap { CardFixture.roundTrip($0, version) } == card)
  }

  @Test func `the reading of a name is no second name (RFC 9554)`() {
    let card = CardFixture.card(
      "N;ALTID=1;LANGUAGE=ja:山田;太郎;;;", "N;ALTID=1;PHONETIC=script;SCRIPT=Kana:やまだ;たろう;;;",
      version: "4.0")
    #expect(card.text(.lastName) == "山田")
    #expect(card.text(.lastNamePhonetic) == "やまだ")
    #expect(card.text(.firstNamePhonetic) == "たろう")
    #expect(card.texts(.extra).isEmpty)
  }

  @Test func `a reading that comes first takes no name's place (RFC 9554)`() {
    let card = CardFixture.card(
      "N;ALTID=1;PHONETIC=ipa:smɪθ;;;;", "N;ALTID=1:Smith;;;;", version: "4.0")
    #expect(card.text(.lastName) == "Smith")
    #expect(card.text(.lastNamePhonetic) == "smɪθ")
  }

  /// A name and an address with all that RFC 9554 adds.
  private let components = [
    "N;JSCOMPS=\"s, ;1;0;5\":García,Márquez;Eva;;;jr.,Dr.;Márquez;jr.",
    "ADR:;;Main Street 123\\, 1st floor;Reston;VA;20190;USA;4;;1st;123;Main Street;;;;;North gate;",
    "NOTE:old",
  ]

  @Test func `the parts that RFC 9554 adds to names and addresses are read`() {
    let card = CardFixture.parsed(components, "4.0").card
    #expect(
      card?.values[.nameComponents]
        == .fields(["secondaryLastName": "Márquez", "generation": "jr."]))
    let address = card?.entries[.addresses]?.first?.value.fields
    #expect(address?["room"] == "4" && address?["floor"] == "1st")
    #expect(address?["streetNumber"] == "123" && address?["landmark"] == "North gate")
    #expect(address?.count == 10)
  }

  @Test(arguments: [VCardVersion.v3, .v4])
  func `the parts that RFC 9554 adds are the same after writing and reading`(
    version: VCardVersion
  ) throws {
    let card = try #require(CardFixture.parsed(components, "4.0").card)
    #expect(CardFixture.roundTrip(card, version) == card)
  }

  @Test func `the parts that RFC 9554 adds outlive an edit, but not that of their whole`() throws {
    var card = try #require(CardFixture.parsed(components, "4.0").card)
    card.set(.note, "new")
    #expect(CardFixture.lines(card, .v4).contains { $0.hasSuffix(";Márquez;jr.") })
    card.set(.lastName, "Meier")
    #expect(CardFixture.lines(card, .v4).contains { $0.hasSuffix(";;jr.") })
    card.set(.suffix, nil)
    #expect(CardFixture.lines(card, .v4).contains { $0.hasPrefix("N:Meier;Eva;;;") })
  }

  @Test func `the country code of an address may be a parameter (RFC 8605)`() {
    let card = CardFixture.card("ADR;CC=US:;;1 Main;Town;CA;1;", version: "4.0")
    #expect(card.entries[.addresses]?.first?.value.fields?["countryCode"] == "US")
    #expect(CardFixture.roundTrip(card, .v3) == card)
  }
}

extension String {
  fileprivate func components(by separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
