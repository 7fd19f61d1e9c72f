// The usual tasks of an address book, in Swift as it was written for iOS.
//
//   addressbook create | emails NAME | group NAME | walk | observe
import AddressBook
import Foundation

/// Prints each entry of a multi-value of texts with its label.
func printEntries(_ person: ABRecord, _ property: ABPropertyID) {
  guard let entries: ABMultiValue = ABRecordCopyValue(person, property)?.takeRetainedValue() else {
    return
  }
  for index in 0..<ABMultiValueGetCount(entries) {
    let label = ABMultiValueCopyLabelAtIndex(entries, index)?.takeRetainedValue()
    let word = label.flatMap { ABAddressBookCopyLocalizedLabel($0)?.takeRetainedValue() }
    let value = ABMultiValueCopyValueAtIndex(entries, index)?.takeRetainedValue() as? String
    print("  \(word as String? ?? "(no label)"): \(value ?? "")")
  }
}

/// Creates Snidely Whiplash with a home e-mail.
func create(_ book: ABAddressBook) -> Bool {
  let person: ABRecord = ABPersonCreate().takeRetainedValue()
  ABRecordSetValue(person, kABPersonFirstNameProperty, "Snidely" as CFString, nil)
  ABRecordSetValue(person, kABPersonLastNameProperty, "Whiplash" as CFString, nil)
  let emails: ABMutableMultiValue = ABMultiValueCreateMutable(
    ABPropertyType(kABMultiStringPropertyType)
  ).takeRetainedValue()
  ABMultiValueAddValueAndLabel(emails, "snidely@example.com" as CFString, kABHomeLabel, nil)
  ABRecordSetValue(person, kABPersonEmailProperty, emails, nil)
  var error: Unmanaged<CFError>?
  guard ABAddressBookAddRecord(book, person, nil), ABAddressBookSave(book, &error) else {
    print(error?.takeRetainedValue().localizedDescription ?? "not added")
    return false
  }
  print("created person \(ABRecordGetRecordID(person))")
  return true
}

/// Finds people by name and prints their e-mails.
func emails(_ book: ABAddressBook, _ name: String) -> Bool {
  let people =
    ABAddressBookCopyPeopleWithName(book, name as CFString).takeRetainedValue() as NSArray
  for person in people as [ABRecord] {
    print(ABRecordCopyCompositeName(person)?.takeRetainedValue() as String? ?? "")
    printEntries(person, kABPersonEmailProperty)
  }
  return true
}

/// Finds a group by name, or creates it, and adds a new person to it.
func group(_ book: ABAddressBook, _ name: String) -> Bool {
  let groups = ABAddressBookCopyArrayOfAllGroups(book).takeRetainedValue() as [ABRecord]
  var group = groups.first {
    ABRecordCopyCompositeName($0)?.takeRetainedValue() as String? == name
  }
  if group == nil {
    let made: ABRecord = ABGroupCreate().takeRetainedValue()
    ABRecordSetValue(made, kABGroupNameProperty, name as CFString, nil)
    ABAddressBookAddRecord(book, made, nil)
    group = made
  }
  let person: ABRecord = ABPersonCreate().takeRetainedValue()
  ABRecordSetValue(person, kABPersonFirstNameProperty, "Dudley" as CFString, nil)
  ABAddressBookAddRecord(book, person, nil)
  // Only saved records can be put together: save, add, save again.
  guard ABAddressBookSave(book, nil), ABGroupAddMember(group, person, nil),
    ABAddressBookSave(book, nil)
  else { return false }
  let members = ABGroupCopyArrayOfAllMembers(group)?.takeRetainedValue() as NSArray?
  print("\(members?.count ?? 0) in the group")
  return true
}

/// Walks over all people with phones, addresses and images.
func walk(_ book: ABAddressBook) -> Bool {
  let people =
    ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(
      book, nil, ABPersonGetSortOrdering()
    ).takeRetainedValue() as [ABRecord]
  for person in people {
    let name = ABRecordCopyCompositeName(person)?.takeRetainedValue() as String?
    print((name ?? "(no name)") + (ABPersonHasImageData(person) ? ", with a picture" : ""))
    printEntries(person, kABPersonPhoneProperty)
    let addresses = ABRecordCopyValue(person, kABPersonAddressProperty)?.takeRetainedValue()
    for index in 0..<ABMultiValueGetCount(addresses) {
      let address =
        ABMultiValueCopyValueAtIndex(addresses, index)?.takeRetainedValue() as? NSDictionary
      print("  lives in \(address?[kABPersonAddressCityKey as String] as? String ?? "?")")
    }
  }
  return true
}

/// Waits until another process saves something.
func observe(_ book: ABAddressBook) -> Bool {
  nonisolated(unsafe) var calls = 0
  let changed: ABExternalChangeCallback = { book, _, _ in
    ABAddressBookRevert(book)
    print("now \(ABAddressBookGetPersonCount(book)) people")
    calls += 1
  }
  ABAddressBookRegisterExternalChangeCallback(book, changed, nil)
  print("observing")
  fflush(stdout)
  let end = Date().addingTimeInterval(30)
  while calls == 0, Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
  ABAddressBookUnregisterExternalChangeCallback(book, changed, nil)
  return calls > 0
}

var error: Unmanaged<CFError>?
guard let book: ABAddressBook = ABAddressBookCreateWithOptions(nil, &error)?.takeRetainedValue()
else {
  print(error?.takeRetainedValue().localizedDescription ?? "no access")
  exit(1)
}
// Makes the user's store if there is none; the answer comes on another thread.
let answered = DispatchSemaphore(value: 0)
nonisolated(unsafe) var may = false
ABAddressBookRequestAccessWithCompletion(book) { granted, _ in
  may = granted
  answered.signal()
}
answered.wait()
let words = CommandLine.arguments
let name = words.count > 2 ? words[2] : ""
let done =
  switch (may, words.count > 1 ? words[1] : "") {
  case (true, "create"): create(book)
  case (true, "emails"): emails(book, name)
  case (true, "group"): group(book, name)
  case (true, "walk"): walk(book)
  case (true, "observe"): observe(book)
  default: false
  }
exit(done ? 0 : 1)
