public import CAddressBook
public import Foundation

// <AddressBook/ABAddressBook.h>

/// Current status; never prompts.
@discardableResult
public func ABAddressBookGetAuthorizationStatus() -> ABAuthorizationStatus {
  CAddressBook.ABAddressBookGetAuthorizationStatus()
}

/// New independent view; options reserved (pass NULL); NULL + code 1 when denied/restricted;
/// usable-but-empty when not determined.
@discardableResult
public func ABAddressBookCreateWithOptions(
  _ options: CFDictionary!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Unmanaged<ABAddressBook>! {
  unsafe reporting(error) { unsafe CAddressBook.ABAddressBookCreateWithOptions(core(options), $0) }
}

/// Old constructor; same as CreateWithOptions(NULL,NULL).
@discardableResult
public func ABAddressBookCreate() -> Unmanaged<ABAddressBook>! {
  unsafe CAddressBook.ABAddressBookCreate()
}

/// Commits all pending adds/changes/removes/memberships atomically; assigns record IDs; true when
/// nothing to do.
@discardableResult
public func ABAddressBookSave(
  _ addressBook: ABAddressBook!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABAddressBookSave(addressBook, $0) }
}

/// True after any un-saved add/change/remove/membership change; false after Save or Revert.
@discardableResult
public func ABAddressBookHasUnsavedChanges(_ addressBook: ABAddressBook!) -> Bool {
  CAddressBook.ABAddressBookHasUnsavedChanges(addressBook)
}

/// Schedules insertion; record not listed/counted and keeps ID -1 until Save; false when already
/// in a book or NULL.
@discardableResult
public func ABAddressBookAddRecord(
  _ addressBook: ABAddressBook!, _ record: ABRecord!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABAddressBookAddRecord(addressBook, record, $0) }
}

/// Schedules deletion; record vanishes from every query at once (before Save); cancels a pending
/// insertion.
@discardableResult
public func ABAddressBookRemoveRecord(
  _ addressBook: ABAddressBook!, _ record: ABRecord!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABAddressBookRemoveRecord(addressBook, record, $0) }
}

/// Display text of a built-in label token; unknown labels come back unchanged.
@discardableResult
public func ABAddressBookCopyLocalizedLabel(_ label: CFString!) -> Unmanaged<CFString>! {
  unsafe face(string: CAddressBook.ABAddressBookCopyLocalizedLabel(core(label)))
}

/// Drops every pending change and re-reads the store; externally deleted records then read NULL.
public func ABAddressBookRevert(_ addressBook: ABAddressBook!) {
  CAddressBook.ABAddressBookRevert(addressBook)
}
