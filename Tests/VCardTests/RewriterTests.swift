import ContactModel
import TestSupport
import Testing

@testable import VCard

/// One field of a card edited, line by line.
struct RewriterTests {
  /// The lines between `VERSION` and `END` after an edit of the card with these lines.
  private func edited(
    _ lines: [String], version: String = "3.0", lineEnd: String = "\r\n",
    _ edit: (inout Card) -> Void
  ) -> [String] {
    let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD"]
    let original = Array(all.joined(separator: lineEnd).utf8)
    guard var card = VCardParser().parse(original.span).card else { return ["not read"] }
    edit(&card)
    var output: [UInt8] = []
    VCardWriter.write(card, original: original, into: &output)
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.hasSuffix("END:VCARD" + lineEnd))
    return text.replacing(lineEnd, with: "\u{0}").split(separator: "\u{0}").dropFirst(2).dropLast()
      .map(String.init)
  }

  @Test func `a new number keeps group, place and parameters`() {
    let lines = edited([
      "N:a;b;;;", "FN:b a", "item1.TEL;X-PID=7;TYPE=\"HOME,VOICE\";TYPE=pref:1",
      "item1.X-ABLabel:Boat",
      "X-FOO;A=b:c", "TEL;TYPE=WORK:2",
    ]) { $0.entries[.phones]?[0].value = "+49 30" }
    #expect(
      lines == [
        "N:a;b;;;", "FN:b a", "item1.TEL;X-PID=7;TYPE=\"HOME,VOICE\";TYPE=pref:+49 30",
        "item1.X-ABLabel:Boat", "X-FOO;A=b:c", "TEL;TYPE=WORK:2",
      ])
  }

  @Test func `a usual label takes the place of one's own (LABEL-05)`() {
    let lines = edited([
      "FN:x", "ITEM1.EMAIL;TYPE=OTHER;TYPE=pref:a@example.org", "ITEM1.X-ABLABEL:_$!<Other>!$_",
    ]) { $0.entries[.emails]?[0].label = .standard(.work) }
    #expect(lines == ["FN:x", "EMAIL;TYPE=WORK;TYPE=pref:a@example.org"])
  }

  @Test func `a label of one's own takes the place of a usual one`() {
    let lines = edited(["FN:x", "TEL;TYPE=HOME,VOICE;X-A=1:1", "item1.URL:u"]) {
      $0.entries[.phones]?[0].label = .custom("Boat")
    }
    #expect(
      lines == [
        "FN:x", "item2.TEL;TYPE=VOICE;X-A=1:1", "item2.X-ABLabel:Boat", "item1.URL:u",
      ])
  }

  @Test func `words of a label change where they stand, in their case`() {
    let fax: (inout Card) -> Void = { $0.entries[.phones]?[0].label = .standard(.workFax) }
    #expect(
      edited(["FN:x", "TEL;type=home;type=pref:1"], fax).last
        == "TEL;type=work;type=fax;type=pref:1")
    #expect(edited(["FN:x", "TEL;TYPE=HOME,VOICE,PREF:1"], fax).last == "TEL;TYPE=WORK,FAX,PREF:1")
    #expect(edited(["FN:x", "TEL;HOME;PREF:1"], version: "2.1", fax).last == "TEL;WORK;FAX;PREF:1")
    #expect(
      edited(["FN:x", "TEL;VALUE=uri;TYPE=\"voice,home\";PREF=1:tel:1"], version: "4.0", fax).last
        == "TEL;VALUE=uri;TYPE=work;TYPE=fax;PREF=1:tel:1")
  }

  @Test func `a label shared with others stays theirs`() {
    let lines = edited(["FN:x", "a.TEL:1", "a.TEL:2", "a.X-ABLabel:Boat", "a.X-FOO:3"]) {
      $0.entries[.phones]?[1].label = .standard(.home)
    }
    #expect(
      lines == ["FN:x", "a.TEL:1", "TEL;type=HOME;type=VOICE:2", "a.X-ABLabel:Boat", "a.X-FOO:3"])
  }

  @Test func `a removed entry takes its label and country code along`() {
    let lines = edited([
      "FN:x", "item1.ADR:;;Via 1;Roma;;;", "item1.X-ABADR:it", "item2.TEL:1",
      "item1.X-ABLabel:Casa",
      "item2.X-ABLabel:Boat", "item1.X-FOO:2",
    ]) { $0.entries[.addresses] = nil }
    // The unknown line of the group keeps the label that may be its own.
    #expect(
      lines == [
        "FN:x", "item2.TEL:1", "item1.X-ABLabel:Casa", "item2.X-ABLabel:Boat", "item1.X-FOO:2",
      ])
  }

  @Test func `new values come before the end, in groups that are free`() {
    let lines = edited(["FN:x", "item1.TEL:1", "item1.X-ABLabel:Boat", "X-LAST:1"]) { card in
      card.add(.phones, .init(label: .custom("Hut"), value: "2"))
      card.set(.jobTitle, "Cook")
    }
    #expect(
      lines == [
        "FN:x", "item1.TEL:1", "item1.X-ABLabel:Boat", "X-LAST:1", "TITLE:Cook",
        "item2.TEL;type=VOICE:2", "item2.X-ABLabel:Hut",
      ])
  }

  @Test func `the order of entries is that of the card`() {
    let lines = edited(["TEL:1", "FN:x", "a.TEL:2", "a.X-ABLabel:Boat", "TEL:3"]) { card in
      card.entries[.phones]?.swapAt(0, 2)
      card.entries[.phones]?.insert(.init(value: "0"), at: 1)
    }
    #expect(lines == ["TEL:3", "FN:x", "TEL:0", "a.TEL:2", "a.X-ABLabel:Boat", "TEL:1"])
  }

  @Test func `parts of a value that did not change stay as written`() {
    let name = edited(["N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.;;x", "FN:x"], version: "4.0") {
      $0.set(.firstName, "Jo")
    }
    #expect(name.first == "N:Stevenson;Jo;Philip,Paul;Dr.;Jr.,M.D.;;x")
    let address = edited(
      ["FN:x", "ADR;LABEL=\"old\";CC=DE:;;Weg 1,Hof;Ulm;;;;;;extra"], version: "4.0"
    ) {
      $0.entries[.addresses]?[0].value = .fields([
        "street": "Weg 1,Hof", "city": "Bonn", "countryCode": "DE", "floor": "extra",
      ])
    }
    #expect(address.last == "ADR;CC=DE:;;Weg 1,Hof;Bonn;;;;;;extra")
  }

  @Test func `a name that follows from its parts changes with them`() {
    let lines = edited(["FN:Eva Muster", "N:Muster;Eva;;;", "NOTE:x"]) {
      $0.set(.lastName, "Meier")
    }
    #expect(lines == ["FN:Eva Meier", "N:Meier;Eva;;;", "NOTE:x"])
    let own = edited(["FN:Mum", "N:Muster;Eva;;;"]) { $0.set(.lastName, "Meier") }
    #expect(own == ["FN:Mum", "N:Meier;Eva;;;"])
  }

  @Test func `one reading of a name changes without the other`() {
    let lines = edited(["N:a;b", "SOUND;X-IRMC-N:エ;イ;;;", "FN:b a"], version: "2.1") {
      $0.set(.firstNamePhonetic, "ウ")
    }
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("X-PHONETIC-FIRST-NAME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:"))
    #expect(lines[2].hasPrefix("X-PHONETIC-LAST-NAME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:"))
  }

  @Test func `quoted-printable goes when the value needs none`() {
    let lines = edited(
      ["N:a", "NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE;X-A=1:gr=FC=", "=DF", "TEL:1"],
      version: "2.1"
    ) { $0.set(.note, "plain") }
    #expect(lines == ["N:a", "NOTE;X-A=1:plain", "TEL:1"])
  }

  @Test func `a date's parameters hold or go`() {
    let day: (inout Card) -> Void = {
      $0.values[.birthday] = .date(PartialDate(month: 2, day: 29)!)
    }
    #expect(
      edited(["FN:x", "BDAY;value=date:1990-01-01"], day).last
        == "BDAY;value=date;X-APPLE-OMIT-YEAR=1604:1604-02-29")
    #expect(
      edited(
        ["FN:x", "BDAY;VALUE=date-and-or-time;CALSCALE=gregorian:19900101"], version: "4.0", day
      )
      .last == "BDAY;VALUE=date-and-or-time;CALSCALE=gregorian:--0229")
    let full = edited(["FN:x", "BDAY;X-APPLE-OMIT-YEAR=1604;VALUE=date:1604-02-29"]) {
      $0.values[.birthday] = .date(PartialDate(year: 1992, month: 2, day: 29)!)
    }
    #expect(full.last == "BDAY;VALUE=date:1992-02-29")
  }

  @Test func `properties of other programs keep their names`() {
    #expect(
      edited(["FN:x", "X-EVOLUTION-SPOUSE:Al"]) { $0.entries[.relatedNames]?[0].value = "Bo" }.last
        == "X-EVOLUTION-SPOUSE:Bo")
    #expect(
      edited(["FN:x", "X-SKYPE-USERNAME:al"]) {
        $0.entries[.instantMessages]?[0].value = .fields(["service": "Skype", "username": "bo"])
      }.last == "X-SKYPE-USERNAME:bo")
    #expect(
      edited(["FN:x", "X-ANNIVERSARY:2000-01-02"]) {
        $0.entries[.dates]?[0].value = .date(PartialDate(year: 2001, month: 1, day: 2)!)
      }.last == "X-ANNIVERSARY:2001-01-02")
  }

  @Test func `an account written twice changes twice`() {
    let lines = edited([
      "FN:x", "item1.X-MSN;type=pref:al", "item1.X-ABLabel:Chat",
      "item2.IMPP;X-SERVICE-TYPE=MSN;type=pref:msnim:al", "item2.X-ABLabel:Chat",
    ]) { $0.entries[.instantMessages]?[0].value = .fields(["service": "MSN", "username": "bo"]) }
    #expect(
      lines == [
        "FN:x", "item1.X-MSN;type=pref:bo", "item1.X-ABLabel:Chat",
        "item2.IMPP;X-SERVICE-TYPE=MSN;type=pref:msnim:bo", "item2.X-ABLabel:Chat",
      ])
  }

  @Test func `line ends are the card's own`() {
    let lines = edited(["FN:x", "NOTE:\(String(repeating: "word ", count: 30))"], lineEnd: "\n") {
      $0.set(.note, String(repeating: "ü", count: 100))
    }
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { !$0.utf8.contains(0x0D) && $0.utf8.count <= 75 })
  }

  @Test func `a card without an end gets one, and its own order stays`() {
    let original = Array("BEGIN:VCARD\nTEL:1\nVERSION:3.0\n\nFN:x\n".utf8)
    let card = VCardParser().parse(original.span).card ?? Card()
    var output: [UInt8] = []
    VCardWriter.write(card, original: original, into: &output)
    #expect(output == original + Array("END:VCARD\n".utf8))
  }

  @Test func `the identifier of the store is added only when asked for`() {
    let original = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nEND:VCARD\r\n".utf8)
    var card = VCardParser().parse(original.span).card ?? Card()
    card.uid = "u1"
    var output: [UInt8] = []
    VCardWriter.write(card, original: original, into: &output)
    #expect(output == original)
    output = []
    VCardWriter.write(card, original: original, addsUID: true, into: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nUID:u1\r\nEND:VCARD\r\n")
  }

  @Test func `groups the person is in are rewritten as a list`() {
    let lines = edited(["FN:x", "CATEGORIES;X-A=1:Chor,Meier\\, Kunz,Verein"]) {
      $0.categories = ["Verein", "Meier, Kunz", "Neu"]
    }
    #expect(lines == ["FN:x", "CATEGORIES;X-A=1:Meier\\, Kunz,Verein,Neu"])
  }

  @Test func `a member is the same with and without the prefix of its identifier`() {
    let card = [
      "FN:Chor", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:A1",
      "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:B2",
    ]
    #expect(edited(card) { $0.members = ["b2", "A1"] } == card)
    #expect(
      edited(card) { $0.members = ["B2", "C3"] } == Array(card[..<2] + card[3...]) + [
        "X-ADDRESSBOOKSERVER-MEMBER:C3"
      ])
  }

  @Test func `a card that cannot be read is written by the model`() {
    var output: [UInt8] = []
    var card = Card()
    card.set(.formattedName, "x")
    VCardWriter.write(card, original: Array("nonsense".utf8), into: &output)
    #expect(String(decoding: output, as: UTF8.self).hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n"))
  }

  // MARK: - Other versions

  private func converted(_ lines: [String], from: String, to version: VCardVersion) -> [String] {
    let all = ["BEGIN:VCARD", "VERSION:\(from)"] + lines + ["END:VCARD"]
    let original = Array(all.joined(separator: "\r\n").utf8)
    let card = VCardParser().parse(original.span).card ?? Card()
    var output: [UInt8] = []
    VCardWriter.write(card, original: original, version: version, into: &output)
    #expect(VCardParser().parse(output.span).card == card)
    return String(decoding: output, as: UTF8.self).replacing("\r\n ", with: "")
      .split(separator: "\r\n").map(String.init)
  }

  @Test func `what had to be guessed is written anew where a version is asked for`() {
    // Windows-1252 that no line names, and a line that is none, as ccs-line-broken-30.vcf has it.
    let lines: [[UInt8]] = [
      Array("BEGIN:VCARD".utf8), Array("VERSION:3.0".utf8),
      Array("FN:J".utf8) + [0xF6] + Array("rg".utf8),
      Array("X-PET;X-A=1:cat".utf8), Array("View;CA".utf8), Array("END:VCARD".utf8),
    ]
    let original = Array(lines.joined(separator: [0x0D, 0x0A] as [UInt8])) + [0x0D, 0x0A]
    let card = VCardParser().parse(original.span).card ?? Card()
    var output: [UInt8] = []
    VCardWriter.write(card, original: original, version: .v3, into: &output)
    let text = String(validating: output, as: UTF8.self)
    #expect(text?.contains("FN:Jörg\r\n") == true && text?.contains("X-PET;X-A=1:cat\r\n") == true)
    let again = VCardParser().parse(output.span)
    #expect(again.card == card && again.warnings.isEmpty)
    output = []
    VCardWriter.write(card, original: original, into: &output)
    #expect(output == original)
  }

  @Test(arguments: [
    "TEL;CHARSET=ISO-2022-JP:\u{1B}$B0BF#\u{1B}(B 1",
    "NOTE;CHARSET=SHIFT_JIS;QUOTED-PRINTABLE:=88=C0",
  ])
  func `a charset that a line names does not stay in a card of version 3`(line: String) {
    let lines = converted(["FN:x", line], from: "3.0", to: .v3)
    #expect(!lines.contains { $0.contains("CHARSET") } && lines.contains { $0.contains("安") })
  }

  @Test func `parameters nobody knows go along into another version`() {
    let lines = [
      "N;LANGUAGE=de:Muster;Eva;;;", "FN;LANGUAGE=de;X-A=\"1;2\":Eva Muster",
      "TEL;TYPE=HOME,VIDEO;X-B=2;PID=1.1:1", "NOTE;ALTID=1:x",
    ]
    let new = converted(lines, from: "3.0", to: .v4)
    #expect(new.contains("N;LANGUAGE=de:Muster;Eva;;;"))
    #expect(new.contains("FN;LANGUAGE=de;X-A=\"1;2\":Eva Muster"))
    #expect(new.contains("TEL;TYPE=home,voice;X-B=2;PID=1.1;TYPE=VIDEO:1"))
    #expect(new.contains("NOTE;ALTID=1:x"))
    let old = converted(lines, from: "4.0", to: .v3)
    #expect(old.contains("TEL;type=HOME;type=VOICE;X-B=2;TYPE=VIDEO:1"))
    #expect(old.contains("NOTE:x"))
    let oldest = converted(lines, from: "4.0", to: .v21)
    #expect(oldest.contains("FN;LANGUAGE=de:Eva Muster"))
    #expect(oldest.contains("TEL;HOME;VOICE;X-B=2;VIDEO:1"))
  }

  // MARK: - At random

  @Test func `random cards, one made of the other, are what they are to be`() {
    var maker = RandomCard(seed: 11)
    for number in 0..<400 {
      let version = VCardVersion.allCases[number % 3]
      let (old, other) = (maker.card(), maker.card())
      var card = old
      for (property, entries) in other.entries where maker.chance(40) {
        card.entries[property] =
          maker.chance(50) ? entries : entries + (old.entries[property] ?? [])
      }
      for (property, value) in other.values where maker.chance(40) && old.kind == other.kind {
        card.values[property] = value
      }
      if maker.chance(20) { card.photo = nil }
      if maker.chance(20) { card.categories = other.categories }
      if maker.chance(20) { card.members = other.members }
      let original = CardFixture.bytes(old, version)
      var output: [UInt8] = []
      VCardWriter.write(card, original: original, into: &output)
      var wanted = CardFixture.roundTrip(card, version) ?? card
      var found = VCardParser().parse(output.span).card ?? Card()
      for property in Property.known.map(\.property) {
        // Entries stay preferred, as a record does not know of it.
        for index in wanted.entries[property]?.indices ?? 0..<0 {
          wanted.entries[property]?[index].isPreferred = false
        }
        for index in found.entries[property]?.indices ?? 0..<0 {
          found.entries[property]?[index].isPreferred = false
        }
      }
      found.entries[.extra]?.sort { ($0.value.text ?? "") < ($1.value.text ?? "") }
      wanted.entries[.extra]?.sort { ($0.value.text ?? "") < ($1.value.text ?? "") }
      (found.categories, wanted.categories) = (
        found.categories.sorted(), wanted.categories.sorted()
      )
      (found.members, wanted.members) = (found.members.sorted(), wanted.members.sorted())
      guard CardFixture.comparable(found) != CardFixture.comparable(wanted) else { continue }
      Issue.record(
        "card \(number):\n\(CardFixture.difference(wanted, found))\n\(String(decoding: original, as: UTF8.self))\n\(String(decoding: output, as: UTF8.self))"
      )
      return
    }
  }
}
