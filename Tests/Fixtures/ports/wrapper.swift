// swift-format-ignore-file: NeverForceUnwrap
// A wrapper as programs for iOS had them: classes over records, generic reading of properties, entries of
// multi-values by identifier. Below it what such programs do with it, checked. Written for this test.
import AddressBook
import Foundation

final class Entry<Value> {
  let value: Value
  let label: String?
  let id: ABMultiValueIdentifier

  init(value: Value, label: String?, id: ABMultiValueIdentifier = kABMultiValueInvalidIdentifier) {
    self.value = value
    self.label = label
    self.id = id
  }
}

class Wrapped: Hashable {
  let ref: ABRecord

  init(ref: ABRecord) { self.ref = ref }

  static func == (a: Wrapped, b: Wrapped) -> Bool { a.ref === b.ref }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(ref)) }

  var id: ABRecordID { ABRecordGetRecordID(ref) }
  var kind: Int { Int(ABRecordGetRecordType(ref)) }
  var compositeName: String? { ABRecordCopyCompositeName(ref)?.takeRetainedValue() as String? }

  func value<T>(_ property: ABPropertyID) -> T? {
    ABRecordCopyValue(ref, property)?.takeRetainedValue() as? T
  }

  @discardableResult func set(_ property: ABPropertyID, _ value: AnyObject?) -> NSError? {
    var error: Unmanaged<CFError>? = nil
    if value == nil {
      return ABRecordRemoveValue(ref, property, &error)
        ? nil : error?.takeRetainedValue() as NSError?
    }
    return ABRecordSetValue(ref, property, value, &error)
      ? nil : error!.takeRetainedValue() as NSError
  }

  func entries<T>(_ property: ABPropertyID) -> [Entry<T>]? {
    guard let list: ABMultiValue = value(property) else { return nil }
    var entries: [Entry<T>] = []
    for index in 0..<ABMultiValueGetCount(list) {
      guard let value = ABMultiValueCopyValueAtIndex(list, index)?.takeRetainedValue() as? T else {
        continue
      }
      entries.append(
        Entry(
          value: value,
          label: ABMultiValueCopyLabelAtIndex(list, index)?.takeRetainedValue() as String?,
          id: ABMultiValueGetIdentifierAtIndex(list, index)))
    }
    return entries
  }

  /// Replaces what is known by its identifier, removes the rest, adds what is new.
  func set<T>(_ property: ABPropertyID, entries: [Entry<T>]) {
    var copy: ABMutableMultiValue?
    if let known: ABMultiValue = value(property) {
      copy = ABMultiValueCreateMutableCopy(known)?.takeRetainedValue()
    }
    let list: ABMutableMultiValue =
      copy ?? ABMultiValueCreateMutable(ABPersonGetTypeOfProperty(property)).takeRetainedValue()
    let kept = Set(entries.map(\.id))
    for index in (0..<ABMultiValueGetCount(list)).reversed()
    where !kept.contains(ABMultiValueGetIdentifierAtIndex(list, index)) {
      ABMultiValueRemoveValueAndLabelAtIndex(list, index)
    }
    for entry in entries {
      let index = ABMultiValueGetIndexForIdentifier(list, entry.id)
      if index == -1 {
        var id: ABMultiValueIdentifier = 0
        ABMultiValueAddValueAndLabel(list, entry.value as AnyObject, entry.label as CFString?, &id)
      } else {
        ABMultiValueReplaceValueAtIndex(list, entry.value as AnyObject, index)
        ABMultiValueReplaceLabelAtIndex(list, entry.label as CFString?, index)
      }
    }
    set(property, list)
  }
}

final class Person: Wrapped {
  convenience init() { self.init(ref: ABPersonCreate().takeRetainedValue()) }

  var firstName: String? {
    get { value(kABPersonFirstNameProperty) }
    set { set(kABPersonFirstNameProperty, newValue as NSString?) }
  }
  var lastName: String? {
    get { value(kABPersonLastNameProperty) }
    set { set(kABPersonLastNameProperty, newValue as NSString?) }
  }
  var birthday: Date? {
    get { value(kABPersonBirthdayProperty) }
    set { set(kABPersonBirthdayProperty, newValue as NSDate?) }
  }
  var phones: [Entry<String>]? {
    get { entries(kABPersonPhoneProperty) }
    set { set(kABPersonPhoneProperty, entries: newValue ?? []) }
  }
  var addresses: [Entry<[String: String]>]? {
    get { entries(kABPersonAddressProperty) }
    set { set(kABPersonAddressProperty, entries: newValue ?? []) }
  }
  var image: Data? {
    get { ABPersonCopyImageData(ref)?.takeRetainedValue() as Data? }
    set {
      if let newValue {
        ABPersonSetImageData(ref, newValue as CFData, nil)
      } else {
        ABPersonRemoveImageData(ref, nil)
      }
    }
  }
  var linked: [Person] {
    let all = ABPersonCopyArrayOfAllLinkedPeople(ref)?.takeRetainedValue() as? [ABRecord] ?? []
    return all.map(Person.init(ref:))
  }

