import CAddressBook
import Foundation

/// A person that is made up from a number.
struct APIPerson {
  private static let firstNames = [
    "Ada", "Boris", "Carla", "Dmitri", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kira",
    "Liam", "Mona", "Nils", "Olga", "Pavel", "Rosa", "Sven", "Tara", "Ulf", "Vera", "Wim", "Yara",
  ]
  private static let stems = [
    "Alb", "Bern", "Corv", "Dur", "Ehr", "Fal", "Grim", "Holm", "Iv", "Jans", "Kov", "Lind", "Mar",
    "Nov", "Ols", "Pet", "Quist", "Ros", "Sand", "Torv",
  ]
  private static let endings = ["asova", "berg", "elli", "mann", "ov", "quist", "sen", "stein"]

  let number: Int

  init(_ number: Int) { self.number = number }

  static func text(_ text: String) -> AnyObject { NSString(string: text) }

  /// A new record.
  var record: AnyObject {
    // Sound: made with a reference for the caller.
    let person = unsafe ABPersonCreate().takeRetainedValue()
    set(person, kABPersonFirstNameProperty, Self.firstNames[number % Self.firstNames.count])
    let stem = Self.stems[number / 23 % Self.stems.count]
    let ending = Self.endings[number / 460 % Self.endings.count]
    set(person, kABPersonLastNameProperty, "\(stem)\(ending) \(number)")
    set(person, kABPersonPhoneProperty, ["+1 555 \(1_000_000 + number)", "555-\(number)"])
    set(person, kABPersonEmailProperty, ["\(number)@example.com"])
    return person
  }

  private func set(_ person: AnyObject, _ property: ABPropertyID, _ text: String) {
    ABRecordSetValue(person, property, Self.text(text), nil)
  }

  private func set(_ person: AnyObject, _ property: ABPropertyID, _ texts: [String]) {
    let list = unsafe ABMultiValueCreateMutable(UInt32(kABMultiStringPropertyType))
      .takeRetainedValue()
    for text in texts {
      ABMultiValueAddValueAndLabel(list, Self.text(text), kABHomeLabel, nil)
    }
    ABRecordSetValue(person, property, list, nil)
  }
}
