// Records and their properties. See docs/addressbook.md.
#ifndef ADDRESSBOOK_ABRECORD_H
#define ADDRESSBOOK_ABRECORD_H

#include <CoreFoundation/CoreFoundation.h>

/// A person, a group or a source.
typedef CFTypeRef ABRecordRef;
/// Names a saved record; one number space for each type of record.
typedef int32_t ABRecordID;
/// Names a property; the numbers of different types of record overlap.
typedef int32_t ABPropertyID;
/// kABPersonType, kABGroupType or kABSourceType.
typedef uint32_t ABRecordType;
/// What a property holds; with kABMultiValueMask for multi-values.
typedef uint32_t ABPropertyType;

enum {
  kABPersonType = 0,
  kABGroupType = 1,
  kABSourceType = 2,
};

/// The bit that marks the type of a multi-value property.
#define kABMultiValueMask (1 << 8)

enum {
  kABInvalidPropertyType = 0x0,
  kABStringPropertyType = 0x1,
  kABIntegerPropertyType = 0x2,
  kABRealPropertyType = 0x3,
  kABDateTimePropertyType = 0x4,
  kABDictionaryPropertyType = 0x5,
  kABMultiStringPropertyType = kABMultiValueMask | kABStringPropertyType,
  kABMultiIntegerPropertyType = kABMultiValueMask | kABIntegerPropertyType,
  kABMultiRealPropertyType = kABMultiValueMask | kABRealPropertyType,
  kABMultiDateTimePropertyType = kABMultiValueMask | kABDateTimePropertyType,
  kABMultiDictionaryPropertyType = kABMultiValueMask | kABDictionaryPropertyType,
};

/// The id of a record that was never saved.
#define kABRecordInvalidID -1
/// No property.
#define kABPropertyInvalidID -1

#if defined(__cplusplus)
#define AB_EXTERN extern "C"
#else
#define AB_EXTERN extern
#endif

/// Stable ID once saved, else kABRecordInvalidID; NULL gives -1
AB_EXTERN ABRecordID ABRecordGetRecordID(ABRecordRef record);

/// Kind of record
AB_EXTERN ABRecordType ABRecordGetRecordType(ABRecordRef record);

/// +1 copy of the value or NULL; multi-value properties come back immutable
AB_EXTERN CFTypeRef ABRecordCopyValue(ABRecordRef record, ABPropertyID property);

/// Sets in memory only; value not type-checked; NULL value clears; false on NULL record, unknown
/// property, read-only source
AB_EXTERN bool ABRecordSetValue(ABRecordRef record, ABPropertyID property, CFTypeRef value, CFErrorRef *error);

/// Clears; true even when nothing was set
AB_EXTERN bool ABRecordRemoveValue(ABRecordRef record, ABPropertyID property, CFErrorRef *error);

/// Display name (person: name parts, else organisation, else nickname; group: its name); NULL when
/// nothing
AB_EXTERN CFStringRef ABRecordCopyCompositeName(ABRecordRef record);

#endif
