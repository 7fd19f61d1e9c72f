import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct ValueTests {
  @Test func `no value clears, and clearing nothing succeeds`() throws {
    let book = try TestBook()
    let person = book.person("Ada")
    #expect(set(person, kABPersonFirstNameProperty, object: nil) == true)
    #expect(text(person, kABPersonFirstNameProperty) == nil)
    #expect(ABRecordRemoveValue(person, kABPersonNoteProperty, nil) == true)
    #expect(ABRecordRemoveValue(person, kABPersonPhoneProperty, nil) == true)
    book.save()
    #expect(try TestBook().find(1).map { text($0, kABPersonFirstNameProperty) } == .some(nil))
  }

  @Test func `no record and no such property are refused`() throws {
    #expect(set(nil, kABPersonFirstNameProperty, "Ada") == false)
    #expect(ABRecordRemoveValue(nil, kABPersonFirstNameProperty, nil) == false)
    let person = newPerson()
    for property: Int32 in [-1, 999, .min, .max] {
      #expect(errorCode { ABRecordSetValue(person, property, cf("x"), $0) } == (false, 0))
      #expect(errorCode { ABRecordRemoveValue(person, property, $0) } == (false, 0))
      #expect(get(person, property) == nil)
    }
  }

  @Test func `values of another type are kept and come back equal`() throws {
    let book = try TestBook()
    let person = book.person()
    let strange: [(Int32, AnyObject)] = [
      (kABPersonFirstNameProperty, NSNumber(value: 42)),
      (kABPersonLastNameProperty, NSNumber(value: 1.5)),
      (kABPersonBirthdayProperty, cf("tomorrow")),
      (kABPersonNoteProperty, Data([1, 2, 3]) as NSData),
      (kABPersonJobTitleProperty, ["a", ["b": 1] as NSDictionary] as NSArray),
      (kABPersonNicknameProperty, ["k": "v"] as NSDictionary),
      (kABPersonSuffixProperty, Date(timeIntervalSinceReferenceDate: 1.25) as NSDate),
      (kABPersonPrefixProperty, kCFBooleanTrue),
      (kABPersonOrganizationProperty, NSURL(string: "http://example.org/")!),
    ]
    for (property, value) in strange { #expect(set(person, property, object: value) == true) }
    for _ in 1...2 {
      for (property, value) in strange {
        let read = try #require(get(person, property), "property \(property)")
        #expect(
          CFEqual(read, value) || (read as! NSObject).isEqual(value), "property \(property)")
      }
      #expect(book.save() == true)
    }
  }

  @Test func `what no store can keep is refused`() throws {
    let person = newPerson()
    for object: AnyObject in [newPerson(), list(["1"]), NSObject()] {
      #expect(
        errorCode { ABRecordSetValue(person, kABPersonNoteProperty, object, $0) } == (false, 0))
    }
    #expect(set(person, kABPersonPhoneProperty, "plain value for a multi-value") == false)
  }

  @Test func `a multi-value may hold values of any type in any property`() throws {
    let book = try TestBook()
    let person = book.person()
    let address: NSDictionary = ["Street": "1 Main St", "City": "Rome", "Custom": "kept"]
    let dates = list(
      [(Date(timeIntervalSinceReferenceDate: 43_200) as NSDate, nil)],
      type: kABMultiDateTimePropertyType)
    set(person, kABPersonAddressProperty, object: list([(address, "_$!<Home>!$_")]))
    set(person, kABPersonPhoneProperty, object: dates)
    set(person, kABPersonDateProperty, object: list(["text"]))
    book.save()
    let read = get(get(person, kABPersonAddressProperty)) as? NSDictionary
    #expect(read.map { CFEqual($0, address) } == true)
    #expect(
      get(get(person, kABPersonPhoneProperty)) as? Date
        == Date(timeIntervalSinceReferenceDate: 43_200))
    #expect(get(get(person, kABPersonDateProperty)) as? String == "text")
  }

  private func get(_ list: AnyObject?) -> AnyObject? {
    ABMultiValueCopyValueAtIndex(list, 0)?.takeRetainedValue()
  }

  private func get(_ record: AnyObject?, _ property: Int32) -> AnyObject? {
    ABRecordCopyValue(record, property)?.takeRetainedValue()
  }

  @Test func `properties of groups are their own`() throws {
    let book = try TestBook()
    let group = book.group("Friends")
    #expect(text(group, kABPersonFirstNameProperty) == "Friends", "number 0 is the group's name")
    #expect(get(group, kABPersonLastNameProperty) == nil)
    #expect(set(group, kABPersonLastNameProperty, "x") == false)
  }

  @Test func `later changes of the caller's object do not show`() throws {
    let person = newPerson()
    let name = CFStringCreateMutable(kCFAllocatorDefault, 0)!
    CFStringAppend(name, cf("Ada"))
    set(person, kABPersonFirstNameProperty, object: name)
    CFStringAppend(name, cf("!"))
    #expect(text(person, kABPersonFirstNameProperty) == "Ada")
    let fields = NSMutableDictionary(dictionary: ["City": "Rome"])
    let addresses = list([(fields, nil)])
    fields["City"] = "Paris"
    set(person, kABPersonAddressProperty, object: addresses)
    ABMultiValueRemoveValueAndLabelAtIndex(addresses, 0)
    let read = get(get(person, kABPersonAddressProperty)) as? NSDictionary
    #expect(read?.allValues.first as? String == "Rome")
  }

  @Test func `an empty text is none after the save`() throws {
    let book = try TestBook()
    let person = newPerson("", "Byron")
    #expect(text(person, kABPersonFirstNameProperty) == "")
    book.add(person)
    book.save()
    #expect(text(person, kABPersonFirstNameProperty) == nil)
    #expect(!book.isChanged)
  }

  @Test func `dictionaries come back with the keys they had`() throws {
    let book = try TestBook()
    let person = book.person()
    let all: [(Int32, NSDictionary)] = [
      (
        kABPersonAddressProperty, ["Street": "s", "ZIP": "z", "CountryCode": "it", "street": "own"]
      ),
      (kABPersonAddressProperty, [:]),
      (kABPersonInstantMessageProperty, ["service": "Skype", "username": "ada"]),
      (
        kABPersonSocialProfileProperty,
        ["service": "gamecenter", "username": "ada", "identifier": "7", "url": "x:y"]
      ),
    ]
    for (property, fields) in all {
      set(person, property, object: list([(fields, nil)], type: kABMultiDictionaryPropertyType))
      book.save()
      let read = try #require(get(get(person, property)))
      #expect(CFEqual(read, fields) == true, "\(read)")
    }
  }

  @Test func `a social profile is completed from service and name, and back`() throws {
    let person = newPerson()
    let profiles: [NSDictionary] = [
      ["service": "twitter", "username": "ada"], ["url": "http://twitter.com/ada"],
    ]
    for fields in profiles {
      set(person, kABPersonSocialProfileProperty, object: list([(fields, nil)]))
      let read = get(get(person, kABPersonSocialProfileProperty))
      #expect(
        CFEqual(
          read,
          ["service": "twitter", "username": "ada", "url": "http://twitter.com/ada"]
            as NSDictionary) == true)
    }
  }

  @Test func `phone numbers are not touched`() throws {
    let book = try TestBook()
    let person = book.person()
    let numbers = ["(555) 564-8583", "5551001001", " +44 20 ", "no number"]
    set(person, kABPersonPhoneProperty, object: list(numbers))
    book.save()
    #expect(values(get(person, kABPersonPhoneProperty)) == numbers)
  }

  @Test(
    arguments: [43_200.0, -999_999_999, 1.5, -12_530_462_400, 86_400 * 300 + 43_200, 0] as [Double])
  func `a birthday comes back as it was set`(_ seconds: Double) throws {
    let book = try TestBook()
    let person = book.person()
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    set(person, kABPersonBirthdayProperty, object: date as NSDate)
    book.save()
    #expect(get(person, kABPersonBirthdayProperty) as? Date == date)
  }

  @Test func `a day at noon is stored as a day of the calendar`() throws {
    let book = try TestBook()
    let person = book.person()
    var parts = DateComponents()
    (parts.year, parts.month, parts.day, parts.hour) = (1980, 2, 29, 12)
    parts.timeZone = TimeZone(identifier: "UTC")
    let date = try #require(Calendar(identifier: .gregorian).date(from: parts))
    set(person, kABPersonBirthdayProperty, object: date as NSDate)
    book.save()
    let card = try #require(
      data(
        ABPersonCreateVCardRepresentationWithPeople(
          unsafeBitCast([person] as NSArray, to: CFArray.self))))
    #expect(String(decoding: card, as: UTF8.self).contains("1980-02-29"))
  }

  @Test func `every property takes and gives a value of its type`() throws {
    let book = try TestBook()
    let person = book.person()
    for property in Int32(0)...60 {
      let type = Int(ABPersonGetTypeOfProperty(property))
      let value: AnyObject
      switch type {
      case kABStringPropertyType: value = cf("text \(property)")
      case kABIntegerPropertyType: value = NSNumber(value: 1)
      case kABDateTimePropertyType: value = Date(timeIntervalSinceReferenceDate: 43_200) as NSDate
      case kABDictionaryPropertyType:
        value =
          ["calendarIdentifier": "chinese", "year": 3, "isLeapMonth": kCFBooleanTrue!]
          as NSDictionary
      case kABMultiStringPropertyType: value = list(["\(property)"])
      case kABMultiDictionaryPropertyType:
        value = list([(["k": "\(property)"] as NSDictionary, "l")], type: type)
      case kABMultiDateTimePropertyType:
        value = list([(Date(timeIntervalSinceReferenceDate: 43_200) as NSDate, "l")], type: type)
      default: continue
      }
      #expect(set(person, property, object: value) == true, "property \(property)")
      #expect(book.save() == true)
      let read = get(person, property)
      if type & Int(kABMultiValueMask) != 0 {
        #expect(ABMultiValueGetCount(read) == 1)
        #expect(CFEqual(get(read), get(value)) == true, "property \(property)")
        #expect(Int(ABMultiValueGetPropertyType(read)) == type & ~Int(kABMultiValueMask))
      } else if property != kABPersonCreationDateProperty,
        property != kABPersonModificationDateProperty
      {
        #expect(CFEqual(read, value) == true, "property \(property)")
      }
    }
  }
}