  static func people(card: Data) -> [Person] {
    let made = ABPersonCreatePeopleInSourceWithVCardRepresentation(nil, card as CFData)
    let records = made?.takeRetainedValue() as [AnyObject]? ?? []
    return records.map(Person.init(ref:))
  }
}

final class Group: Wrapped {
  convenience init(name: String) {
    self.init(ref: ABGroupCreate().takeRetainedValue())
    set(kABGroupNameProperty, name as NSString)
  }

  var name: String? { value(kABGroupNameProperty) }
  var members: [Person] {
    guard let all = ABGroupCopyArrayOfAllMembers(ref)?.takeRetainedValue() else { return [] }
    return (all as NSArray).map { Person(ref: $0 as ABRecord) }
  }
  func add(_ person: Person) throws {
    var error: Unmanaged<CFError>?
    guard ABGroupAddMember(ref, person.ref, &error) else { throw error!.takeRetainedValue() }
  }
}

final class Contacts {
  let ref: ABAddressBook

  init(_ options: [String: Any]) throws {
    var error: Unmanaged<CFError>?
    guard let book = ABAddressBookCreateWithOptions(options as CFDictionary, &error) else {
      throw error!.takeRetainedValue()
    }
    ref = book.takeRetainedValue()
  }

  var people: [Person] {
    let all: NSArray = ABAddressBookCopyArrayOfAllPeople(ref).takeRetainedValue()
    return (all as [AnyObject]).map(Person.init(ref:))
  }
  var groups: [Group] {
    let all = ABAddressBookCopyArrayOfAllGroups(ref)?.takeRetainedValue() as? [ABRecord]
    return all?.map(Group.init(ref:)) ?? []
  }
  func people(named name: String) -> [Person] {
    (ABAddressBookCopyPeopleWithName(ref, name as CFString).takeRetainedValue() as [AnyObject])
      .map(Person.init(ref:))
  }
  func person(_ id: ABRecordID) -> Person? {
    guard let found = ABAddressBookGetPersonWithRecordID(ref, id)?.takeUnretainedValue() else {
      return nil
    }
    return Person(ref: found)
  }
  func add(_ record: Wrapped) throws {
    var error: Unmanaged<CFError>?
    guard ABAddressBookAddRecord(ref, record.ref, &error) else { throw error!.takeRetainedValue() }
  }
  func remove(_ record: Wrapped) { ABAddressBookRemoveRecord(ref, record.ref, nil) }
  func save() throws {
    var error: Unmanaged<CFError>?
    guard ABAddressBookSave(ref, &error) else { throw error!.takeRetainedValue() }
  }
}

// MARK: - What programs do with it

nonisolated(unsafe) var failures = 0
func check(_ holds: Bool, _ what: String, line: Int = #line) {
  if holds { return }
  print("line \(line): \(what)")
  failures += 1
}

func editing(_ book: Contacts) throws {
  let person = Person()
  check(person.id == kABRecordInvalidID, "no id before the save")
  check(person.kind == kABPersonType, "a person")
  check(person.firstName == nil && person.phones?.isEmpty ?? true, "a new person is empty")
  person.firstName = "Ada"
  person.lastName = "Byron"
  person.phones = [
    Entry(value: "(555) 564-8583", label: kABPersonPhoneMobileLabel as String?),
    Entry(value: "5551001001", label: kABHomeLabel as String?), Entry(value: "7", label: nil),
  ]
  let street = kABPersonAddressStreetKey as String? ?? ""
  person.addresses = [Entry(value: [street: "1 Way", "City": "Town"], label: "iCloud")]
  person.birthday = Date(timeIntervalSince1970: 12 * 3600)
  check(!ABAddressBookHasUnsavedChanges(book.ref), "nothing in the book yet")
  try book.add(person)
  check(ABAddressBookHasUnsavedChanges(book.ref), "an added person")
  check(book.people.isEmpty, "not listed before the save")
  try book.save()
  check(person.id > 0 && book.person(person.id)?.ref === person.ref, "the same record")
  check(person.compositeName == "Ada Byron", "a name")
  check(person.phones?.map(\.value) == ["(555) 564-8583", "5551001001", "7"], "phones as set")
  check(person.phones?.map(\.id) == [0, 1, 2], "identifiers")
  check(person.phones?.last?.label == nil, "no label")
  check(person.addresses?.first?.value == [street: "1 Way", "City": "Town"], "an equal dictionary")
  check(person.birthday == Date(timeIntervalSince1970: 12 * 3600), "a birthday")

  // Edit one entry, drop one, add one: identifiers tell which is which.
  var phones = person.phones ?? []
  phones[1] = Entry(value: "new", label: "free text", id: phones[1].id)
  phones.remove(at: 0)
  phones.append(Entry(value: "last", label: kABWorkLabel as String?))
  person.phones = phones
  try book.save()
  check(person.phones?.map(\.id) == [1, 2, 3], "kept and fresh identifiers")
  check(person.phones?.map(\.value) == ["new", "7", "last"], "values")
  check(person.phones?.first?.label == "free text", "a label as it was given")
  let word = ABAddressBookCopyLocalizedLabel(kABWorkLabel)?.takeRetainedValue() as String?
  check(word == "work", "a word for a label")

  for _ in 0..<3000 {
    let list = ABMultiValueCreateMutableCopy(
      ABRecordCopyValue(person.ref, kABPersonPhoneProperty).takeRetainedValue()
    ).takeRetainedValue()
    ABMultiValueAddValueAndLabel(list, "x" as CFString, kABOtherLabel, nil)
    ABMultiValueRemoveValueAndLabelAtIndex(list, 0)
    ABRecordSetValue(person.ref, kABPersonPhoneProperty, list, nil)
  }
  check(person.phones?.map(\.id) == [3001, 3002, 3003], "thousands of edits")
  ABAddressBookRevert(book.ref)
  check(person.phones?.map(\.id) == [1, 2, 3], "taken back")
}

