internal import CAddressBook
public import Foundation

// <AddressBook/ABGroup.h>

/// New unsaved group for the default source.
@discardableResult
public func ABGroupCreate() -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABGroupCreate()
}

/// New unsaved group bound to source; NULL if the source cannot hold groups/is read-only.
@discardableResult
public func ABGroupCreateInSource(_ source: ABRecord!) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABGroupCreateInSource(source)
}

/// Source of the group.
@discardableResult
public func ABGroupCopySource(_ group: ABRecord!) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABGroupCopySource(group)
}

/// Persons in the group; NULL when empty.
@discardableResult
public func ABGroupCopyArrayOfAllMembers(_ group: ABRecord!) -> Unmanaged<CFArray>! {
  unsafe face(array: CAddressBook.ABGroupCopyArrayOfAllMembers(group))
}

/// As above, sorted.
@discardableResult
public func ABGroupCopyArrayOfAllMembersWithSortOrdering(
  _ group: ABRecord!, _ sortOrdering: ABPersonSortOrdering
) -> Unmanaged<CFArray>! {
  unsafe face(array: CAddressBook.ABGroupCopyArrayOfAllMembersWithSortOrdering(group, sortOrdering))
}

/// Pending until Save; both must be saved, in the same book and source; a group as member fails.
@discardableResult
public func ABGroupAddMember(
  _ group: ABRecord!, _ person: ABRecord!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABGroupAddMember(group, person, $0) }
}

/// Pending until Save; non-member fails.
@discardableResult
public func ABGroupRemoveMember(
  _ group: ABRecord!, _ member: ABRecord!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABGroupRemoveMember(group, member, $0) }
}

/// Unretained group or NULL.
@discardableResult
public func ABAddressBookGetGroupWithRecordID(_ addressBook: ABAddressBook!, _ recordID: ABRecordID)
  -> Unmanaged<ABRecord>!
{
  unsafe CAddressBook.ABAddressBookGetGroupWithRecordID(addressBook, recordID)
}

/// Saved groups minus pending removals.
@discardableResult
public func ABAddressBookGetGroupCount(_ addressBook: ABAddressBook!) -> CFIndex {
  CAddressBook.ABAddressBookGetGroupCount(addressBook)
}

/// All saved groups; empty array when none.
@discardableResult
public func ABAddressBookCopyArrayOfAllGroups(_ addressBook: ABAddressBook!) -> Unmanaged<CFArray>!
{
  unsafe face(array: CAddressBook.ABAddressBookCopyArrayOfAllGroups(addressBook))
}

/// Groups of one source (NULL source = all).
@discardableResult
public func ABAddressBookCopyArrayOfAllGroupsInSource(
  _ addressBook: ABAddressBook!, _ source: ABRecord!
) -> Unmanaged<CFArray>! {
  unsafe face(array: CAddressBook.ABAddressBookCopyArrayOfAllGroupsInSource(addressBook, source))
}
