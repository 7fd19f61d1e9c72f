internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABMultiValue.h>. No index traps: what is out of range has no value.

@_cdecl("ABMultiValueGetPropertyType")
public func abMultiValueGetPropertyType(_ object: AnyObject?) -> UInt32 {
  locked { multiValue(object)?.type ?? 0 }
}

@_cdecl("ABMultiValueGetCount")
public func abMultiValueGetCount(_ object: AnyObject?) -> CFIndex {
  locked { multiValue(object)?.entries.count ?? 0 }
}

@_cdecl("ABMultiValueCopyValueAtIndex")
public func abMultiValueCopyValueAtIndex(
  _ object: AnyObject?, _ index: CFIndex
) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { multiValue(object)?.entry(at: index)?.value })
}

@_cdecl("ABMultiValueCopyArrayOfAllValues")
public func abMultiValueCopyArrayOfAllValues(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  let values = locked { multiValue(object)?.entries.map(\.value) } ?? []
  if values.isEmpty { return nil }
  // Sound: CF.array makes CFArrays.
  return unsafe copied(CF.cast(CF.array(values)))
}

@_cdecl("ABMultiValueCopyLabelAtIndex")
public func abMultiValueCopyLabelAtIndex(
  _ object: AnyObject?, _ index: CFIndex
) -> Unmanaged<CFString>? {
  unsafe copied(text: locked { multiValue(object)?.entry(at: index)?.label })
}

@_cdecl("ABMultiValueGetIndexForIdentifier")
public func abMultiValueGetIndexForIdentifier(
  _ object: AnyObject?, _ identifier: Int32
) -> CFIndex {
  locked { multiValue(object)?.entries.firstIndex { $0.identifier == identifier } ?? -1 }
}

@_cdecl("ABMultiValueGetIdentifierAtIndex")
public func abMultiValueGetIdentifierAtIndex(_ object: AnyObject?, _ index: CFIndex) -> Int32 {
  locked { multiValue(object)?.entry(at: index)?.identifier ?? -1 }
}

@_cdecl("ABMultiValueGetFirstIndexOfValue")
public func abMultiValueGetFirstIndexOfValue(
  _ object: AnyObject?, _ value: AnyObject?
) -> CFIndex {
  guard let value else { return -1 }
  return locked { multiValue(object)?.entries.firstIndex { CF.areEqual($0.value, value) } ?? -1 }
}

@_cdecl("ABMultiValueCreateMutable")
public func abMultiValueCreateMutable(_ type: UInt32) -> Unmanaged<AnyObject>? {
  let base = type & 0xFF
  guard type & ~0x1FF == 0, (1...5).contains(base) else { return nil }
  return unsafe retained(MultiValueObject(type: base, isMutable: true))
}

@_cdecl("ABMultiValueCreateMutableCopy")
public func abMultiValueCreateMutableCopy(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  let copy = locked {
    multiValue(object).map {
      MultiValueObject(
        type: $0.type, isMutable: true, entries: $0.entries, nextIdentifier: $0.nextIdentifier)
    }
  }
  return unsafe retained(copy)
}

@_cdecl("ABMultiValueAddValueAndLabel")
public func abMultiValueAddValueAndLabel(
  _ object: AnyObject?, _ value: AnyObject?, _ label: CFString?,
  _ outIdentifier: UnsafeMutablePointer<Int32>?
) -> Bool {
  let count = locked { multiValue(object)?.entries.count ?? 0 }
  return unsafe abMultiValueInsertValueAndLabelAtIndex(object, value, label, count, outIdentifier)
}

@_cdecl("ABMultiValueInsertValueAndLabelAtIndex")
public func abMultiValueInsertValueAndLabelAtIndex(
  _ object: AnyObject?, _ value: AnyObject?, _ label: CFString?, _ index: CFIndex,
  _ outIdentifier: UnsafeMutablePointer<Int32>?
) -> Bool {
  let identifier = locked {
    multiValue(object)?.insert(value, label: CF.text(label), at: index)
  }
  guard let identifier else { return false }
  if let outIdentifier = unsafe outIdentifier { unsafe outIdentifier.pointee = identifier }
  return true
}

@_cdecl("ABMultiValueRemoveValueAndLabelAtIndex")
public func abMultiValueRemoveValueAndLabelAtIndex(
  _ object: AnyObject?, _ index: CFIndex
) -> Bool {
  edit(object, index) { list, index in list.entries.remove(at: index) }
}

@_cdecl("ABMultiValueReplaceValueAtIndex")
public func abMultiValueReplaceValueAtIndex(
  _ object: AnyObject?, _ value: AnyObject?, _ index: CFIndex
) -> Bool {
  guard let value else { return false }
  return edit(object, index) { list, index in list.entries[index].value = CF.copy(value) }
}

@_cdecl("ABMultiValueReplaceLabelAtIndex")
public func abMultiValueReplaceLabelAtIndex(
  _ object: AnyObject?, _ label: CFString?, _ index: CFIndex
) -> Bool {
  edit(object, index) { list, index in list.entries[index].label = CF.text(label) }
}

/// Edits an entry; false where there is none, or none that can be edited.
private func edit(
  _ object: AnyObject?, _ index: CFIndex, _ body: (MultiValueObject, Int) -> Void
) -> Bool {
  locked {
    guard let list = multiValue(object), list.isMutable, list.entry(at: index) != nil else {
      return false
    }
    body(list, index)
    return true
  }
}
