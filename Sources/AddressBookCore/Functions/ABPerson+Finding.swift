internal import ContactLog
internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABPerson.h>: the people of a book.

@_cdecl("ABAddressBookGetPersonCount")
public func abAddressBookGetPersonCount(_ object: AnyObject?) -> CFIndex {
  locked { book(object)?.count(.person) ?? 0 }
}

@_cdecl("ABAddressBookGetPersonWithRecordID")
public func abAddressBookGetPersonWithRecordID(
  _ object: AnyObject?, _ id: Int32
) -> Unmanaged<AnyObject>? {
  unsafe borrowed(locked { book(object)?.find(.person, id) })
}

@_cdecl("ABAddressBookCopyArrayOfAllPeople")
public func abAddressBookCopyArrayOfAllPeople(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  unsafe copied(records: locked { book(object)?.all(.person) })
}

@_cdecl("ABAddressBookCopyArrayOfAllPeopleInSource")
public func abAddressBookCopyArrayOfAllPeopleInSource(
  _ object: AnyObject?, _ source: AnyObject?
) -> Unmanaged<CFArray>? {
  unsafe copied(records: locked { book(object)?.all(.person, in: record(source)) })
}

@_cdecl("ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering")
public func abAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
  _ object: AnyObject?, _ source: AnyObject?, _ ordering: UInt32
) -> Unmanaged<CFArray>? {
  unsafe copied(
    records: locked {
      book(object)?.all(.person, in: record(source), order: NameOrder(ordering))
    })
}

@_cdecl("ABAddressBookCopyPeopleWithName")
public func abAddressBookCopyPeopleWithName(
  _ object: AnyObject?, _ name: CFString?
) -> Unmanaged<CFArray>? {
  unsafe copied(records: locked { book(object)?.people(named: CF.text(name) ?? "") })
}
