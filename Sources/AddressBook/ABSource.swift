internal import CAddressBook
public import Foundation

// <AddressBook/ABSource.h>

/// Source new records go to; never NULL.
@discardableResult
public func ABAddressBookCopyDefaultSource(_ addressBook: ABAddressBook!) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABAddressBookCopyDefaultSource(addressBook)
}

/// Unretained source or NULL.
@discardableResult
public func ABAddressBookGetSourceWithRecordID(
  _ addressBook: ABAddressBook!, _ sourceID: ABRecordID
) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABAddressBookGetSourceWithRecordID(addressBook, sourceID)
}

/// All sources; at least one.
@discardableResult
public func ABAddressBookCopyArrayOfAllSources(_ addressBook: ABAddressBook!) -> Unmanaged<CFArray>!
{
  unsafe face(array: CAddressBook.ABAddressBookCopyArrayOfAllSources(addressBook))
}
