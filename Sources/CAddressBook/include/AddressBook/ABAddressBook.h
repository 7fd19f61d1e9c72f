// The address book. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ABADDRESSBOOK_H
#define ADDRESSBOOK_ABADDRESSBOOK_H

#include <AddressBook/ABRecord.h>

/// A view of the store, with changes that are not saved yet.
typedef CFTypeRef ABAddressBookRef;

/// The domain of every error.
AB_EXTERN const CFStringRef ABAddressBookErrorDomain;

enum {
  kABOperationNotPermittedByStoreError = 0,
  kABOperationNotPermittedByUserError = 1,
};

/// What this program may do with the user's store.
typedef CF_ENUM(CFIndex, ABAuthorizationStatus) {
  kABAuthorizationStatusNotDetermined = 0,
  kABAuthorizationStatusRestricted = 1,
  kABAuthorizationStatusDenied = 2,
  kABAuthorizationStatusAuthorized = 3,
};

/// Called once with the decision about access, on any queue.
typedef void (^ABAddressBookRequestAccessCompletionHandler)(bool granted, CFErrorRef error);

/// Called on the run loop of the registering thread after others have saved; info is NULL.
typedef void (*ABExternalChangeCallback)(
    ABAddressBookRef addressBook, CFDictionaryRef info, void *context);

/// Current status; never prompts
AB_EXTERN ABAuthorizationStatus ABAddressBookGetAuthorizationStatus(void);

/// New independent view; options reserved (pass NULL); NULL + code 1 when denied/restricted;
/// usable-but-empty when not determined
AB_EXTERN ABAddressBookRef ABAddressBookCreateWithOptions(CFDictionaryRef options, CFErrorRef *error);

/// Old constructor; same as CreateWithOptions(NULL,NULL)
AB_EXTERN ABAddressBookRef ABAddressBookCreate(void);

/// Returns at once; completion later, on arbitrary queue, even when status already known
AB_EXTERN void ABAddressBookRequestAccessWithCompletion(
    ABAddressBookRef addressBook, ABAddressBookRequestAccessCompletionHandler completion);

/// Commits all pending adds/changes/removes/memberships atomically; assigns record IDs; true when
/// nothing to do
AB_EXTERN bool ABAddressBookSave(ABAddressBookRef addressBook, CFErrorRef *error);

/// True after any un-saved add/change/remove/membership change; false after Save or Revert
AB_EXTERN bool ABAddressBookHasUnsavedChanges(ABAddressBookRef addressBook);

/// Schedules insertion; record not listed/counted and keeps ID -1 until Save; false when already in
/// a book or NULL
AB_EXTERN bool ABAddressBookAddRecord(ABAddressBookRef addressBook, ABRecordRef record, CFErrorRef *error);

/// Schedules deletion; record vanishes from every query at once (before Save); cancels a pending
/// insertion
AB_EXTERN bool ABAddressBookRemoveRecord(ABAddressBookRef addressBook, ABRecordRef record, CFErrorRef *error);

/// Display text of a built-in label token; unknown labels come back unchanged
AB_EXTERN CFStringRef ABAddressBookCopyLocalizedLabel(CFStringRef label);

/// Adds (callback,context) observer for changes saved by OTHER books/processes; needs a run loop;
/// NULL callback ignored
AB_EXTERN void ABAddressBookRegisterExternalChangeCallback(
    ABAddressBookRef addressBook, ABExternalChangeCallback callback, void *context);

/// Removes the observer; both callback and context must match
AB_EXTERN void ABAddressBookUnregisterExternalChangeCallback(
    ABAddressBookRef addressBook, ABExternalChangeCallback callback, void *context);

/// Drops every pending change and re-reads the store; externally deleted records then read NULL
AB_EXTERN void ABAddressBookRevert(ABAddressBookRef addressBook);

#endif
