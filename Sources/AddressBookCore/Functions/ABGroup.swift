internal import ContactLog
internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABGroup.h>

@_cdecl("ABGroupCreate")
public func abGroupCreate() -> Unmanaged<AnyObject>? {
  unsafe retained(RecordObject(.group))
}

@_cdecl("ABGroupCreateInSource")
public func abGroupCreateInSource(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { RecordObject.created(.group, in: object) })
}

@_cdecl("ABGroupCopySource")
public func abGroupCopySource(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { group(object)?.sourceObject })
}

@_cdecl("ABGroupCopyArrayOfAllMembers")
public func abGroupCopyArrayOfAllMembers(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  unsafe copied(
    records: locked {
      guard let group = group(object), let members = group.book?.members(of: group) else {
        return nil
      }
      return members.isEmpty ? nil : members
    })
}

@_cdecl("ABGroupCopyArrayOfAllMembersWithSortOrdering")
public func abGroupCopyArrayOfAllMembersWithSortOrdering(
  _ object: AnyObject?, _ ordering: UInt32
) -> Unmanaged<CFArray>? {
  unsafe copied(
    records: locked {
      guard let group = group(object), let book = group.book else { return nil }
      let members = book.members(of: group)
      return members.isEmpty ? nil : book.sorted(members, NameOrder(ordering))
    })
}

@_cdecl("ABGroupAddMember")
public func abGroupAddMember(
  _ object: AnyObject?, _ member: AnyObject?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let group = record(object), let member = record(member) else { return false }
  return unsafe attempt(error) {
    guard let book = group.book else { throw BookError(.store, "the group is in no book") }
    try book.addMember(member, to: group)
  }
}

@_cdecl("ABGroupRemoveMember")
public func abGroupRemoveMember(
  _ object: AnyObject?, _ member: AnyObject?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let group = record(object), let member = record(member) else { return false }
  return unsafe attempt(error) {
    guard let book = group.book else { throw BookError(.store, "the group is in no book") }
    try book.removeMember(member, from: group)
  }
}

@_cdecl("ABAddressBookGetGroupWithRecordID")
public func abAddressBookGetGroupWithRecordID(
  _ object: AnyObject?, _ id: Int32
) -> Unmanaged<AnyObject>? {
  unsafe borrowed(locked { book(object)?.find(.group, id) })
}

@_cdecl("ABAddressBookGetGroupCount")
public func abAddressBookGetGroupCount(_ object: AnyObject?) -> CFIndex {
  locked { book(object)?.count(.group) ?? 0 }
}

@_cdecl("ABAddressBookCopyArrayOfAllGroups")
public func abAddressBookCopyArrayOfAllGroups(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  unsafe copied(records: locked { book(object)?.all(.group) })
}

@_cdecl("ABAddressBookCopyArrayOfAllGroupsInSource")
public func abAddressBookCopyArrayOfAllGroupsInSource(
  _ object: AnyObject?, _ source: AnyObject?
) -> Unmanaged<CFArray>? {
  unsafe copied(records: locked { book(object)?.all(.group, in: record(source)) })
}
