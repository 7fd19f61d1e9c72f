public import CAddressBook
public import CoreFoundation
@_exported public import Foundation

// The types of the headers. CoreFoundation's names stand for Foundation's classes, so that code written
// for iOS compiles: `array as NSArray`, `value as? String`, `"text" as CFString`.

/// A text.
public typealias CFString = NSString
/// A list.
public typealias CFArray = NSArray
/// Values by key.
public typealias CFDictionary = NSDictionary
/// Bytes.
public typealias CFData = NSData
/// A number.
public typealias CFNumber = NSNumber
/// A point in time.
public typealias CFDate = NSDate
/// An error.
public typealias CFError = NSError
/// Any object.
public typealias CFTypeRef = AnyObject
/// A count or an index.
public typealias CFIndex = Int
/// Which of two comes first.
public typealias CFComparisonResult = CoreFoundation.CFComparisonResult

/// A view of the store, with changes that are not saved yet.
public typealias ABAddressBook = AnyObject
/// A person, a group or a source.
public typealias ABRecord = AnyObject
/// A list of values, each with a label and an identifier.
public typealias ABMultiValue = AnyObject
/// One that can be edited.
public typealias ABMutableMultiValue = AnyObject
/// The name of ``ABAddressBook`` in Swift 2.
public typealias ABAddressBookRef = ABAddressBook
/// The name of ``ABRecord`` in Swift 2.
public typealias ABRecordRef = ABRecord
/// The name of ``ABMultiValue`` in Swift 2.
public typealias ABMultiValueRef = ABMultiValue
/// The name of ``ABMutableMultiValue`` in Swift 2.
public typealias ABMutableMultiValueRef = ABMutableMultiValue

/// Names a saved record; one number space for each type of record.
public typealias ABRecordID = Int32
/// Names a property; the numbers of different types of record overlap.
public typealias ABPropertyID = Int32
/// `kABPersonType`, `kABGroupType` or `kABSourceType`.
public typealias ABRecordType = UInt32
/// What a property holds.
public typealias ABPropertyType = UInt32
/// Names an entry within its multi-value.
public typealias ABMultiValueIdentifier = Int32
/// By which name people are sorted.
public typealias ABPersonSortOrdering = UInt32
/// Which name is shown first.
public typealias ABPersonCompositeNameFormat = UInt32
/// What a source stands for.
public typealias ABSourceType = Int32
/// Which image of a person.
public typealias ABPersonImageFormat = CAddressBook.ABPersonImageFormat
/// What this program may do with the user's store.
public typealias ABAuthorizationStatus = CAddressBook.ABAuthorizationStatus

/// Called once with the decision about access, on any queue.
public typealias ABAddressBookRequestAccessCompletionHandler = (Bool, CFError?) -> Void
/// Called on the run loop of the registering thread after others have saved.
///
/// A Swift closure: a C function cannot take Foundation's dictionary.
public typealias ABExternalChangeCallback = (
  ABAddressBook?, CFDictionary?, UnsafeMutableRawPointer?
) -> Void
