import CAddressBook
import ContactLog
import CoreFoundation
import Foundation
import TestSupport
import Testing

/// Finding and sorting as the store does it, beyond what Apple's functions take.
@Suite(.temporaryDirectory) struct QueryTests {
  private func find(_ book: TestBook, _ query: String, limit: Int = 0) -> [Int32]? {
    array(CLAddressBookCopyPeopleMatchingQuery(book.book, cf(query), limit, nil))?.map { id($0) }
  }

  @Test func `people are found by number however it is written, and by other fields`() throws {
    let book = try TestBook()
    let person = book.person("Ada", "Byron")
    set(person, kABPersonPhoneProperty, object: list(["+49 30 12345678"]))
    set(person, kABPersonOrganizationProperty, "Acme Inc")
    book.save()
    book.person("Bob")
    for query in [
      "+493012345678", "phone:\"(030) 1234 5678\"", "0049 30 12345678", "org:acme",
      "byr -has:photo",
    ] { #expect(find(book, query) == [1], "\(query)") }
    #expect(find(book, "phone:555") == [])
    book.remove(person)
    #expect(find(book, "org:acme") == [], "about to go")
  }

  @Test func `a limit is kept, and best matches come first`() throws {
    let book = try TestBook()
    for name in ["Annabel", "Anna", "Ann"] { book.person(name) }
    #expect(find(book, "ann")?.count == 3)
    #expect(find(book, "ann", limit: 1) == [3], "the whole name")
    #expect(find(book, "ann", limit: 2)?.count == 2)
  }

  @Test func `what is no query is an error, and what is no book gives nothing`() throws {
    let book = try TestBook()
    for query in ["", "\"open", "no-such-field:x", "-"] {
      let (isFound, code) = errorCode {
        CLAddressBookCopyPeopleMatchingQuery(book.book, cf(query), 0, $0) != nil
      }
      #expect(!isFound && code == 0, "\(query)")
    }
    #expect(CLAddressBookCopyPeopleMatchingQuery(nil, cf("a"), 0, nil) == nil)
    #expect(CLAddressBookCopyPeopleMatchingQuery(book.book, nil, 0, nil) == nil)
  }

  @Test func `lists, search and comparing follow the language of the store`() async throws {
    let book = try TestBook()
    let names = ["Zorn", "\u{C5}berg", "Ask", "\u{D6}berg"]
    for name in names { book.person(nil, name) }
    let sorted = { () -> [String?] in
      (array(ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(book.book, nil, 1)) ?? [])
        .map { text($0, kABPersonLastNameProperty) }
    }
    #expect(sorted() == ["\u{C5}berg", "Ask", "\u{D6}berg", "Zorn"])
    let output = try await Executable(product: "contactlog").run(
      ["settings", "locales=sv"],
      environment: ["CONTACTLOG_STORE": TemporaryDirectory.path + "/store"])
    #expect(output.status == 0, "\(output.errors)")
    // Settings are looked at once a second.
    try await Task.sleep(for: .milliseconds(1100))
    let swedish = ["Ask", "Zorn", "\u{C5}berg", "\u{D6}berg"]
    #expect(sorted() == swedish)
    let compared = book.people.sorted { ABPersonComparePeopleByName($0, $1, 1) == .compareLessThan }
    #expect(compared.map { text($0, kABPersonLastNameProperty) } == swedish)
    #expect(book.people(named: "berg").isEmpty, "beginnings of words")
    // With an edited name that is not saved yet.
    set(book.find(1), kABPersonLastNameProperty, "\u{D6}st")
    #expect(sorted() == ["Ask", "\u{C5}berg", "\u{D6}berg", "\u{D6}st"])
  }

  @Test func `many are found in the order of the list`() throws {
    let book = try TestBook()
    for number in 0..<300 { book.add(newPerson("Ann", "N\(number % 10)\(number)")) }
    book.save()
    let all = array(ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(book.book, nil, 1))
    #expect(book.people(named: "ann").map { id($0) } == all?.map { id($0) })
  }
}
