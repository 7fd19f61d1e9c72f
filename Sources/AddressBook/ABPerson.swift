public import CAddressBook
public import CoreFoundation
public import Foundation

// <AddressBook/ABPerson.h>

/// New unsaved person, ID -1.
@discardableResult
public func ABPersonCreate() -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABPersonCreate()
}

/// New unsaved person bound to source; NULL source = default.
@discardableResult
public func ABPersonCreateInSource(_ source: ABRecord!) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABPersonCreateInSource(source)
}

/// Source of the person.
@discardableResult
public func ABPersonCopySource(_ person: ABRecord!) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABPersonCopySource(person)
}

/// People unified with this one, itself included; [self] when unlinked.
@discardableResult
public func ABPersonCopyArrayOfAllLinkedPeople(_ person: ABRecord!) -> Unmanaged<CFArray>! {
  unsafe face(array: CAddressBook.ABPersonCopyArrayOfAllLinkedPeople(person))
}

/// Type of a person property; 0 for unknown.
@discardableResult
public func ABPersonGetTypeOfProperty(_ property: ABPropertyID) -> ABPropertyType {
  CAddressBook.ABPersonGetTypeOfProperty(property)
}

/// Display name of property; unknown gives the token UNKNOWN_PROPERTY.
@discardableResult
public func ABPersonCopyLocalizedPropertyName(_ property: ABPropertyID) -> Unmanaged<CFString>! {
  unsafe face(string: CAddressBook.ABPersonCopyLocalizedPropertyName(property))
}

/// User preference; default by last name.
@discardableResult
public func ABPersonGetSortOrdering() -> ABPersonSortOrdering {
  CAddressBook.ABPersonGetSortOrdering()
}

/// User preference; default first name first (locale dependent).
@discardableResult
public func ABPersonGetCompositeNameFormat() -> ABPersonCompositeNameFormat {
  CAddressBook.ABPersonGetCompositeNameFormat()
}

/// Format for this record by its script; NULL = user preference.
@discardableResult
public func ABPersonGetCompositeNameFormatForRecord(_ record: ABRecord!)
  -> ABPersonCompositeNameFormat
{
  CAddressBook.ABPersonGetCompositeNameFormatForRecord(record)
}

/// Joiner for this record: space, empty (CJK) or U+30FB (Katakana); NULL = space.
@discardableResult
public func ABPersonCopyCompositeNameDelimiterForRecord(_ record: ABRecord!) -> Unmanaged<CFString>!
{
  unsafe face(string: CAddressBook.ABPersonCopyCompositeNameDelimiterForRecord(record))
}

/// Stores image bytes; pending until Save; NULL removes.
@discardableResult
public func ABPersonSetImageData(
  _ person: ABRecord!, _ imageData: CFData!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABPersonSetImageData(person, core(imageData), $0) }
}

/// Original bytes or NULL.
@discardableResult
public func ABPersonCopyImageData(_ person: ABRecord!) -> Unmanaged<CFData>! {
  unsafe face(data: CAddressBook.ABPersonCopyImageData(person))
}

/// Bytes of the variant or NULL.
@discardableResult
public func ABPersonCopyImageDataWithFormat(_ person: ABRecord!, _ format: ABPersonImageFormat)
  -> Unmanaged<CFData>!
{
  unsafe face(data: CAddressBook.ABPersonCopyImageDataWithFormat(person, format))
}

/// True when any variant present.
@discardableResult
public func ABPersonHasImageData(_ person: ABRecord!) -> Bool {
  CAddressBook.ABPersonHasImageData(person)
}

/// Removes every variant; true when none.
@discardableResult
public func ABPersonRemoveImageData(
  _ person: ABRecord!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool {
  unsafe reporting(error) { unsafe CAddressBook.ABPersonRemoveImageData(person, $0) }
}

/// Locale collation of sort names; usable as CFComparatorFunction.
@discardableResult
public func ABPersonComparePeopleByName(
  _ person1: ABRecord!, _ person2: ABRecord!, _ ordering: ABPersonSortOrdering
) -> CFComparisonResult {
  CAddressBook.ABPersonComparePeopleByName(person1, person2, ordering)
}

/// Saved persons minus pending removals.
@discardableResult
public func ABAddressBookGetPersonCount(_ addressBook: ABAddressBook!) -> CFIndex {
  CAddressBook.ABAddressBookGetPersonCount(addressBook)
}

/// Unretained person or NULL (unknown, removed, -1).
@discardableResult
public func ABAddressBookGetPersonWithRecordID(
  _ addressBook: ABAddressBook!, _ recordID: ABRecordID
) -> Unmanaged<ABRecord>! {
  unsafe CAddressBook.ABAddressBookGetPersonWithRecordID(addressBook, recordID)
}

/// All saved persons, unsorted.
@discardableResult
public func ABAddressBookCopyArrayOfAllPeople(_ addressBook: ABAddressBook!) -> Unmanaged<CFArray>!
{
  unsafe face(array: CAddressBook.ABAddressBookCopyArrayOfAllPeople(addressBook))
}

/// Persons of one source (NULL = all).
@discardableResult
public func ABAddressBookCopyArrayOfAllPeopleInSource(
  _ addressBook: ABAddressBook!, _ source: ABRecord!
) -> Unmanaged<CFArray>! {
  unsafe face(array: CAddressBook.ABAddressBookCopyArrayOfAllPeopleInSource(addressBook, source))
}

/// As above, sorted.
@discardableResult
public func ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
  _ addressBook: ABAddressBook!, _ source: ABRecord!, _ sortOrdering: ABPersonSortOrdering
) -> Unmanaged<CFArray>! {
  unsafe face(
    array: CAddressBook.ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
      addressBook, source, sortOrdering))
}

/// Word-prefix search on the names, case/diacritic-insensitive; empty array when none.
@discardableResult
public func ABAddressBookCopyPeopleWithName(_ addressBook: ABAddressBook!, _ name: CFString!)
  -> Unmanaged<CFArray>!
{
  unsafe face(array: CAddressBook.ABAddressBookCopyPeopleWithName(addressBook, core(name)))
}

/// One unsaved, un-added person per card in the data.
@discardableResult
public func ABPersonCreatePeopleInSourceWithVCardRepresentation(
  _ source: ABRecord!, _ vCardData: CFData!
) -> Unmanaged<CFArray>! {
  unsafe face(
    array: CAddressBook.ABPersonCreatePeopleInSourceWithVCardRepresentation(source, core(vCardData))
  )
}

/// VCard 3.0 text, UTF-8, one card per person; unsaved persons allowed.
@discardableResult
public func ABPersonCreateVCardRepresentationWithPeople(_ people: CFArray!) -> Unmanaged<CFData>! {
  unsafe face(data: CAddressBook.ABPersonCreateVCardRepresentationWithPeople(core(people)))
}
