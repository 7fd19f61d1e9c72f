import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct IdentityTests {
  @Test func `a record has no id before the save that gives it one for ever`() throws {
    let book = try TestBook()
    let person = newPerson("Ada")
    #expect(id(person) == kABRecordInvalidID)
    book.add(person)
    #expect(id(person) == kABRecordInvalidID)
    #expect(book.save() == true)
    #expect(id(person) == 1)
    #expect(id(nil) == kABRecordInvalidID)
    #expect(same(book.find(1), person) == true)
    #expect(id(try TestBook().people.first) == 1)
  }

  @Test func `ids are not given again after a removal`() throws {
    let book = try TestBook()
    let first = book.person("Ada")
    book.remove(first)
    book.save()
    #expect(id(book.person("Bob")) == 2)
  }

  @Test func `people, groups and sources have numbers of their own`() throws {
    let book = try TestBook()
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    #expect(id(person) == id(group))
    #expect(same(book.find(1), person) == true)
    #expect(
      same(ABAddressBookGetGroupWithRecordID(book.book, 1)?.takeUnretainedValue(), group) == true)
    let source = ABAddressBookCopyDefaultSource(book.book)?.takeRetainedValue()
    #expect(id(source) == 0)
    #expect(
      [person, group, source].map { ABRecordGetRecordType($0) }
        == [kABPersonType, kABGroupType, kABSourceType].map { ABRecordType($0) })
  }

  @Test func `the same reference stays good after save and revert`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    set(person, kABPersonFirstNameProperty, "Adele")
    ABAddressBookRevert(book.book)
    #expect(text(person, kABPersonFirstNameProperty) == "Ada")
    #expect(same(book.people.first, person) == true)
  }

  @Test func `nothing is found under an id that was never given or is gone`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    for number in [-1, 0, 2, Int32.max, Int32.min] { #expect(book.find(number) == nil) }
    book.remove(person)
    #expect(book.find(1) == nil)
    for number in [-1, Int32.max] {
      #expect(ABAddressBookGetSourceWithRecordID(book.book, number) == nil)
      #expect(ABAddressBookGetGroupWithRecordID(book.book, number) == nil)
    }
  }

  @Test func `a person has one reference in each book`() throws {
    let (one, two) = (try TestBook(), try TestBook())
    let person = one.person("Ada")
    let other = try #require(two.find(1))
    #expect(same(other, person) == false)
    #expect(id(other) == id(person))
    #expect(CFEqual(person, other) == false)
    #expect(two.add(person) == false)
    #expect(two.remove(person) == false)
  }

  @Test func `references are equal by address, multi-values too`() throws {
    let (a, b) = (newPerson("Ada"), newPerson("Ada"))
    #expect(CFEqual(a, a) == true)
    #expect(CFEqual(a, b) == false)
    #expect(CFHash(a) == CFHash(a))
    let (x, y) = (list(["1"]), list(["1"]))
    #expect(CFEqual(x, x) == true)
    #expect(CFEqual(x, y) == false)
  }

  @Test func `records are keys of sets and dictionaries and members of arrays`() throws {
    let (a, b) = (newPerson("Ada"), newPerson("Bob"))
    let map = NSMutableDictionary()
    map.setObject("a", forKey: a as! NSObject)
    map.setObject("b", forKey: b as! NSObject)
    #expect(map.object(forKey: a) as? String == "a")
    #expect(NSArray(array: [a, b]).index(of: b) == 1)
    #expect(Set([a, b, a].map { $0 as! NSObject }).count == 2)
    #expect(CFGetTypeID(a) == CFGetTypeID(b))
    #expect(CFGetTypeID(a) != CFGetTypeID(list([])))
    #expect(
      CFCopyDescription(a) as AnyObject as? String == "<ABPerson unsaved>",
      "a description says nothing personal")
  }

  @Test func `a new person reads nothing but its kind`() {
    let person = newPerson()
    for property in Int32(-2)...60 {
      let value = get(person, property)
      if property == kABPersonKindProperty {
        #expect(value as? Int == 0)
      } else {
        #expect(value == nil, "property \(property)")
      }
    }
  }

  @Test func `the store keeps the dates of creation and change, in whole seconds`() async throws {
    let book = try TestBook()
    let person = newPerson("Ada")
    let long = Date(timeIntervalSinceReferenceDate: 1)
    #expect(get(person, kABPersonCreationDateProperty) == nil)
    #expect(set(person, kABPersonCreationDateProperty, object: long as NSDate) == true)
    book.add(person)
    book.save()
    let created = try #require(get(person, kABPersonCreationDateProperty) as? Date)
    let modified = try #require(get(person, kABPersonModificationDateProperty) as? Date)
    #expect(abs(created.timeIntervalSinceNow) < 10, "what a program set is overwritten")
    #expect(created <= modified)
    #expect(
      created.timeIntervalSinceReferenceDate.rounded() == created.timeIntervalSinceReferenceDate)
    try await Task.sleep(for: .milliseconds(1_100))
    set(person, kABPersonFirstNameProperty, "Adele")
    book.save()
    #expect(try #require(get(person, kABPersonModificationDateProperty) as? Date) > modified)
    #expect(get(person, kABPersonCreationDateProperty) as? Date == created)
  }
}
