// Multi-values: labelled values of one property. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ABMULTIVALUE_H
#define ADDRESSBOOK_ABMULTIVALUE_H

#include <AddressBook/ABRecord.h>

/// A list of values, each with a label and an identifier.
typedef CFTypeRef ABMultiValueRef;
/// One that can be edited.
typedef CFTypeRef ABMutableMultiValueRef;
/// Names an entry within its multi-value.
typedef int32_t ABMultiValueIdentifier;

/// No entry.
#define kABMultiValueInvalidIdentifier -1

/// Single-value type of the entries; docs: kABInvalidPropertyType when empty or mixed; real:
/// declared type minus the mask
AB_EXTERN ABPropertyType ABMultiValueGetPropertyType(ABMultiValueRef multiValue);

/// Entries; 0 for NULL
AB_EXTERN CFIndex ABMultiValueGetCount(ABMultiValueRef multiValue);

/// +1 value; out of range: documented exception, in practice NULL
AB_EXTERN CFTypeRef ABMultiValueCopyValueAtIndex(ABMultiValueRef multiValue, CFIndex index);

/// Values in order; NULL when empty
AB_EXTERN CFArrayRef ABMultiValueCopyArrayOfAllValues(ABMultiValueRef multiValue);

/// +1 raw label token (not localised); NULL when the entry has none
AB_EXTERN CFStringRef ABMultiValueCopyLabelAtIndex(ABMultiValueRef multiValue, CFIndex index);

/// Index or -1
AB_EXTERN CFIndex ABMultiValueGetIndexForIdentifier(
    ABMultiValueRef multiValue, ABMultiValueIdentifier identifier);

/// Identifier; out of range -1
AB_EXTERN ABMultiValueIdentifier ABMultiValueGetIdentifierAtIndex(ABMultiValueRef multiValue, CFIndex index);

/// First CFEqual match or -1
AB_EXTERN CFIndex ABMultiValueGetFirstIndexOfValue(ABMultiValueRef multiValue, CFTypeRef value);

/// Empty multi-value; accepts Foo and MultiFoo types; type 0 gives NULL
AB_EXTERN ABMutableMultiValueRef ABMultiValueCreateMutable(ABPropertyType type);

/// Deep copy; identifiers preserved
AB_EXTERN ABMutableMultiValueRef ABMultiValueCreateMutableCopy(ABMultiValueRef multiValue);

/// Appends; fresh identifier = highest so far + 1 (first is 0); NULL value fails; NULL label and
/// NULL out pointer allowed; immutable target fails
AB_EXTERN bool ABMultiValueAddValueAndLabel(
    ABMutableMultiValueRef multiValue, CFTypeRef value, CFStringRef label,
    ABMultiValueIdentifier *outIdentifier);

/// As Add at a position; index == count appends; beyond fails
AB_EXTERN bool ABMultiValueInsertValueAndLabelAtIndex(
    ABMutableMultiValueRef multiValue, CFTypeRef value, CFStringRef label, CFIndex index,
    ABMultiValueIdentifier *outIdentifier);

/// Removes one entry; other identifiers unchanged
AB_EXTERN bool ABMultiValueRemoveValueAndLabelAtIndex(ABMutableMultiValueRef multiValue, CFIndex index);

/// Changes value, keeps label and identifier
AB_EXTERN bool ABMultiValueReplaceValueAtIndex(
    ABMutableMultiValueRef multiValue, CFTypeRef value, CFIndex index);

/// Changes label, keeps value and identifier
AB_EXTERN bool ABMultiValueReplaceLabelAtIndex(
    ABMutableMultiValueRef multiValue, CFStringRef label, CFIndex index);

#endif
