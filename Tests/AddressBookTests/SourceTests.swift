import CAddressBook
import ContactLog
import ContactModel
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct SourceTests {
  /// A store with a source of this type, made by the native interface.
  private func makeSource(_ type: Int) throws {
    let store = try Store.create(at: TemporaryDirectory.path + "/store")
    let session = store.session(author: "ada", program: "test")
    let source = try session.createSource(named: "Office")
    try session.set(.sourceType, of: source, to: .integer(Int64(type)))
    let saved = try #require(try session.save()).id(source)
    let person = try session.createPerson(in: saved)
    try session.set(.firstName, of: person, to: "Ada")
    try session.save()
    store.close()
  }

  @Test func `an account made elsewhere is a source with name and type`() throws {
    try makeSource(kABSourceTypeCardDAV)
    let book = try TestBook()
    let sources = array(ABAddressBookCopyArrayOfAllSources(book.book)) ?? []
    #expect(sources.map { id($0) } == [0, 1])
    let source = try #require(sources.last)
    #expect(text(source, kABSourceNameProperty) == "Office")
    #expect(get(source, kABSourceTypeProperty) as? Int == kABSourceTypeCardDAV)
    book.person("Local")
    let people = array(ABAddressBookCopyArrayOfAllPeopleInSource(book.book, source))
    #expect(people?.map { id($0) } == [1])
    let local = ABAddressBookGetSourceWithRecordID(book.book, 0)!.takeUnretainedValue()
    #expect(array(ABAddressBookCopyArrayOfAllPeopleInSource(book.book, local))?.count == 1)
    let group = ABGroupCreateInSource(source)!.takeRetainedValue()
    book.add(group)
    #expect(book.save() == true)
    #expect(same(ABGroupCopySource(group)?.takeRetainedValue(), source) == true)
    let stranger = book.find(2)
    #expect(errorCode { ABGroupAddMember(group, stranger, $0) } == (false, 0), "another source")
    #expect(ABGroupAddMember(group, book.find(1), nil) == true)
  }

  @Test func `an Exchange account has no groups`() throws {
    try makeSource(kABSourceTypeExchange)
    let book = try TestBook()
    let source = ABAddressBookGetSourceWithRecordID(book.book, 1)!.takeUnretainedValue()
    #expect(ABGroupCreateInSource(source) == nil)
    #expect(ABPersonCreateInSource(source) != nil)
  }

  @Test func `a directory that is searched is read only`() throws {
    try makeSource(kABSourceTypeLDAP)
    let book = try TestBook()
    let person = book.find(1)
    #expect(
      errorCode { ABRecordSetValue(person, kABPersonNoteProperty, cf("x"), $0) } == (false, 0))
    #expect(
      errorCode { ABRecordRemoveValue(person, kABPersonNoteProperty, $0) } == (false, 0))
    #expect(errorCode { ABAddressBookRemoveRecord(book.book, person, $0) } == (false, 0))
    #expect(
      errorCode { ABPersonSetImageData(person, core(Images.png), $0) } == (false, 0))
    let source = ABAddressBookGetSourceWithRecordID(book.book, 1)!.takeUnretainedValue()
    #expect(ABPersonCreateInSource(source) == nil)
    #expect(!book.isChanged)
  }
}
