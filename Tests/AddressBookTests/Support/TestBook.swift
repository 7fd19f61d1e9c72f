import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

/// A book of the running test's store, through the C functions.
final class TestBook {
  let book: AnyObject

  init(author: String = "ada", program: String = "test") throws {
    var options: [AnyHashable: Any] = [:]
    for (key, value) in [
      ("CLStoreFolder", TemporaryDirectory.path + "/store"), ("CLAuthor", author),
      ("CLProgram", program),
    ] { options[key] = value }
    options["CLCreate"] = true
    let made = ABAddressBookCreateWithOptions(core(NSDictionary(dictionary: options)), nil)
    book = try #require(made).takeRetainedValue()
  }

  @discardableResult func add(_ record: AnyObject) -> Bool {
    ABAddressBookAddRecord(book, record, nil)
  }

  @discardableResult func remove(_ record: AnyObject) -> Bool {
    ABAddressBookRemoveRecord(book, record, nil)
  }

  @discardableResult func save() -> Bool { ABAddressBookSave(book, nil) }

  /// A saved person.
  @discardableResult func person(_ first: String? = nil, _ last: String? = nil) -> AnyObject {
    let person = newPerson(first, last)
    add(person)
    save()
    return person
  }

  /// A saved group.
  func group(_ name: String?) -> AnyObject {
    let group = made(ABGroupCreate())
    if let name { set(group, kABGroupNameProperty, name) }
    add(group)
    save()
    return group
  }

  var isChanged: Bool { ABAddressBookHasUnsavedChanges(book) }
  var count: Int { ABAddressBookGetPersonCount(book) }
  var people: [AnyObject] { array(ABAddressBookCopyArrayOfAllPeople(book)) ?? [] }
  func people(named name: String) -> [AnyObject] {
    array(ABAddressBookCopyPeopleWithName(book, cf(name))) ?? []
  }
  func find(_ id: Int32) -> AnyObject? {
    ABAddressBookGetPersonWithRecordID(book, id)?.takeUnretainedValue()
  }
  func members(_ group: AnyObject) -> [AnyObject]? { array(ABGroupCopyArrayOfAllMembers(group)) }
}

func newPerson(_ first: String? = nil, _ last: String? = nil) -> AnyObject {
  let person = made(ABPersonCreate())
  if let first { set(person, kABPersonFirstNameProperty, first) }
  if let last { set(person, kABPersonLastNameProperty, last) }
  return person
}

@discardableResult
func set(_ record: AnyObject?, _ property: Int32, _ value: String?) -> Bool {
  ABRecordSetValue(record, property, value.map { cf($0) }, nil)
}

@discardableResult
func set(_ record: AnyObject?, _ property: Int32, object: AnyObject?) -> Bool {
  ABRecordSetValue(record, property, object, nil)
}

func get(_ record: AnyObject?, _ property: Int32) -> AnyObject? {
  ABRecordCopyValue(record, property)?.takeRetainedValue()
}

func text(_ record: AnyObject?, _ property: Int32) -> String? {
  get(record, property) as? String
}

func id(_ record: AnyObject?) -> Int32 { ABRecordGetRecordID(record) }

func compositeName(_ record: AnyObject?) -> String? {
  ABRecordCopyCompositeName(record)?.takeRetainedValue() as AnyObject as? String
}

/// A CFString made by CoreFoundation.
func cf(_ text: String) -> CFString {
  let bytes = Array(text.utf8)
  return CFStringCreateWithBytes(
    kCFAllocatorDefault, bytes, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
}

func core(_ dictionary: NSDictionary) -> CFDictionary {
  unsafeBitCast(dictionary, to: CFDictionary.self)
}

func core(_ data: Data) -> CFData { unsafeBitCast(NSData(data: data), to: CFData.self) }

func array(_ result: Unmanaged<CFArray>?) -> [AnyObject]? {
  result.map { unsafeBitCast($0.takeRetainedValue(), to: NSArray.self).map { $0 as AnyObject } }
}

func data(_ result: Unmanaged<CFData>?) -> Data? {
  result.map { Data(referencing: unsafeBitCast($0.takeRetainedValue(), to: NSData.self)) }
}

/// An editable multi-value.
func list(
  _ entries: [(value: AnyObject, label: String?)], type: Int = kABMultiStringPropertyType
) -> AnyObject {
  let list = made(ABMultiValueCreateMutable(ABPropertyType(type)))
  for (value, label) in entries {
    ABMultiValueAddValueAndLabel(list, value, label.map { cf($0) }, nil)
  }
  return list
}

func list(_ texts: [String]) -> AnyObject { list(texts.map { (cf($0), nil) }) }

/// Values, labels and identifiers of a multi-value of texts.
func entries(_ list: AnyObject?) -> [(value: String?, label: String?, id: Int32)] {
  (0..<ABMultiValueGetCount(list)).map {
    (
      ABMultiValueCopyValueAtIndex(list, $0)?.takeRetainedValue() as? String,
      ABMultiValueCopyLabelAtIndex(list, $0)?.takeRetainedValue() as AnyObject as? String,
      ABMultiValueGetIdentifierAtIndex(list, $0)
    )
  }
}

func values(_ list: AnyObject?) -> [String?] { entries(list).map(\.value) }
func ids(_ list: AnyObject?) -> [Int32] { entries(list).map(\.id) }

/// What a function puts into its error: domain and code.
func errorCode(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) -> (Bool, Int?) {
  var error: Unmanaged<CFError>?
  let result = body(&error)
  guard let made = error?.takeRetainedValue() else { return (result, nil) }
  #expect(CFErrorGetDomain(made) as AnyObject as? String == "ABAddressBookErrorDomain")
  return (result, CFErrorGetCode(made))
}

/// Whether two references are one object.
///
/// A function of our own: the compiler crashes on `===` inside a test's expectation.
func same(_ a: AnyObject?, _ b: AnyObject?) -> Bool { a === b }

/// What a Create function made; a stand-in where it made nothing, so that the test fails and goes on.
func made(_ result: Unmanaged<AnyObject>?) -> AnyObject {
  guard let result else {
    Issue.record("nothing was made")
    return NSObject()
  }
  return result.takeRetainedValue()
}
