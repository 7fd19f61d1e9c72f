import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct BadInputTests {
  /// Every function with each of these objects in each place.
  private func callAll(_ a: AnyObject?, _ b: AnyObject?) {
    for result in [
      ABPersonCreateInSource(a), ABPersonCopySource(a), ABGroupCreateInSource(a),
      ABGroupCopySource(a), ABAddressBookCopyDefaultSource(a), ABRecordCopyValue(a, 0),
      ABRecordCopyValue(a, 3), ABMultiValueCopyValueAtIndex(a, 0),
      ABMultiValueCreateMutableCopy(a),
    ] { result?.release() }
    for result in [
      ABPersonCopyArrayOfAllLinkedPeople(a), ABMultiValueCopyArrayOfAllValues(a),
      ABGroupCopyArrayOfAllMembers(a), ABGroupCopyArrayOfAllMembersWithSortOrdering(a, 7),
      ABAddressBookCopyArrayOfAllGroups(a), ABAddressBookCopyArrayOfAllGroupsInSource(a, b),
      ABAddressBookCopyArrayOfAllSources(a), ABAddressBookCopyArrayOfAllPeople(a),
      ABAddressBookCopyArrayOfAllPeopleInSource(a, b),
      ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(a, b, 99),
      ABAddressBookCopyPeopleWithName(a, cf("x")), CLRecordCopyHistory(a),
      ABPersonCreatePeopleInSourceWithVCardRepresentation(a, core(Data("x".utf8))),
    ] { result?.release() }
    for result in [
      ABRecordCopyCompositeName(a), ABMultiValueCopyLabelAtIndex(a, 0),
      ABPersonCopyCompositeNameDelimiterForRecord(a),
    ] { result?.release() }
    ABPersonCopyImageData(a)?.release()
    ABPersonCopyImageDataWithFormat(a, ABPersonImageFormat(rawValue: 77))?.release()
    _ = ABAddressBookGetPersonWithRecordID(a, 1)
    _ = ABAddressBookGetGroupWithRecordID(a, 1)
    _ = ABAddressBookGetSourceWithRecordID(a, 0)
    _ = [
      ABAddressBookGetPersonCount(a), ABAddressBookGetGroupCount(a), ABMultiValueGetCount(a),
      ABMultiValueGetIndexForIdentifier(a, 0), ABMultiValueGetFirstIndexOfValue(a, b),
    ]
    _ = (ABRecordGetRecordID(a), ABRecordGetRecordType(a), ABMultiValueGetPropertyType(a))
    _ = (ABMultiValueGetIdentifierAtIndex(a, 0), ABPersonGetCompositeNameFormatForRecord(a))
    _ = ABPersonComparePeopleByName(a, b, 0)
    _ = CLAddressBookGetCommit(a)
    for property: Int32 in [0, 1, 3, 15, 17, 26, 46, 48] {
      ABRecordSetValue(a, property, b, nil)
      ABRecordRemoveValue(a, property, nil)
    }
    ABMultiValueAddValueAndLabel(a, b, nil, nil)
    ABMultiValueInsertValueAndLabelAtIndex(a, b, nil, 0, nil)
    ABMultiValueReplaceValueAtIndex(a, b, 0)
    ABMultiValueReplaceLabelAtIndex(a, nil, 0)
    ABMultiValueRemoveValueAndLabelAtIndex(a, 0)
    ABPersonSetImageData(a, nil, nil)
    ABPersonRemoveImageData(a, nil)
    _ = ABPersonHasImageData(a)
    ABGroupAddMember(a, b, nil)
    ABGroupRemoveMember(a, b, nil)
    ABAddressBookAddRecord(a, b, nil)
    ABAddressBookRemoveRecord(a, b, nil)
    CLAddressBookLinkPeople(a, b, b, nil)
    CLAddressBookUnlinkPeople(a, b, a, nil)
    CLAddressBookCopyPeopleMatchingQuery(a, cf("a"), 1, nil)?.release()
    _ = ABAddressBookHasUnsavedChanges(a)
    ABAddressBookSave(a, nil)
    ABAddressBookRevert(a)
    ABAddressBookRegisterExternalChangeCallback(a, nil, nil)
    ABAddressBookUnregisterExternalChangeCallback(a, nil, nil)
  }

  @Test func `no function crashes on an object of another kind`() throws {
    var released: TestBook? = try TestBook()
    let orphan = try #require(released?.person("Orphan"))
    released = nil
    let (book, other) = (try TestBook(), try TestBook())
    let objects: [AnyObject?] = [
      nil, cf("text"), NSString(string: "text"), NSNumber(value: 1), NSArray(array: [1]),
      ["k": 1] as NSDictionary, NSNull(), NSObject(), Data([1]) as NSData, list(["1"]),
      newPerson("Free"), book.person("Ada"), book.group("Friends"), book.book, other.book,
      other.person("Bob"), orphan, ABAddressBookCopyDefaultSource(book.book)?.takeRetainedValue(),
    ]
    let values: [AnyObject?] = [nil, cf("text"), list(["1"]), book.person("Eve")]
    for a in objects {
      for b in values { callAll(a, b) }
    }
    #expect(ABAddressBookSave(other.book, nil) == true, "the store is still good")
  }
}
