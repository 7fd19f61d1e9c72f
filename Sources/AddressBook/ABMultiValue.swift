internal import CAddressBook
public import Foundation

// <AddressBook/ABMultiValue.h>

/// Single-value type of the entries; docs: kABInvalidPropertyType when empty or mixed; real:
/// declared type minus the mask.
@discardableResult
public func ABMultiValueGetPropertyType(_ multiValue: ABMultiValue!) -> ABPropertyType {
  CAddressBook.ABMultiValueGetPropertyType(multiValue)
}

/// Entries; 0 for NULL.
@discardableResult
public func ABMultiValueGetCount(_ multiValue: ABMultiValue!) -> CFIndex {
  CAddressBook.ABMultiValueGetCount(multiValue)
}

/// Value; out of range: documented exception, in practice NULL.
@discardableResult
public func ABMultiValueCopyValueAtIndex(_ multiValue: ABMultiValue!, _ index: CFIndex)
  -> Unmanaged<CFTypeRef>!
{
  unsafe face(value: CAddressBook.ABMultiValueCopyValueAtIndex(multiValue, index))
}

/// Values in order; NULL when empty.
@discardableResult
public func ABMultiValueCopyArrayOfAllValues(_ multiValue: ABMultiValue!) -> Unmanaged<CFArray>! {
  unsafe face(values: CAddressBook.ABMultiValueCopyArrayOfAllValues(multiValue))
}

/// Raw label token (not localised); NULL when the entry has none.
@discardableResult
public func ABMultiValueCopyLabelAtIndex(_ multiValue: ABMultiValue!, _ index: CFIndex)
  -> Unmanaged<CFString>!
{
  unsafe face(string: CAddressBook.ABMultiValueCopyLabelAtIndex(multiValue, index))
}

/// Index or -1.
@discardableResult
public func ABMultiValueGetIndexForIdentifier(
  _ multiValue: ABMultiValue!, _ identifier: ABMultiValueIdentifier
) -> CFIndex {
  CAddressBook.ABMultiValueGetIndexForIdentifier(multiValue, identifier)
}

/// Identifier; out of range -1.
@discardableResult
public func ABMultiValueGetIdentifierAtIndex(_ multiValue: ABMultiValue!, _ index: CFIndex)
  -> ABMultiValueIdentifier
{
  CAddressBook.ABMultiValueGetIdentifierAtIndex(multiValue, index)
}

/// First CFEqual match or -1.
@discardableResult
public func ABMultiValueGetFirstIndexOfValue(_ multiValue: ABMultiValue!, _ value: CFTypeRef!)
  -> CFIndex
{
  CAddressBook.ABMultiValueGetFirstIndexOfValue(multiValue, value)
}

/// Empty multi-value; accepts Foo and MultiFoo types; type 0 gives NULL.
@discardableResult
public func ABMultiValueCreateMutable(_ type: ABPropertyType) -> Unmanaged<ABMutableMultiValue>! {
  unsafe CAddressBook.ABMultiValueCreateMutable(type)
}

/// Deep copy; identifiers preserved.
@discardableResult
public func ABMultiValueCreateMutableCopy(_ multiValue: ABMultiValue!) -> Unmanaged<
  ABMutableMultiValue
>! {
  unsafe CAddressBook.ABMultiValueCreateMutableCopy(multiValue)
}

/// Appends; fresh identifier = highest so far + 1 (first is 0); NULL value fails; NULL label and
/// NULL out pointer allowed; immutable target fails.
@discardableResult
public func ABMultiValueAddValueAndLabel(
  _ multiValue: ABMutableMultiValue!, _ value: CFTypeRef!, _ label: CFString!,
  _ outIdentifier: UnsafeMutablePointer<ABMultiValueIdentifier>!
) -> Bool {
  unsafe CAddressBook.ABMultiValueAddValueAndLabel(multiValue, value, core(label), outIdentifier)
}

/// As Add at a position; index == count appends; beyond fails.
@discardableResult
public func ABMultiValueInsertValueAndLabelAtIndex(
  _ multiValue: ABMutableMultiValue!, _ value: CFTypeRef!, _ label: CFString!, _ index: CFIndex,
  _ outIdentifier: UnsafeMutablePointer<ABMultiValueIdentifier>!
) -> Bool {
  unsafe CAddressBook.ABMultiValueInsertValueAndLabelAtIndex(
    multiValue, value, core(label), index, outIdentifier)
}

/// Removes one entry; other identifiers unchanged.
@discardableResult
public func ABMultiValueRemoveValueAndLabelAtIndex(
  _ multiValue: ABMutableMultiValue!, _ index: CFIndex
) -> Bool {
  CAddressBook.ABMultiValueRemoveValueAndLabelAtIndex(multiValue, index)
}

/// Changes value, keeps label and identifier.
@discardableResult
public func ABMultiValueReplaceValueAtIndex(
  _ multiValue: ABMutableMultiValue!, _ value: CFTypeRef!, _ index: CFIndex
) -> Bool {
  CAddressBook.ABMultiValueReplaceValueAtIndex(multiValue, value, index)
}

/// Changes label, keeps value and identifier.
@discardableResult
public func ABMultiValueReplaceLabelAtIndex(
  _ multiValue: ABMutableMultiValue!, _ label: CFString!, _ index: CFIndex
) -> Bool {
  CAddressBook.ABMultiValueReplaceLabelAtIndex(multiValue, core(label), index)
}
