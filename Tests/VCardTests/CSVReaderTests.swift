import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

struct CSVReaderTests {
  private func cards(_ text: String, piece: Int = 4096) -> [Card] {
    CardFixture.rows(Array(text.utf8), piece: piece).cards.map {
      VCardParser().parse($0).card ?? Card()
    }
  }

  private func file(_ name: String) throws -> [UInt8]? {
    try SharedFolder.file("data/vcards/\(name)").map { Array(try Data(contentsOf: $0)) }
  }

  // MARK: - Files of others

  @Test func `Roundcube's table says what Roundcube expects`() throws {
    guard let bytes = try file("roundcube-all.csv"),
      let expected = try file("roundcube-all.expected.vcf")
    else { return }
    let (rows, reader) = CardFixture.rows(bytes)
    #expect(rows.count == 1)
    #expect(reader.columns.filter { !$0.isKnown }.isEmpty)
    var card = rows.first.map { VCardParser().parse($0).card ?? Card() } ?? Card()
    var wanted = VCardParser().parse(expected.span).card ?? Card()
    // Roundcube has lines of its own for these, and labels with numbers.
    #expect(card.text(.department) == "Department")
    #expect(
      card.labels(.phones) == [
        "home", "home", "work", "work", "mobile", "main", "home fax", "work fax", "car", "pager",
        "video", "assistant", "other",
      ])
    for property in [Property.phones, .emails, .urls] {
      #expect(card.texts(property) == wanted.texts(property))
    }
    #expect(card.entries[.addresses]?.map(\.value) == wanted.entries[.addresses]?.map(\.value))
    #expect(card.labels(.urls) == ["blog", "home page", "other", "profile", "work"])
    #expect(Set(card.texts(.extra)) == ["X-GENDER:female", "X-MAIDENNAME:Maiden Name"])
    for property in [Property.phones, .urls, .addresses, .emails, .extra] {
      card.entries[property] = nil
      wanted.entries[property] = nil
    }
    card.set(.department, nil)
    // The order of the columns is not that of the lines.
    for property in [Property.relatedNames, .instantMessages] {
      #expect(Set(card.entries[property] ?? []) == Set(wanted.entries[property] ?? []))
      card.entries[property] = wanted.entries[property]
    }
    #expect(card == wanted, "\(CardFixture.difference(wanted, card))")
  }

  @Test func `tables with one column and with several addresses are read`() throws {
    guard let one = try file("roundcube-email.csv"), let three = try file("roundcube-outlook.csv")
    else { return }
    let cards = CardFixture.rows(one).cards.map { VCardParser().parse($0).card ?? Card() }
    #expect(cards.map { $0.texts(.emails) } == (1...4).map { ["test\($0)@domain.tld"] })
    let card = CardFixture.rows(three).cards.first.map { VCardParser().parse($0).card ?? Card() }
    #expect(card?.texts(.emails) == (1...3).map { "test\($0)@domain.tld" })
  }

  @Test func `Thunderbird's table is read`() throws {
    guard let bytes = try file("thunderbird-basic.csv") else { return }
    let (rows, reader) = CardFixture.rows(bytes)
    let cards = rows.map { VCardParser().parse($0).card ?? Card() }
    #expect(cards.map { $0.text(.firstName) } == ["John", "Jane"])
    #expect(cards.map { $0.texts(.emails) } == [["john@doe.invalid"], ["jane@doe.invalid"]])
    #expect(cards.allSatisfy { $0.text(.formattedName) == nil })
    #expect(
      reader.columns.filter { !$0.isKnown }.map(\.heading)
        == ["Custom 1", "Custom 2", "Custom 3", "Custom 4"])
  }

  // MARK: - Dialects

  @Test func `several values in one cell are several entries (TAB-01)`() {
    let card = cards("Phone 1 - Type,Phone 1 - Value\nHome,030 1 ::: 030 2\n").first ?? Card()
    #expect(card.texts(.phones) == ["030 1", "030 2"])
    #expect(card.labels(.phones) == ["home", "home"])
  }

  @Test func `Google's old headings are read`() {
    let card =
      cards(
        "Name,Given Name,Additional Name,Family Name,Given Name Yomi,Family Name Yomi,Name Prefix,Birthday,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,IM 1 - Type,IM 1 - Service,IM 1 - Value,Phone 1 - Type,Phone 1 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Organization 1 - Name,Organization 1 - Title,Relation 1 - Type,Relation 1 - Value,Website 1 - Type,Website 1 - Value,Event 1 - Type,Event 1 - Value\r\n"
          + "Dr. 花子 山田,花子,,山田,はなこ,やまだ,Dr.,--02-29,\"two\r\nlines\",Chor ::: * My Contacts,* Work,a@b,Other,Skype,hana,Mobile,+81 3,Home,\"x\ny\",x,y,z,1,Acme,Cook,Spouse,Taro,Blog,http://x,Anniversary,2001-02-03\r\n"
      ).first ?? Card()
    #expect(card.text(.firstNamePhonetic) == "はなこ")
    #expect(card.text(.lastNamePhonetic) == "やまだ")
    #expect(card.text(.formattedName) == nil)
    #expect(card.values[.birthday] == .date(PartialDate(month: 2, day: 29)!))
    #expect(card.text(.note) == "two\nlines")
    #expect(card.categories == ["Chor"])
    #expect(
      card.entries[.emails] == [.init(label: .standard(.work), value: "a@b", isPreferred: true)])
    #expect(
      card.entries[.instantMessages] == [
        .init(label: .standard(.other), value: .fields(["service": "Skype", "username": "hana"]))
      ])
    #expect(card.texts(.phones) == ["+81 3"])
    #expect(
      card.entries[.addresses] == [
        .init(
          label: .standard(.home),
          value: .fields(["street": "x", "city": "y", "state": "z", "zip": "1"]))
      ])
    #expect(card.text(.organization) == "Acme" && card.text(.jobTitle) == "Cook")
    #expect(card.entries[.relatedNames] == [.init(label: .standard(.spouse), value: "Taro")])
    #expect(card.labels(.urls) == ["Blog"])
    #expect(card.labels(.dates) == ["anniversary"])
  }

  @Test func `Google's present headings are read`() {
    let card =
      cards(
        "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Custom Field 1 - Label,Custom Field 1 - Value\n"
          + "Eva,M.,Muster,efa,em,muster,Dr.,jun.,Evi,\"Muster, Eva\",Acme,Cook,Kitchen,1978-01-20,n,https://x/p.jpg,* myContacts,* ,a@b,Boat house,1,Shoe size,38\n"
      ).first ?? Card()
    #expect(card.text(.middleNamePhonetic) == "em")
    #expect(card.text(.department) == "Kitchen")
    #expect(card.labels(.phones) == ["Boat house"])
    #expect(card.labels(.emails) == [nil] && card.entries[.emails]?[0].isPreferred == true)
    #expect(card.categories.isEmpty)
    #expect(
      card.texts(.extra) == [
        "X-CSV;X-COLUMN=File As:Muster\\, Eva", "PHOTO;VALUE=uri:https://x/p.jpg",
        "X-CSV;X-COLUMN=Custom Field 1 - Label:Shoe size",
        "X-CSV;X-COLUMN=Custom Field 1 - Value:38",
      ])
  }

  @Test(arguments: [
    "Title,First Name,Last Name,Suffix,Company,Job Title,Business Street,Business Street 2,Business City,Business State,Business Postal Code,Business Country/Region,Home Phone,Home Phone 2,Business Fax,Mobile Phone,E-mail Address,E-mail 2 Address,Birthday,Spouse,Web Page,Categories,User 1\nDr.,Eva,Muster,jun.,Acme,Cook,S,T,C,R,Z,L,1,2,3,4,a@b,c@d,1/20/1978,Al,http://x,A;B,u",
    "Anrede;Vorname;Nachname;Suffix;Firma;Position;Straße geschäftlich;Straße geschäftlich 2;Ort geschäftlich;Region geschäftlich;Postleitzahl geschäftlich;Land/Region geschäftlich;Telefon privat;Telefon privat 2;Fax geschäftlich;Mobiltelefon;E-Mail-Adresse;E-Mail 2: Adresse;Geburtstag;Partner;Webseite;Kategorien;Benutzer 1\nDr.;Eva;Muster;jun.;Acme;Cook;S;T;C;R;Z;L;1;2;3;4;a@b;c@d;20.01.1978;Al;http://x;\"A;B\";u",
    "Titre\tPrénom\tNom\tSuffixe\tSociété\tFonction\tRue (bureau)\tRue 2 (bureau)\tVille (bureau)\tDép/Région (bureau)\tCode postal (bureau)\tPays/Région (bureau)\tTéléphone (domicile)\tTéléphone 2 (domicile)\tTélécopie (bureau)\tTél. mobile\tAdresse de messagerie\tAdresse de messagerie 2\tAnniversaire\tConjoint(e)\tPage Web\tCatégories\tUtilisateur 1\nDr.\tEva\tMuster\tjun.\tAcme\tCook\tS\tT\tC\tR\tZ\tL\t1\t2\t3\t4\ta@b\tc@d\t20/01/1978\tAl\thttp://x\tA;B\tu",
  ])
  func `Outlook's headings are read in three languages`(text: String) {
    let found = cards(text)
    #expect(found.count == 1)
    let card = found.first ?? Card()
    #expect(card.text(.prefix) == "Dr." && card.text(.jobTitle) == "Cook")
    #expect(
      card.entries[.addresses] == [
        .init(
          label: .standard(.work),
          value: .fields([
            "street": "S\nT", "city": "C", "state": "R", "zip": "Z", "country": "L",
          ]))
      ])
    #expect(card.texts(.phones) == ["1", "2", "3", "4"])
    #expect(card.labels(.phones) == ["home", "home", "work fax", "mobile"])
    #expect(card.texts(.emails) == ["a@b", "c@d"])
    #expect(card.values[.birthday] == .date(PartialDate(year: 1978, month: 1, day: 20)!))
    #expect(card.labels(.relatedNames) == ["spouse"])
    #expect(card.categories == ["A", "B"])
    #expect(card.texts(.extra).count == 1)
  }

  // MARK: - Bytes

  @Test(arguments: [1, 2, 5, 4096])
  func `quotation marks protect separators, line ends and themselves`(piece: Int) {
    let text =
      "\u{FEFF}\"First Name\",Notes\r\n\"a \"\"b\"\"\",\"c,\r\nd;\n\"\r\n\r\n , \r\ne\"f,\"g\"h\r\nlast,x"
    let found = cards(text, piece: piece)
    #expect(found.map { $0.text(.firstName) } == ["a \"b\"", "e\"f", "last"])
    #expect(found.map { $0.text(.note) } == ["c,\nd;\n", "gh", "x"])
  }

  @Test func `rows know their lines, whatever ends them`() {
    let text = "First Name\r\"a\rb\"\r\rc\rd"
    let rows = CardFixture.rows(Array(text.utf8)).cards
    #expect(rows.map(\.firstLine) == [2, 5, 6])
    #expect(rows.map(\.number) == [1, 2, 3])
  }

  @Test func `a line of Excel's names the separator`() {
    #expect(cards("sep=;\r\nFirst Name;Notes\r\na,b;c\r\n").first?.text(.note) == "c")
  }

  @Test func `UTF-16 and Windows-1252 are read`() {
    let text = "Vorname\tNachname\r\nZoë\tMüller\r\n"
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let (rows, _) = CardFixture.rows(wide, piece: 3)
    #expect(rows.first.map { VCardParser().parse($0).card?.text(.lastName) } == "Müller")
    let narrow = text.unicodeScalars.map { UInt8($0.value) }
    let old = CardFixture.rows(narrow).cards.first
    #expect(old.map { VCardParser().parse($0).card?.text(.firstName) } == "Zoë")
    #expect(old?.warnings.map(\.code) == [.assumedCharset])
  }

  // MARK: - Dates

  @Test(arguments: [
    ("1978-01-20", "1978-01-20", false), ("--02-29", "--02-29", false),
    ("20/01/1978", "1978-01-20", false), ("1/20/1978", "1978-01-20", false),
    ("20.01.1978", "1978-01-20", false), ("3/4/1990", "1990-03-04", true),
    ("4/4/1990", "1990-04-04", false), ("1978/01/20", "1978-01-20", false),
    ("1/20/78", "1978-01-20", true), ("1978-01-20 00:00:00", "1978-01-20", false),
    ("0/0/00", "", false),
  ])
  func `dates are read as people write them`(text: String, date: String, isGuess: Bool) {
    let row = CardFixture.rows(Array("First Name,Birthday\nx,\(text)\n".utf8)).cards.first
    let card = row.flatMap { VCardParser().parse($0).card }
    #expect(card?.values[.birthday] == PartialDate(date).map { .date($0) })
    #expect(row?.warnings.map(\.code) == (isGuess ? [.ambiguousDate] : []))
  }

  @Test func `a date that is none is kept with a warning`() {
    let row = CardFixture.rows(Array("First Name,Birthday\nx,soon\n".utf8)).cards.first
    #expect(row?.warnings.map(\.code) == [.badDate])
    let card = row.flatMap { VCardParser().parse($0).card }
    #expect(card?.texts(.extra) == ["X-CSV;X-COLUMN=Birthday:soon"])
  }

  // MARK: - What is wrong

  @Test func `a table without a known heading is refused once`() {
    let (rows, _) = CardFixture.rows(Array("a,b\n1,2\n3,4\n".utf8))
    #expect(rows.map(\.failure?.reason) == ["no heading of the table is known"])
  }

  @Test func `cells without a heading are kept, and an open quotation mark is reported`() {
    let (rows, _) = CardFixture.rows(Array("First Name\na,b\n\"c\n".utf8))
    #expect(rows.map { $0.warnings.map(\.code) } == [[.missingHeading], [.missingQuote]])
    #expect(VCardParser().parse(rows[0]).card?.texts(.extra) == ["X-CSV;X-COLUMN=column 2:b"])
  }

  @Test func `a row with nothing but an organisation is an organisation`() {
    let card = cards("First Name,Company,Job Title\n,Acme,\nEva,Acme,\n")
    #expect(card.map { $0.values[.personKind]?.integer } == [1, nil])
  }
}
