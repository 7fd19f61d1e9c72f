internal import CAddressBook
public import Foundation

// <AddressBook/ABRecord.h>

/// Stable ID once saved, else kABRecordInvalidID; NULL gives -1.
@discardableResult
public func ABRecordGetRecordID(_ record: ABRecord!) -> ABRecordID {
  CAddressBook.ABRecordGetRecordID(record)
}

/// Kind of record.
@discardableResult
public func ABRecordGetRecordType(_ record: ABRecord!) -> ABRecordType {
  CAddressBook.ABRecordGetRecordType(record)
}

/// Copy of the value or NULL; multi-value properties come back immutable.
@discardableResult
public func ABRecordCopyValue(_ record: ABRecord!, _ property: ABPropertyID) -> Unmanaged<
  CFTypeRef
>! {
  unsafe face(value: CAddressBook.ABRecordCopyValue(record, property))
}

/// Sets in memory only; value not type-checked; NULL value clears; false on NULL record, unknown
/// property, read-only source.
@discardableResult
public func ABRecordSetValue(
  _ record: ABRecord!, _ property: ABPropertyID, _ value: CFTypeRef!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABRecordSetValue(record, property, value, $0) }
}

/// Clears; true even when nothing was set.
@discardableResult
public func ABRecordRemoveValue(
  _ record: ABRecord!, _ property: ABPropertyID, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABRecordRemoveValue(record, property, $0) }
}

/// Display name (person: name parts, else organisation, else nickname; group: its name); NULL
/// when nothing.
@discardableResult
public func ABRecordCopyCompositeName(_ record: ABRecord!) -> Unmanaged<CFString>! {
  unsafe face(string: CAddressBook.ABRecordCopyCompositeName(record))
}
