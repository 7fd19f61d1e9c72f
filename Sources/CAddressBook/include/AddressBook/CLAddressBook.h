// What ContactLog offers beyond Apple's API. See docs/addressbook.md.
#ifndef ADDRESSBOOK_CLADDRESSBOOK_H
#define ADDRESSBOOK_CLADDRESSBOOK_H

#include <AddressBook/ABAddressBook.h>
#include <AddressBook/ABRecord.h>

/// Option of ABAddressBookCreateWithOptions: the store's folder (CFString).
AB_EXTERN const CFStringRef kCLOptionStoreFolder;
/// Option: who makes the changes (CFString); else CONTACTLOG_AUTHOR, else the login name.
AB_EXTERN const CFStringRef kCLOptionAuthor;
/// Option: the program's name in the history (CFString); else that of the executable.
AB_EXTERN const CFStringRef kCLOptionProgram;
/// Option: whether a store that is not there is made (CFBoolean); else the book is empty and refuses
/// changes until access is requested.
AB_EXTERN const CFStringRef kCLOptionCreate;
/// Option: the book as of this commit (CFNumber), read only; else as it is.
AB_EXTERN const CFStringRef kCLOptionCommit;

/// Says that two saved people of a book are the same human being; pending until Save.
AB_EXTERN bool CLAddressBookLinkPeople(
    ABAddressBookRef addressBook, ABRecordRef person, ABRecordRef other, CFErrorRef *error);

/// Takes a link back; pending until Save.
AB_EXTERN bool CLAddressBookUnlinkPeople(
    ABAddressBookRef addressBook, ABRecordRef person, ABRecordRef other, CFErrorRef *error);

/// The saved people that a query finds, the best matches first, at most `limit` (0: all); NULL and an
/// error for what is no query. A word begins a word of a name; `phone:"030 1234567"` (or the number alone)
/// finds a caller however the number is written; `email:`, `org:`, `group:`, `text:`, `has:photo`,
/// `changed-since:2026-05-01`, `created-by:` and `-` in front work as in `contactlog find`.
AB_EXTERN CFArrayRef CLAddressBookCopyPeopleMatchingQuery(
    ABAddressBookRef addressBook, CFStringRef query, CFIndex limit, CFErrorRef *error);

/// The number of the store's last commit; 0 in a new store, -1 without access.
AB_EXTERN int64_t CLAddressBookGetCommit(ABAddressBookRef addressBook);

/// The changes of a saved record, oldest first, as dictionaries with kCLHistory keys; NULL for a
/// record that was never saved.
AB_EXTERN CFArrayRef CLRecordCopyHistory(ABRecordRef record);

/// Number of the commit (CFNumber).
AB_EXTERN const CFStringRef kCLHistoryCommitKey;
/// When it was made (CFDate).
AB_EXTERN const CFStringRef kCLHistoryDateKey;
/// Who made it (CFString).
AB_EXTERN const CFStringRef kCLHistoryAuthorKey;
/// Through what (CFString).
AB_EXTERN const CFStringRef kCLHistoryProgramKey;
/// Which slot, such as `12/phones/3` (CFString).
AB_EXTERN const CFStringRef kCLHistorySlotKey;
/// What happened, such as `valueSet` (CFString).
AB_EXTERN const CFStringRef kCLHistoryChangeKey;

#endif