func collections(_ book: Contacts) throws {
  for name in ["Zoe", "álvaro", "Bob", "Ada"] {
    let person = Person()
    person.lastName = name
    try book.add(person)
  }
  try book.save()
  let people = book.people
  check(people.count == 5, "all people")
  // As keys of a dictionary and members of a set.
  var marks: [AnyHashable: Int] = [:]
  for person in people { marks[person.ref as! AnyHashable] = Int(person.id) }
  check(people.allSatisfy { marks[$0.ref as! AnyHashable] == Int($0.id) }, "records as keys")
  let set = NSMutableSet(array: people.map(\.ref))
  book.people.forEach { set.add($0.ref) }
  check(set.count == 5, "the same records again")
  let keyed = NSMutableDictionary()
  for person in people { keyed[ObjectIdentifier(person.ref)] = person.compositeName }
  check(keyed.count == 5, "names by record")
  // Sorted by the function itself.
  let ordering = ABPersonSortOrdering(kABPersonSortByLastName)
  let sorted = people.sorted {
    ABPersonComparePeopleByName($0.ref, $1.ref, ordering) == .compareLessThan
  }
  let names = sorted.compactMap(\.lastName)
  check(names == ["Ada", "álvaro", "Bob", "Byron", "Zoe"], "sorted: \(names)")
  let asked =
    ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(book.ref, nil, ordering)
    .takeRetainedValue() as [AnyObject]
  check(zip(asked, sorted).allSatisfy { $0 === $1.ref } && asked.count == 5, "the same order")
  check(book.people(named: "ALV").map(\.lastName) == ["álvaro"], "any case, any accents")
  check(book.people(named: "nobody").isEmpty, "none found")
}

func groups(_ book: Contacts) throws {
  let group = Group(name: "Friends")
  let person = Person()
  person.firstName = "Eve"
  try book.add(group)
  try book.add(person)
  do {
    try group.add(person)
    check(false, "an unsaved member")
  } catch let error as NSError {
    check(error.domain == ABAddressBookErrorDomain as String?, "the domain")
    check(error.code == kABOperationNotPermittedByStoreError, "the code")
  }
  try book.save()
  try group.add(person)
  check(ABAddressBookHasUnsavedChanges(book.ref), "a membership is a change")
  try book.save()
  check(book.groups.first?.members == [person], "a member")
  check(book.groups.map(\.name) == ["Friends"], "a group")
  book.remove(person)
  check(group.members.isEmpty && book.person(person.id) == nil, "gone before the save")
  try book.save()
  check(ABGroupCopyArrayOfAllMembers(group.ref) == nil, "no members: NULL")
  check(person.linked == [person], "linked with nobody else")
}

func cards(_ book: Contacts) throws {
  let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nTEL;type=CELL:1\r\nEND:VCARD\r\n"
  let people = Person.people(card: Data(text.utf8))
  check(people.count == 1 && people.first?.lastName == "Lovelace", "a person from a card")
  check(people.first?.phones?.first?.label == kABPersonPhoneMobileLabel as String?, "a mobile")
  let refs = people.map(\.ref) as CFArray
  let card = ABPersonCreateVCardRepresentationWithPeople(refs).takeRetainedValue() as Data
  check(String(decoding: card, as: UTF8.self).contains("N:Lovelace;Ada;;;\r\n"), "a card again")
  check(Person.people(card: Data("no card".utf8)).isEmpty, "no card")
  let person = people[0]
  let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )!
  person.image = png
  check(person.image == png && ABPersonHasImageData(person.ref), "an image")
  person.image = nil
  check(!ABPersonHasImageData(person.ref), "no image")
}

let folder = CommandLine.arguments[1]
do {
  let book = try Contacts(["CLStoreFolder": folder, "CLCreate": true, "CLAuthor": "ada"])
  try editing(book)
  try collections(book)
  try groups(book)
  try cards(book)
} catch {
  print("\(error)")
  failures += 1
}
print(failures == 0 ? "all well" : "\(failures) failures")
