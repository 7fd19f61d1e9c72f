import CAddressBook
import ContactLog
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct NameTests {
  @Test func `the composite name has all parts that there are`() {
    let person = newPerson("Ada", "Byron")
    set(person, kABPersonPrefixProperty, "Lady")
    set(person, kABPersonMiddleNameProperty, "Augusta")
    set(person, kABPersonSuffixProperty, "FRS")
    set(person, kABPersonFirstNamePhoneticProperty, "Eida")
    #expect(compositeName(person) == "Lady Ada Augusta Byron FRS")
    set(person, kABPersonMiddleNameProperty, "")
    #expect(compositeName(person) == "Lady Ada Byron FRS")
  }

  @Test func `without a name stand organisation, then nickname, then nothing`() {
    let person = newPerson()
    #expect(compositeName(person) == nil)
    set(person, kABPersonEmailProperty, object: list(["a@example.org"]))
    #expect(compositeName(person) == nil, "an address is no name")
    set(person, kABPersonNicknameProperty, "Countess")
    #expect(compositeName(person) == "Countess")
    set(person, kABPersonOrganizationProperty, "Engines")
    #expect(compositeName(person) == "Engines")
    set(person, kABPersonFirstNameProperty, "Ada")
    #expect(compositeName(person) == "Ada")
    set(person, kABPersonKindProperty, object: kABPersonKindOrganization)
    #expect(compositeName(person) == "Engines")
    #expect(compositeName(nil) == nil)
  }

  @Test(arguments: [
    ("太郎", "山田", "", "山田太郎", 1), ("철수", "김", "", "김철수", 1),
    ("ジョン", "スミス", "\u{30FB}", "スミス\u{30FB}ジョン", 1), ("Ada", "山田", " ", "Ada 山田", 0),
    ("Ada", "Byron", " ", "Ada Byron", 0),
  ])
  func `the script of a name decides order and delimiter`(
    _ first: String, _ last: String, _ delimiter: String, _ name: String, _ format: UInt32
  ) {
    let person = newPerson(first, last)
    #expect(compositeName(person) == name)
    #expect(
      ABPersonCopyCompositeNameDelimiterForRecord(person)?.takeRetainedValue() as AnyObject
        as? String == delimiter)
    #expect(ABPersonGetCompositeNameFormatForRecord(person) == format)
  }

  @Test func `no record and no name have a space and the user's format`() {
    for person in [nil, newPerson()] as [AnyObject?] {
      #expect(
        ABPersonCopyCompositeNameDelimiterForRecord(person)?.takeRetainedValue() as AnyObject
          as? String == " ")
      #expect(
        ABPersonGetCompositeNameFormatForRecord(person) == ABPersonGetCompositeNameFormat())
    }
  }

  @Test func `a group is called by its name`() throws {
    let book = try TestBook()
    #expect(compositeName(book.group("Friends")) == "Friends")
    #expect(compositeName(book.group(nil)) == nil)
  }

  @Test func `people are compared as a dictionary has them, nameless ones last`() {
    let names = ["Ada", "ada", "Äda", "Bob", "émile", "Zoë"]
    let people = names.map { newPerson($0) } + [newPerson()]
    for (i, a) in people.enumerated() {
      for (j, b) in people.enumerated() {
        let result = ABPersonComparePeopleByName(a, b, UInt32(kABPersonSortByFirstName))
        if i == j { #expect(result == .compareEqualTo) }
        // Case and accents come after the letters.
        if i / 3 < j / 3 { #expect(result == .compareLessThan, "\(i) \(j)") }
        let reverse = ABPersonComparePeopleByName(b, a, UInt32(kABPersonSortByFirstName))
        #expect(result.rawValue == -reverse.rawValue)
      }
    }
  }

  @Test func `the comparison sorts a CFArray`() throws {
    let book = try TestBook()
    for (first, last) in [("Ada", "Zeta"), ("Zoe", "Alpha"), ("Bob", "Mu")] {
      book.person(first, last)
    }
    for (ordering, expected) in [
      (kABPersonSortByFirstName, ["Ada", "Bob", "Zoe"]),
      (kABPersonSortByLastName, ["Zoe", "Bob", "Ada"]),
    ] {
      let all = ABAddressBookCopyArrayOfAllPeople(book.book)!.takeRetainedValue()
      let people = CFArrayCreateMutableCopy(kCFAllocatorDefault, 0, all)!
      // As C clients do: the function itself as comparator, the order as its context.
      let compare: CFComparatorFunction = { a, b, context in
        ABPersonComparePeopleByName(
          a.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() },
          b.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() },
          UInt32(UInt(bitPattern: context)))
      }
      CFArraySortValues(
        people, CFRangeMake(0, 3), compare, UnsafeMutableRawPointer(bitPattern: ordering))
      let sorted = unsafeBitCast(people, to: NSArray.self).map { $0 as AnyObject }
      #expect(sorted.map { text($0, kABPersonFirstNameProperty) } == expected)
      let listed = array(
        ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
          book.book, nil, UInt32(ordering)))
      #expect(listed?.map { text($0, kABPersonFirstNameProperty) } == expected)
    }
  }

  @Test func `a sorted list follows names that are edited and not saved`() throws {
    let book = try TestBook()
    let ada = book.person("Ada")
    book.person("Bob")
    set(ada, kABPersonFirstNameProperty, "Zoe")
    let listed = array(
      ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
        book.book, nil, UInt32(kABPersonSortByFirstName)))
    #expect(listed?.map { text($0, kABPersonFirstNameProperty) } == ["Bob", "Zoe"])
  }

  @Test func `readings sort, and the preferences have their defaults`() {
    let (a, b) = (newPerson("Z"), newPerson("B"))
    set(a, kABPersonFirstNamePhoneticProperty, "A")
    #expect(
      ABPersonComparePeopleByName(a, b, UInt32(kABPersonSortByFirstName)) == .compareLessThan)
    #expect(Int(ABPersonGetSortOrdering()) == kABPersonSortByLastName)
    #expect(
      Int(ABPersonGetCompositeNameFormat()) == kABPersonCompositeNameFormatFirstNameFirst)
  }

  @Test func `the settings of the store say how the user likes names`() throws {
    let store = try Store.create(at: TemporaryDirectory.path + "/store")
    var settings = Settings()
    settings.lastNameFirst = true
    try store.set(settings)
    store.close()
    let book = try TestBook()
    let person = book.person("Ada", "Byron")
    #expect(compositeName(person) == "Byron Ada")
    #expect(
      Int(ABPersonGetCompositeNameFormatForRecord(person))
        == kABPersonCompositeNameFormatLastNameFirst)
  }

  @Test func `search takes beginnings of words in any order, whatever case and accents`() throws {
    let book = try TestBook()
    let person = book.person("Émile", "van der Berg")
    set(person, kABPersonNicknameProperty, "Mimi")
    set(person, kABPersonOrganizationProperty, "Acme Works")
    set(person, kABPersonLastNamePhoneticProperty, "Bergu")
    book.save()
    book.person("Other")
    for query in ["emi", "BERG em", "ber van", "mim", "acme", "wor", "bergu", "ＥＭＩ"] {
      #expect(book.people(named: query).map { id($0) } == [1], "\(query)")
    }
    for query in ["mile", "em x", "", " "] {
      #expect(book.people(named: query).isEmpty, "\(query)")
    }
    #expect(array(ABAddressBookCopyPeopleWithName(book.book, nil))?.isEmpty == true)
  }

  @Test func `what is found is sorted by name`() throws {
    let book = try TestBook()
    for last in ["Miller", "Adams", "Zorn"] { book.person("Ada", last) }
    _ = book.group("Ada's friends")
    #expect(
      book.people(named: "ada").map { text($0, kABPersonLastNameProperty) }
        == ["Adams", "Miller", "Zorn"])
  }
}
