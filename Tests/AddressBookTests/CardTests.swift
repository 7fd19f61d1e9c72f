import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct CardTests {
  private func read(_ text: String, in source: AnyObject? = nil) -> [AnyObject]? {
    array(ABPersonCreatePeopleInSourceWithVCardRepresentation(source, core(Data(text.utf8))))
  }

  private func write(_ people: [AnyObject]) -> String? {
    data(
      ABPersonCreateVCardRepresentationWithPeople(
        unsafeBitCast(people as NSArray, to: CFArray.self))
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `each card is a person who is in no book yet`() throws {
    let book = try TestBook()
    let text = """
      BEGIN:VCARD\r\nVERSION:3.0\r\nN:Byron;Ada;;;\r\nTEL;TYPE=CELL:1\r\nEND:VCARD\r
      BEGIN:VCARD\r\nVERSION:3.0\r\nN:Babbage;Charles;;;\r\nEND:VCARD\r\n
      """
    let people = try #require(read(text))
    #expect(people.map { id($0) } == [-1, -1])
    #expect(people.map { compositeName($0) } == ["Ada Byron", "Charles Babbage"])
    #expect(book.count == 0)
    for person in people { #expect(book.add(person) == true) }
    #expect(book.save() == true)
    #expect(book.people(named: "babb").count == 1)
    let local = ABAddressBookCopyDefaultSource(book.book)!.takeRetainedValue()
    #expect(read(text, in: local)?.count == 2)
  }

  @Test func `what is no card gives nothing`() {
    for text in ["", "garbage", "BEGIN:VCARD", "\0\0\0"] { #expect(read(text) == nil, "\(text)") }
    #expect(ABPersonCreatePeopleInSourceWithVCardRepresentation(nil, nil) == nil)
    #expect(ABPersonCreateVCardRepresentationWithPeople(nil) == nil)
  }

  @Test func `types of a card become labels`() throws {
    let lines = [
      ("TEL;TYPE=CELL:1", "_$!<Mobile>!$_"), ("TEL;TYPE=HOME:2", "_$!<Home>!$_"),
      ("TEL;TYPE=WORK:3", "_$!<Work>!$_"), ("TEL;TYPE=MAIN:4", "_$!<Main>!$_"),
      ("TEL;TYPE=PAGER:5", "_$!<Pager>!$_"), ("TEL;TYPE=HOME,FAX:6", "_$!<HomeFAX>!$_"),
      ("TEL;TYPE=WORK,FAX:7", "_$!<WorkFAX>!$_"),
      ("item1.TEL;TYPE=HOME:8\r\nitem1.X-ABLabel:Boat", "Boat"), ("TEL:9", nil),
    ]
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Byron;Ada;;;\r\n"
      + lines.map { $0.0 + "\r\n" }.joined() + "END:VCARD\r\n"
    let person = try #require(read(text)?.first)
    #expect(entries(get(person, kABPersonPhoneProperty)).map(\.label) == lines.map(\.1))
  }

  @Test func `cards are written as iOS 9 writes them`() throws {
    let person = newPerson("Ada", "Byron")
    set(person, kABPersonOrganizationProperty, "Engines")
    set(person, kABPersonNoteProperty, "a, b")
    set(
      person, kABPersonEmailProperty,
      object: list([(cf("a@example.org"), "_$!<Home>!$_"), (cf("b@example.org"), "_$!<Work>!$_")]))
    set(
      person, kABPersonPhoneProperty,
      object: list([(cf("1"), "_$!<Mobile>!$_"), (cf("2"), "Boat")]))
    set(
      person, kABPersonAddressProperty,
      object: list(
        [
          (
            ["Street": "s", "City": "c", "ZIP": "z", "CountryCode": "it"] as NSDictionary,
            "_$!<Home>!$_"
          )
        ]))
    let expected = [
      "BEGIN:VCARD", "VERSION:3.0", "PRODID:-//ContactLog//AddressBook//EN", "N:Byron;Ada;;;",
      "FN:Ada Byron", "ORG:Engines;",
      "EMAIL;type=INTERNET;type=HOME;type=pref:a@example.org",
      "EMAIL;type=INTERNET;type=WORK:b@example.org",
      "TEL;type=CELL;type=VOICE;type=pref:1", "item1.TEL;type=VOICE:2", "item1.X-ABLabel:Boat",
      "item2.ADR;type=HOME;type=pref:;;s;c;;z;", "item2.X-ABADR:it", "NOTE:a\\, b", "END:VCARD", "",
    ]
    #expect(write([person]) == expected.joined(separator: "\r\n"))
    #expect(write([person, newPerson("Bob")])?.components(separatedBy: "BEGIN:VCARD").count == 3)
    #expect(write([]) == "")
  }

  @Test func `a person goes into a card and out again`() throws {
    let book = try TestBook()
    let person = newPerson("Ada", "Byron")
    set(
      person, kABPersonBirthdayProperty,
      object: Date(timeIntervalSinceReferenceDate: 43_200) as NSDate)
    set(
      person, kABPersonPhoneProperty,
      object: list([(cf("1"), "_$!<Mobile>!$_"), (cf("2"), "Boat")]))
    set(
      person, kABPersonAddressProperty,
      object: list([(["Street": "s", "City": "c"] as NSDictionary, "_$!<Home>!$_")]))
    ABPersonSetImageData(person, core(Images.png), nil)
    for _ in 1...2 {
      let copy = try #require(write([person]).flatMap { read($0) }?.first)
      #expect(compositeName(copy) == "Ada Byron")
      #expect(
        get(copy, kABPersonBirthdayProperty) as? Date == get(person, kABPersonBirthdayProperty)
          as? Date)
      #expect(
        entries(get(copy, kABPersonPhoneProperty)).map(\.label) == ["_$!<Mobile>!$_", "Boat"])
      #expect(data(ABPersonCopyImageData(copy)) == Images.png)
      let address = ABMultiValueCopyValueAtIndex(get(copy, kABPersonAddressProperty), 0)!
        .takeRetainedValue()
      #expect(CFEqual(address, ["Street": "s", "City": "c"] as NSDictionary) == true)
      book.add(person)
      book.save()
    }
  }

  @Test func `every card from the field can be read, and saved as a person`() throws {
    guard let folder = SharedFolder.file("data/vcards") else { return }
    let book = try TestBook()
    var count = 0
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let url as URL in try #require(files) where url.pathExtension == "vcf" {
      let people = array(
        ABPersonCreatePeopleInSourceWithVCardRepresentation(nil, core(try Data(contentsOf: url))))
      for person in people ?? [] {
        #expect(book.add(person) == true, "\(url.lastPathComponent)")
        count += 1
      }
    }
    #expect(count > 100)
    #expect(errorCode { ABAddressBookSave(book.book, $0) } == (true, nil))
    #expect(book.count == count)
    let again = write(book.people).flatMap { read($0) }
    #expect(again?.count == count)
  }
}
