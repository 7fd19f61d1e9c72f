import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct GroupTests {
  @Test func `only saved people of the same book become members`() throws {
    let (book, other) = (try TestBook(), try TestBook())
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    let inner = book.group("Inner")
    let unsaved = newPerson("Eve")
    book.add(unsaved)
    let newGroup = ABGroupCreate()!.takeRetainedValue()
    let refused: [(AnyObject, AnyObject)] = [
      (group, unsaved), (group, newPerson()), (group, inner), (group, group),
      (newGroup, person), (group, other.find(1)!), (person, person),
      (group, ABAddressBookCopyDefaultSource(book.book)!.takeRetainedValue()),
    ]
    for (number, (owner, member)) in refused.enumerated() {
      #expect(errorCode { ABGroupAddMember(owner, member, $0) } == (false, 0), "case \(number)")
    }
    #expect(ABGroupAddMember(nil, person, nil) == false)
    #expect(ABGroupAddMember(group, nil, nil) == false)
    #expect(ABGroupAddMember(group, person, nil) == true)
    #expect(errorCode { ABGroupAddMember(group, person, $0) } == (false, 0), "a second time")
    #expect(book.save() == true)
    #expect(errorCode { ABGroupAddMember(group, person, $0) } == (false, 0), "after the save too")
    #expect(book.members(group)?.count == 1)
    #expect(ABGroupAddMember(group, unsaved, nil) == true, "saved by now")
  }

  @Test func `a membership waits for the save`() throws {
    let (book, other) = (try TestBook(), try TestBook())
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    #expect(book.members(group) == nil)
    ABGroupAddMember(group, person, nil)
    #expect(same(book.members(group)?.first, person) == true)
    let theirs = ABAddressBookGetGroupWithRecordID(other.book, 1)!.takeUnretainedValue()
    #expect(other.members(theirs) == nil)
    book.save()
    #expect(other.members(theirs)?.count == 1)
    #expect(ABGroupRemoveMember(group, person, nil) == true)
    #expect(book.members(group) == nil)
    #expect(other.members(theirs)?.count == 1)
    book.save()
    #expect(other.members(theirs) == nil)
  }

  @Test func `who is no member cannot be removed`() throws {
    let book = try TestBook()
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    #expect(errorCode { ABGroupRemoveMember(group, person, $0) } == (false, 0))
    #expect(ABGroupRemoveMember(group, nil, nil) == false)
    #expect(ABGroupRemoveMember(nil, person, nil) == false)
    ABGroupAddMember(group, person, nil)
    #expect(ABGroupRemoveMember(group, person, nil) == true)
    #expect(!book.isChanged, "as if nothing had been")
  }

  @Test func `members are sorted on request`() throws {
    let book = try TestBook()
    let group = book.group("Friends")
    for (first, last) in [("Ada", "Zeta"), ("Zoe", "Alpha")] {
      ABGroupAddMember(group, book.person(first, last), nil)
    }
    book.save()
    for (order, expected) in [
      (kABPersonSortByFirstName, ["Ada", "Zoe"]), (kABPersonSortByLastName, ["Zoe", "Ada"]),
    ] {
      let members = array(
        ABGroupCopyArrayOfAllMembersWithSortOrdering(group, UInt32(order)))
      #expect(members?.map { text($0, kABPersonFirstNameProperty) } == expected)
    }
  }

  @Test func `a removed person leaves its groups, a removed group leaves its people`() throws {
    let book = try TestBook()
    let (one, two) = (book.group("One"), book.group("Two"))
    let (ada, bob) = (book.person("Ada"), book.person("Bob"))
    for group in [one, two] {
      for person in [ada, bob] { ABGroupAddMember(group, person, nil) }
    }
    book.save()
    book.remove(ada)
    book.remove(two)
    #expect(book.members(one)?.map { id($0) } == [2])
    #expect(book.save() == true)
    #expect(book.members(one)?.map { id($0) } == [2])
    #expect(book.count == 1)
    #expect(ABAddressBookGetGroupCount(book.book) == 1)
  }

  @Test func `every record belongs to the local source`() throws {
    let book = try TestBook()
    let source = ABAddressBookCopyDefaultSource(book.book)!.takeRetainedValue()
    #expect(get(source, kABSourceTypeProperty) as? Int == kABSourceTypeLocal)
    #expect(get(source, kABSourceNameProperty) == nil)
    #expect(same(array(ABAddressBookCopyArrayOfAllSources(book.book))?.first, source) == true)
    #expect(
      same(ABAddressBookGetSourceWithRecordID(book.book, 0)?.takeUnretainedValue(), source) == true)
    #expect(ABPersonCopySource(newPerson()) == nil, "in no book yet")
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    #expect(same(ABPersonCopySource(person)?.takeRetainedValue(), source) == true)
    #expect(same(ABGroupCopySource(group)?.takeRetainedValue(), source) == true)
    for created in [ABPersonCreateInSource(source), ABGroupCreateInSource(source)] {
      let record = created!.takeRetainedValue()
      #expect(book.add(record) == true)
    }
    #expect(book.save() == true)
    for list in [
      ABAddressBookCopyArrayOfAllPeopleInSource(book.book, source),
      ABAddressBookCopyArrayOfAllGroupsInSource(book.book, nil),
      ABAddressBookCopyArrayOfAllPeopleInSource(book.book, nil),
      ABAddressBookCopyArrayOfAllGroupsInSource(book.book, source),
    ] { #expect(array(list)?.count == 2) }
    #expect(set(source, kABSourceNameProperty, "x") == false, "sources cannot be changed")
    #expect(ABPersonCreateInSource(person) == nil, "a person is no source")
  }

  @Test func `linked people are one human being`() throws {
    let book = try TestBook()
    let people = ["Ada", "Augusta", "Lady"].map { book.person($0) }
    let linked = { (person: AnyObject) in
      array(ABPersonCopyArrayOfAllLinkedPeople(person))?.map { id($0) }
    }
    #expect(linked(people[0]) == [1])
    #expect(linked(newPerson()) == [-1])
    #expect(ABPersonCopyArrayOfAllLinkedPeople(nil) == nil)
    #expect(CLAddressBookLinkPeople(book.book, people[0], people[1], nil) == true)
    #expect(CLAddressBookLinkPeople(book.book, people[1], people[2], nil) == true)
    #expect(book.isChanged)
    for _ in 1...2 {
      #expect(linked(people[0]) == [1, 2, 3])
      #expect(linked(people[2]) == [3, 2, 1])
      #expect(book.save() == true)
    }
    #expect(CLAddressBookUnlinkPeople(book.book, people[1], people[2], nil) == true)
    book.save()
    #expect(linked(people[0]) == [1, 2])
    #expect(
      errorCode { CLAddressBookLinkPeople(book.book, people[0], people[0], $0) } == (false, 0))
    #expect(
      errorCode { CLAddressBookLinkPeople(book.book, people[0], newPerson(), $0) } == (false, 0))
  }
}
