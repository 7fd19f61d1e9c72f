// Groups and their members. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ABGROUP_H
#define ADDRESSBOOK_ABGROUP_H

#include <AddressBook/ABAddressBook.h>
#include <AddressBook/ABPerson.h>
#include <AddressBook/ABRecord.h>

/// Group name (string); same number as kABPersonFirstNameProperty
AB_EXTERN const int kABGroupNameProperty;

/// New unsaved group for the default source
AB_EXTERN ABRecordRef ABGroupCreate(void);

/// New unsaved group bound to source; NULL if the source cannot hold groups/is read-only
AB_EXTERN ABRecordRef ABGroupCreateInSource(ABRecordRef source);

/// +1 source of the group
AB_EXTERN ABRecordRef ABGroupCopySource(ABRecordRef group);

/// Persons in the group; NULL when empty
AB_EXTERN CFArrayRef ABGroupCopyArrayOfAllMembers(ABRecordRef group);

/// As above, sorted
AB_EXTERN CFArrayRef ABGroupCopyArrayOfAllMembersWithSortOrdering(
    ABRecordRef group, ABPersonSortOrdering sortOrdering);

/// Pending until Save; both must be saved, in the same book and source; a group as member fails
AB_EXTERN bool ABGroupAddMember(ABRecordRef group, ABRecordRef person, CFErrorRef *error);

/// Pending until Save; non-member fails
AB_EXTERN bool ABGroupRemoveMember(ABRecordRef group, ABRecordRef member, CFErrorRef *error);

/// Unretained group or NULL
AB_EXTERN ABRecordRef ABAddressBookGetGroupWithRecordID(ABAddressBookRef addressBook, ABRecordID recordID);

/// Saved groups minus pending removals
AB_EXTERN CFIndex ABAddressBookGetGroupCount(ABAddressBookRef addressBook);

/// All saved groups; empty array when none
AB_EXTERN CFArrayRef ABAddressBookCopyArrayOfAllGroups(ABAddressBookRef addressBook);

/// Groups of one source (NULL source = all)
AB_EXTERN CFArrayRef ABAddressBookCopyArrayOfAllGroupsInSource(
    ABAddressBookRef addressBook, ABRecordRef source);

#endif
