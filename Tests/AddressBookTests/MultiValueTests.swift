import CAddressBook
import CoreFoundation
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct MultiValueTests {
  @Test func `identifiers begin at 0, rise, and are never given twice`() {
    let numbers = list(["a", "b", "c"])
    #expect(ids(numbers) == [0, 1, 2])
    #expect(ABMultiValueRemoveValueAndLabelAtIndex(numbers, 2) == true)
    var added: Int32 = -5
    #expect(ABMultiValueAddValueAndLabel(numbers, cf("d"), nil, &added) == true)
    #expect(added == 3)
    #expect(ABMultiValueInsertValueAndLabelAtIndex(numbers, cf("e"), nil, 0, nil) == true)
    #expect(ids(numbers) == [4, 0, 1, 3])
    #expect(ABMultiValueGetIndexForIdentifier(numbers, 3) == 3)
    #expect(ABMultiValueGetIndexForIdentifier(numbers, 2) == -1)
    #expect(ABMultiValueReplaceValueAtIndex(numbers, cf("f"), 1) == true)
    #expect(ABMultiValueReplaceLabelAtIndex(numbers, kABHomeLabel, 1) == true)
    #expect(entries(numbers)[1] == ("f", "_$!<Home>!$_", 0))
  }

  @Test func `identifiers outlive copying, setting and saving`() throws {
    let book = try TestBook()
    let person = book.person()
    let first = list(["a", "b", "c"])
    ABMultiValueRemoveValueAndLabelAtIndex(first, 0)
    set(person, kABPersonPhoneProperty, object: first)
    #expect(ids(get(person, kABPersonPhoneProperty)) == [1, 2])
    book.save()
    #expect(ids(get(person, kABPersonPhoneProperty)) == [1, 2])
    #expect(ids(get(try TestBook().find(1), kABPersonPhoneProperty)) == [1, 2])
    let copy = ABMultiValueCreateMutableCopy(get(person, kABPersonPhoneProperty))!
      .takeRetainedValue()
    ABMultiValueAddValueAndLabel(copy, cf("d"), nil, nil)
    ABMultiValueRemoveValueAndLabelAtIndex(copy, 0)
    ABMultiValueInsertValueAndLabelAtIndex(copy, cf("e"), nil, 0, nil)
    set(person, kABPersonPhoneProperty, object: copy)
    book.save()
    #expect(entries(get(person, kABPersonPhoneProperty)).map(\.id) == [4, 2, 3])
    #expect(values(get(person, kABPersonPhoneProperty)) == ["e", "c", "d"])
  }

  @Test func `a fresh multi-value takes the place of the old one, with its own identifiers`() throws
  {
    let book = try TestBook()
    let person = book.person()
    for texts in [["a", "b", "c"], ["x"], [], ["p", "q"], ["q", "p", "r", "s"]] {
      set(person, kABPersonEmailProperty, object: list(texts))
      #expect(book.save() == true)
      for reader in [person, try TestBook().find(1)] {
        #expect(values(get(reader, kABPersonEmailProperty)) == texts)
        #expect(ids(get(reader, kABPersonEmailProperty)) == texts.indices.map { Int32($0) })
      }
    }
  }

  @Test func `what comes out of a record cannot be edited`() throws {
    let person = newPerson()
    set(person, kABPersonPhoneProperty, object: list(["a"]))
    let read = get(person, kABPersonPhoneProperty)
    #expect(ABMultiValueAddValueAndLabel(read, cf("b"), nil, nil) == false)
    #expect(ABMultiValueInsertValueAndLabelAtIndex(read, cf("b"), nil, 0, nil) == false)
    #expect(ABMultiValueRemoveValueAndLabelAtIndex(read, 0) == false)
    #expect(ABMultiValueReplaceValueAtIndex(read, cf("b"), 0) == false)
    #expect(ABMultiValueReplaceLabelAtIndex(read, cf("b"), 0) == false)
    #expect(values(read) == ["a"])
  }

  @Test func `a multi-value is made for a type, with or without the bit`() {
    for type in [kABStringPropertyType, kABMultiStringPropertyType] {
      #expect(Int(ABMultiValueGetPropertyType(list([], type: type))) == kABStringPropertyType)
    }
    for type: UInt32 in [0, 0x100, 6, 0x200, .max] {
      #expect(ABMultiValueCreateMutable(type) == nil)
    }
    let mixed = list([(cf("a"), nil), (NSNumber(value: 1), nil)])
    #expect(Int(ABMultiValueGetPropertyType(mixed)) == kABStringPropertyType, "as declared")
  }

  @Test func `there is no entry without a value, but there is one without a label`() throws {
    let book = try TestBook()
    let person = book.person()
    let numbers = list([(cf("a"), nil), (cf("b"), "")])
    var added: Int32 = -5
    #expect(ABMultiValueAddValueAndLabel(numbers, nil, kABHomeLabel, &added) == false)
    #expect(added == -5)
    set(person, kABPersonPhoneProperty, object: numbers)
    book.save()
    #expect(entries(get(person, kABPersonPhoneProperty)).map(\.label) == [nil, ""])
  }

  @Test func `labels are free texts`() throws {
    let book = try TestBook()
    let person = book.person()
    let labels = [
      "home", "iCloud", "Work", "_$!<Home>!$_", "iPhone", "_$!<iPhone>!$_", "_$!<Unknown>!$_",
      "_$!<>!$_", "e\u{301}", "\u{E9}",
    ]
    set(person, kABPersonPhoneProperty, object: list(labels.map { (cf("1"), $0) }))
    book.save()
    let read = entries(get(person, kABPersonPhoneProperty)).compactMap(\.label)
    #expect(read.map { Array($0.utf8) } == labels.map { Array($0.utf8) })
  }

  @Test func `no index is a trap`() {
    let numbers = list(["a"])
    for index in [-1, 1, 2, Int.max, Int.min] {
      #expect(ABMultiValueCopyValueAtIndex(numbers, index) == nil)
      #expect(ABMultiValueCopyLabelAtIndex(numbers, index) == nil)
      #expect(ABMultiValueGetIdentifierAtIndex(numbers, index) == kABMultiValueInvalidIdentifier)
      #expect(ABMultiValueRemoveValueAndLabelAtIndex(numbers, index) == false)
      #expect(ABMultiValueReplaceValueAtIndex(numbers, cf("b"), index) == false)
      #expect(ABMultiValueReplaceLabelAtIndex(numbers, cf("b"), index) == false)
      if index != 1 {
        #expect(ABMultiValueInsertValueAndLabelAtIndex(numbers, cf("b"), nil, index, nil) == false)
      }
    }
    #expect(
      ABMultiValueInsertValueAndLabelAtIndex(numbers, cf("b"), nil, 1, nil) == true, "at the end")
    #expect(values(numbers) == ["a", "b"])
  }

  @Test func `values are found by CFEqual`() {
    let numbers = list([(cf("a"), nil), (["k": "v"] as NSDictionary, nil), (cf("a"), nil)])
    #expect(ABMultiValueGetFirstIndexOfValue(numbers, cf("a")) == 0)
    #expect(ABMultiValueGetFirstIndexOfValue(numbers, ["k": "v"] as NSDictionary) == 1)
    #expect(ABMultiValueGetFirstIndexOfValue(numbers, cf("z")) == -1)
    #expect(ABMultiValueGetFirstIndexOfValue(numbers, nil) == -1)
  }

  @Test func `all values come as an array, none as nothing`() {
    #expect(array(ABMultiValueCopyArrayOfAllValues(list(["a", "b"]))) as? [String] == ["a", "b"])
    #expect(ABMultiValueCopyArrayOfAllValues(list([])) == nil)
    #expect(ABMultiValueGetCount(list([])) == 0)
    #expect(ABMultiValueGetCount(nil) == 0)
  }

  @Test func `thousands of edits keep identifiers and order`() throws {
    let book = try TestBook()
    let person = book.person()
    let numbers = list([])
    var model: [(Int32, String)] = []
    var random = SeededGenerator(seed: 6)
    for step in 0..<5_000 {
      let index = Int.random(in: 0...model.count, using: &random)
      if model.count > 40 || step % 3 == 2, index < model.count {
        ABMultiValueRemoveValueAndLabelAtIndex(numbers, index)
        model.remove(at: index)
      } else {
        var added: Int32 = -1
        ABMultiValueInsertValueAndLabelAtIndex(numbers, cf("\(step)"), nil, index, &added)
        model.insert((added, "\(step)"), at: index)
      }
      if step % 500 == 499 {
        set(person, kABPersonPhoneProperty, object: numbers)
        #expect(book.save() == true)
        let read = get(person, kABPersonPhoneProperty)
        #expect(ids(read) == model.map(\.0))
        #expect(values(read) == model.map(\.1))
      }
    }
  }
}
