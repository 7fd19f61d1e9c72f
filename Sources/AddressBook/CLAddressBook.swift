internal import CAddressBook
public import Foundation

// <AddressBook/CLAddressBook.h>: beyond Apple's API.

/// Says that two saved people of a book are the same human being; pending until Save.
@discardableResult
public func CLAddressBookLinkPeople(
  _ addressBook: ABAddressBook!, _ person: ABRecord!, _ other: ABRecord!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) {
    unsafe CAddressBook.CLAddressBookLinkPeople(addressBook, person, other, $0)
  }
}

/// Takes a link back; pending until Save.
@discardableResult
public func CLAddressBookUnlinkPeople(
  _ addressBook: ABAddressBook!, _ person: ABRecord!, _ other: ABRecord!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) {
    unsafe CAddressBook.CLAddressBookUnlinkPeople(addressBook, person, other, $0)
  }
}

/// The saved people that a query finds, the best matches first, at most `limit` (0: all); NULL and an
/// error for what is no query.
public func CLAddressBookCopyPeopleMatchingQuery(
  _ addressBook: ABAddressBook!, _ query: CFString!, _ limit: CFIndex,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Unmanaged<CFArray>! {
  unsafe face(
    array: reporting(error) {
      unsafe CAddressBook.CLAddressBookCopyPeopleMatchingQuery(addressBook, core(query), limit, $0)
    })
}

/// The number of the store's last commit; 0 in a new store, -1 without access.
public func CLAddressBookGetCommit(_ addressBook: ABAddressBook!) -> Int64 {
  CAddressBook.CLAddressBookGetCommit(addressBook)
}

/// The changes of a saved record, oldest first, as dictionaries; NULL for a record that was never saved.
public func CLRecordCopyHistory(_ record: ABRecord!) -> Unmanaged<CFArray>! {
  unsafe face(values: CAddressBook.CLRecordCopyHistory(record))
}
