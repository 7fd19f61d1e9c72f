internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABRecord.h>

@_cdecl("ABRecordGetRecordID")
public func abRecordGetRecordID(_ object: AnyObject?) -> Int32 {
  locked { record(object)?.id?.number ?? -1 }
}

@_cdecl("ABRecordGetRecordType")
public func abRecordGetRecordType(_ object: AnyObject?) -> UInt32 {
  locked { UInt32(record(object)?.kind.rawValue ?? 0) }
}

@_cdecl("ABRecordCopyValue")
public func abRecordCopyValue(_ object: AnyObject?, _ property: Int32) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { record(object)?.object(of: property) })
}

@_cdecl("ABRecordSetValue")
public func abRecordSetValue(
  _ object: AnyObject?, _ property: Int32, _ value: AnyObject?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let record = record(object) else { return false }
  return unsafe attempt(error) { try record.set(property, to: value) }
}

@_cdecl("ABRecordRemoveValue")
public func abRecordRemoveValue(
  _ object: AnyObject?, _ property: Int32, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let record = record(object) else { return false }
  return unsafe attempt(error) { try record.set(property, to: nil) }
}

@_cdecl("ABRecordCopyCompositeName")
public func abRecordCopyCompositeName(_ object: AnyObject?) -> Unmanaged<CFString>? {
  unsafe copied(text: locked { record(object)?.compositeName })
}
