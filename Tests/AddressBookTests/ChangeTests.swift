import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct ChangeTests {
  @Test func `an added record is seen nowhere before the save`() throws {
    let book = try TestBook()
    book.add(newPerson("Ada"))
    let group = ABGroupCreate()!.takeRetainedValue()
    book.add(group)
    #expect(book.count == 0)
    #expect(book.people.isEmpty)
    #expect(book.people(named: "Ada").isEmpty)
    #expect(ABAddressBookGetGroupCount(book.book) == 0)
    #expect(array(ABAddressBookCopyArrayOfAllGroups(book.book))?.count == 0)
    book.save()
    #expect(book.count == 1)
    #expect(ABAddressBookGetGroupCount(book.book) == 1)
  }

  @Test func `a removed record is gone before the save`() throws {
    let book = try TestBook()
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    ABGroupAddMember(group, person, nil)
    book.save()
    #expect(book.remove(person) == true)
    #expect(book.count == 0)
    #expect(book.people.isEmpty)
    #expect(book.people(named: "Ada").isEmpty)
    #expect(book.members(group) == nil)
    #expect(try TestBook().count == 1)
    book.save()
    #expect(try TestBook().count == 0)
  }

  @Test func `what cannot be added or removed is refused`() throws {
    let (book, other) = (try TestBook(), try TestBook())
    #expect(ABAddressBookAddRecord(book.book, nil, nil) == false)
    #expect(ABAddressBookRemoveRecord(book.book, nil, nil) == false)
    let person = newPerson("Ada")
    book.add(person)
    let again = errorCode { ABAddressBookAddRecord(book.book, person, $0) }
    #expect(again == (false, nil), "no error is given")
    #expect(other.add(person) == false)
    let source = ABAddressBookCopyDefaultSource(book.book)!.takeRetainedValue()
    #expect(errorCode { ABAddressBookRemoveRecord(book.book, source, $0) } == (false, 0))
    #expect(errorCode { ABAddressBookAddRecord(book.book, source, $0) } == (false, 0))
    #expect(errorCode { ABAddressBookRemoveRecord(book.book, newPerson(), $0) } == (false, 0))
  }

  @Test func `removing a record that waits for its save takes it out again`() throws {
    let book = try TestBook()
    let person = newPerson("Ada")
    book.add(person)
    #expect(book.remove(person) == true)
    #expect(!book.isChanged)
    book.save()
    #expect(book.count == 0)
    #expect(book.add(person) == true, "it is free again")
  }

  @Test func `a second removal is no error`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    #expect(errorCode { ABAddressBookRemoveRecord(book.book, person, $0) } == (true, nil))
    #expect(errorCode { ABAddressBookRemoveRecord(book.book, person, $0) } == (true, nil))
  }

  @Test func `adding a record again takes its removal back`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    book.remove(person)
    #expect(book.add(person) == true)
    #expect(!book.isChanged)
    #expect(book.count == 1)
  }

  @Test func `a save of nothing succeeds and makes no commit`() throws {
    let book = try TestBook()
    #expect(errorCode { ABAddressBookSave(book.book, $0) } == (true, nil))
    #expect(CLAddressBookGetCommit(book.book) == 0)
  }

  @Test func `every kind of change is an unsaved change until save or revert`() throws {
    let book = try TestBook()
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    let changes: [(String, () -> Void)] = [
      ("add", { book.add(newPerson("Bob")) }),
      ("set", { set(person, kABPersonNoteProperty, "\(Int.random(in: 0...(.max)))") }),
      ("add member", { _ = ABGroupAddMember(group, person, nil) }),
      ("remove member", { _ = ABGroupRemoveMember(group, person, nil) }),
      ("image", { _ = ABPersonSetImageData(person, core(Images.png), nil) }),
      ("remove", { book.remove(person) }),
    ]
    for (name, change) in changes {
      #expect(!book.isChanged, "before \(name)")
      change()
      #expect(book.isChanged, "after \(name)")
      ABAddressBookRevert(book.book)
      #expect(!book.isChanged, "after revert of \(name)")
      change()
      #expect(book.isChanged, "after \(name) again")
      #expect(book.save() == true)
      #expect(!book.isChanged, "after save of \(name)")
    }
  }

  @Test func `a change of a person in no book is no unsaved change`() throws {
    let book = try TestBook()
    set(newPerson("Ada"), kABPersonNoteProperty, "x")
    #expect(!book.isChanged)
  }

  @Test func `setting an equal value is no change`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    set(person, kABPersonFirstNameProperty, "Ada")
    #expect(!book.isChanged)
    set(person, kABPersonFirstNameProperty, "Bob")
    set(person, kABPersonFirstNameProperty, "Ada")
    #expect(!book.isChanged)
  }

  @Test func `revert brings back what is stored`() throws {
    let book = try TestBook()
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    ABGroupAddMember(group, person, nil)
    book.save()
    set(person, kABPersonFirstNameProperty, "Bob")
    book.remove(person)
    let added = newPerson("Eve")
    book.add(added)
    ABAddressBookRevert(book.book)
    #expect(text(person, kABPersonFirstNameProperty) == "Ada")
    #expect(same(book.members(group)?.first, person) == true)
    #expect(text(added, kABPersonFirstNameProperty) == "Eve", "it keeps its values")
    #expect(id(added) == -1)
    #expect(book.add(added) == true, "and can be added again")
    #expect(book.save() == true)
    #expect(book.count == 2)
  }

  @Test func `a record that another book removed reads nothing`() throws {
    let (book, other) = (try TestBook(), try TestBook())
    let person = book.person("Ada")
    other.remove(other.find(1)!)
    other.save()
    ABAddressBookRevert(book.book)
    #expect(text(person, kABPersonFirstNameProperty) == nil)
    #expect(compositeName(person) == nil)
    #expect(book.count == 0)
  }

  @Test func `edits of a record that another book removed cannot be saved`() throws {
    let (book, other) = (try TestBook(), try TestBook())
    let person = book.person("Ada")
    set(person, kABPersonFirstNameProperty, "Adele")
    other.remove(other.find(1)!)
    other.save()
    #expect(errorCode { ABAddressBookSave(book.book, $0) } == (false, 0))
    #expect(book.isChanged, "what is pending stays so")
    ABAddressBookRevert(book.book)
    #expect(book.save() == true)
  }

  @Test func `the last writer wins, property by property`() throws {
    let (book, other) = (try TestBook(author: "ada"), try TestBook(author: "bob"))
    let mine = book.person("Ada", "Byron")
    let theirs = other.find(1)
    set(mine, kABPersonFirstNameProperty, "Mine")
    set(mine, kABPersonPhoneProperty, object: list(["1"]))
    set(theirs, kABPersonFirstNameProperty, "Theirs")
    set(theirs, kABPersonLastNameProperty, "King")
    set(theirs, kABPersonPhoneProperty, object: list(["2", "3"]))
    #expect(other.save() == true)
    #expect(book.save() == true)
    #expect(text(mine, kABPersonFirstNameProperty) == "Mine")
    #expect(text(mine, kABPersonLastNameProperty) == "King", "the other property stays theirs")
    #expect(values(get(mine, kABPersonPhoneProperty)) == ["1"])
    let history = try #require(array(CLRecordCopyHistory(mine)))
    let authors = history.compactMap { ($0 as? [String: AnyObject])?["author"] as? String }
    #expect(authors.contains("bob") == true, "their value stays in the history")
    let programs = history.compactMap { ($0 as? [String: AnyObject])?["program"] as? String }
    #expect(programs.contains("test") == true)
  }

  @Test func `records without local edits show what others saved`() throws {
    let (book, other) = (try TestBook(), try TestBook())
    let person = book.person("Ada")
    set(person, kABPersonLastNameProperty, "Byron")
    set(other.find(1), kABPersonFirstNameProperty, "Adele")
    other.save()
    ABAddressBookRevert(other.book)
    #expect(text(person, kABPersonFirstNameProperty) == "Adele")
    #expect(text(person, kABPersonLastNameProperty) == "Byron", "pending changes are kept")
  }
}
