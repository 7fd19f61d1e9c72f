import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

/// Whether the tests run where people speak English, or no language.
private let isEnglish =
  ["LC_ALL", "LC_MESSAGES", "LANG"]
  .compactMap { ProcessInfo.processInfo.environment[$0] }.first { !$0.isEmpty }
  .map { $0.hasPrefix("en") || $0.hasPrefix("C") || $0.hasPrefix("POSIX") } ?? true

@Suite(.enabled(if: isEnglish)) struct LabelTests {
  private func localized(_ label: String) -> String? {
    ABAddressBookCopyLocalizedLabel(cf(label))?.takeRetainedValue() as AnyObject as? String
  }

  @Test(arguments: [
    ("_$!<Home>!$_", "home"), ("_$!<Work>!$_", "work"), ("_$!<Other>!$_", "other"),
    ("_$!<Mobile>!$_", "mobile"), ("iPhone", "iPhone"), ("_$!<Main>!$_", "main"),
    ("_$!<HomeFAX>!$_", "home fax"), ("_$!<WorkFAX>!$_", "work fax"),
    ("_$!<OtherFAX>!$_", "other fax"), ("_$!<Pager>!$_", "pager"),
    ("_$!<HomePage>!$_", "home page"), ("_$!<Anniversary>!$_", "anniversary"),
    ("_$!<Mother>!$_", "mother"), ("_$!<Assistant>!$_", "assistant"),
    ("Boat", "Boat"), ("home", "home"), ("_$!<Boat>!$_", "_$!<Boat>!$_"), ("", ""),
  ])
  func `usual labels have a word, all others are themselves`(_ label: String, _ word: String) {
    #expect(localized(label) == word)
  }

  @Test func `no label has no word`() {
    #expect(ABAddressBookCopyLocalizedLabel(nil) == nil)
  }

  @Test(arguments: [
    (kABPersonFirstNameProperty, "First"), (kABPersonLastNameProperty, "Last"),
    (kABPersonNicknameProperty, "Nickname"), (kABPersonPhoneProperty, "Phone"),
    (kABPersonEmailProperty, "Email"), (-1, "UNKNOWN_PROPERTY"), (999, "UNKNOWN_PROPERTY"),
  ])
  func `properties have names to show`(_ property: Int32, _ name: String) {
    #expect(
      ABPersonCopyLocalizedPropertyName(property)?.takeRetainedValue() as AnyObject as? String
        == name)
  }
}
