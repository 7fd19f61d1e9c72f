internal import ContactLog
internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABPerson.h>: people themselves. Finding them is in ABPerson+Finding.

@_cdecl("ABPersonCreate")
public func abPersonCreate() -> Unmanaged<AnyObject>? {
  unsafe retained(RecordObject(.person))
}

@_cdecl("ABPersonCreateInSource")
public func abPersonCreateInSource(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { RecordObject.created(.person, in: object) })
}

@_cdecl("ABPersonCopySource")
public func abPersonCopySource(_ object: AnyObject?) -> Unmanaged<AnyObject>? {
  unsafe retained(locked { person(object)?.sourceObject })
}

@_cdecl("ABPersonCopyArrayOfAllLinkedPeople")
public func abPersonCopyArrayOfAllLinkedPeople(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  unsafe copied(
    records: locked { person(object).map { $0.book?.linked(with: $0) ?? [$0] } })
}

@_cdecl("ABPersonGetTypeOfProperty")
public func abPersonGetTypeOfProperty(_ property: Int32) -> UInt32 {
  APIProperty.find(property, .person)?.type ?? 0
}

@_cdecl("ABPersonCopyLocalizedPropertyName")
public func abPersonCopyLocalizedPropertyName(_ property: Int32) -> Unmanaged<CFString>? {
  unsafe copied(text: Localization.current.name(property) ?? "UNKNOWN_PROPERTY")
}

@_cdecl("ABPersonGetSortOrdering")
public func abPersonGetSortOrdering() -> UInt32 {
  locked { NameSorting.preferred == .firstName ? 0 : 1 }
}

@_cdecl("ABPersonGetCompositeNameFormat")
public func abPersonGetCompositeNameFormat() -> UInt32 {
  locked { NameSorting.preferences(of: nil).lastNameFirst ? 1 : 0 }
}

@_cdecl("ABPersonGetCompositeNameFormatForRecord")
public func abPersonGetCompositeNameFormatForRecord(_ object: AnyObject?) -> UInt32 {
  locked {
    person(object)?.isLastNameFirst ?? NameSorting.preferences(of: nil).lastNameFirst ? 1 : 0
  }
}

@_cdecl("ABPersonCopyCompositeNameDelimiterForRecord")
public func abPersonCopyCompositeNameDelimiterForRecord(
  _ object: AnyObject?
) -> Unmanaged<CFString>? {
  unsafe copied(text: locked { (person(object)?.script ?? .other).delimiter })
}

@_cdecl("ABPersonComparePeopleByName")
public func abPersonComparePeopleByName(
  _ first: AnyObject?, _ second: AnyObject?, _ ordering: UInt32
) -> CFComparisonResult {
  locked {
    guard first !== second else { return .compareEqualTo }
    // What is no person comes last.
    guard let a = person(first) else {
      return person(second) == nil ? .compareEqualTo : .compareGreaterThan
    }
    guard let b = person(second) else { return .compareLessThan }
    let order = NameOrder(ordering)
    let (x, y) = (NameSorting.key(of: a, order), NameSorting.key(of: b, order))
    if x == y { return .compareEqualTo }
    return x.lexicographicallyPrecedes(y) ? .compareLessThan : .compareGreaterThan
  }
}
