import CAddressBook
import ContactLog
import CoreFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct StoreTests {
  private var path: String { TemporaryDirectory.path + "/store" }

  @Test func `all books of a process share one store, which closes with the last`() throws {
    var books = try (0..<10).map { _ in try TestBook() }
    books[0].person("Ada")
    #expect(books.allSatisfy { $0.count == 1 })
    let code = { () -> StoreError.Code? in
      do {
        try Store.open(at: path).close()
        return nil
      } catch let error as StoreError {
        return error.code
      }
    }
    #expect(try code() == .alreadyOpen, "a second opener of the process is refused")
    books = []
    #expect(try code() == nil)
  }

  @Test func `a store that is open otherwise in this process gives no book but an error`() throws {
    let store = try Store.create(at: path)
    let options = core(NSDictionary(dictionary: ["CLStoreFolder": path]))
    #expect(
      errorCode { ABAddressBookCreateWithOptions(options, $0) != nil } == (false, 0))
    store.close()
  }

  @Test func `what is done here is history like any other`() throws {
    var book: TestBook? = try TestBook(author: "ada", program: "phone")
    let person = book?.person("Ada", "Byron")
    set(person, kABPersonPhoneProperty, object: list(["1"]))
    book?.save()
    book = nil
    let history = try #require(array(CLRecordCopyHistory(person)))
    let items = history.compactMap { $0 as? [String: AnyObject] }
    #expect(
      items.compactMap { $0["change"] as? String } == [
        "created", "valueSet", "valueSet", "entryAdded",
      ])
    #expect(items.compactMap { $0["slot"] as? String }.last == "1/phones/0")
    #expect(Set(items.compactMap { $0["author"] as? String }) == ["ada"])
    #expect(Set(items.compactMap { $0["program"] as? String }) == ["phone"])
    #expect(items.compactMap { $0["commit"] as? Int } == [1, 1, 1, 2])
    #expect(CLRecordCopyHistory(newPerson()) == nil)
  }

  @Test func `a book can be opened as of a commit, and then only read`() throws {
    let book = try TestBook()
    let (person, group) = (book.person("Ada"), book.group("Friends"))
    ABGroupAddMember(group, person, nil)
    book.save()
    set(person, kABPersonFirstNameProperty, "Adele")
    book.person("Bob")
    book.remove(person)
    book.save()
    func open(_ commit: Int, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>? = nil)
      -> AnyObject?
    {
      ABAddressBookCreateWithOptions(
        core(NSDictionary(dictionary: ["CLStoreFolder": path, "CLCommit": commit])), error)?
        .takeRetainedValue()
    }
    let past = try #require(open(3))
    #expect(ABAddressBookGetPersonCount(past) == 1)
    let then = ABAddressBookGetPersonWithRecordID(past, 1)?.takeUnretainedValue()
    #expect(compositeName(then) == "Ada")
    #expect(array(ABAddressBookCopyPeopleWithName(past, cf("ada")))?.count == 1)
    let friends = array(ABAddressBookCopyArrayOfAllGroups(past))?.first
    #expect(array(ABGroupCopyArrayOfAllMembers(friends))?.count == 1)
    #expect(errorCode { ABRecordSetValue(then, kABPersonNoteProperty, cf("x"), $0) } == (false, 0))
    #expect(errorCode { ABAddressBookAddRecord(past, newPerson(), $0) } == (false, 0))
    #expect(errorCode { ABAddressBookRemoveRecord(past, then, $0) } == (false, 0))
    #expect(errorCode { ABGroupRemoveMember(friends, then, $0) } == (false, 0))
    #expect(ABAddressBookSave(past, nil) == true)
    #expect(errorCode { open(99, $0) != nil } == (false, 0), "there is no such commit")
  }

  @Test func `records can be read after their book was released`() throws {
    var book: TestBook? = try TestBook()
    let person = try #require(book?.person("Ada"))
    set(person, kABPersonLastNameProperty, "Byron")
    book = nil
    #expect(compositeName(person) == "Ada Byron")
    #expect(set(person, kABPersonNoteProperty, "x") == true)
    #expect(id(person) == 1)
  }

  @Test func `a book is used from many threads without a crash`() async throws {
    let book = try TestBook()
    let person = book.person("Ada")
    nonisolated(unsafe) let shared = (book, person)
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          let (book, person) = shared
          for step in 0..<50 {
            set(person, kABPersonNoteProperty, "\(worker) \(step)")
            _ = book.people
            if step % 10 == 0 {
              book.add(newPerson("P\(worker)"))
              book.save()
            }
            _ = compositeName(person)
            if step % 17 == 0 { ABAddressBookRevert(book.book) }
          }
        }
      }
    }
    #expect(ABAddressBookSave(book.book, nil) == true)
    #expect(book.count > 1)
  }
}
