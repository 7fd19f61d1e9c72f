import CAddressBook
import Foundation

/// Apple's API on stores of rising size, through its C functions.
struct AddressBookScenario {
  let bench: Bench

  func run() throws {
    for size in bench.options.growth {
      let path = bench.scratch.newPath("addressbook")
      try save(size, path)
      try open(size, path)
      try list(size, path)
      try search(size, path)
      bench.scratch.remove(path)
    }
  }

  private func makeBook(_ path: String) throws -> AnyObject {
    let options: NSDictionary = [
      "CLStoreFolder" as NSString: path as NSString, "CLAuthor" as NSString: "bench" as NSString,
      "CLCreate" as NSString: true as NSNumber,
    ]
    // Sound: the two classes are one object.
    let made = unsafe ABAddressBookCreateWithOptions(
      unsafeBitCast(options, to: CFDictionary.self), nil)
    guard let made = unsafe made else { throw BenchError("no book at \(path)") }
    return unsafe made.takeRetainedValue()
  }

  private func row(_ subject: String, _ size: Int) -> Row {
    var row = Row(scenario: "addressbook", subject: subject)
    row.set("people", size)
    return row
  }

  /// New people, five thousand to a save, each with two names, two phones and an e-mail.
  private func save(_ size: Int, _ path: String) throws {
    let book = try makeBook(path)
    var adding = Timings()
    var saving = Timings()
    for start in stride(from: 0, to: size, by: 5000) {
      adding.measure {
        for number in start..<min(size, start + 5000) {
          ABAddressBookAddRecord(book, APIPerson(number).record, nil)
        }
      }
      guard saving.measure({ ABAddressBookSave(book, nil) }) else {
        throw BenchError("a save failed")
      }
    }
    var row = row("save 5,000 new people", size)
    row.set("peoplePerSecond", Double(size) / saving.total)
    row.set("addMicrosecondsPerPerson", adding.total / Double(size) * 1e6)
    row.set(saving)
    bench.report(row)
    var one = Timings()
    for number in 0..<50 {
      guard let person = unsafe ABAddressBookGetPersonWithRecordID(book, Int32(number + 1)) else {
        continue
      }
      let record = unsafe person.takeUnretainedValue()
      try one.measure {
        let note = APIPerson.text("note \(number)")
        guard ABRecordSetValue(record, kABPersonNoteProperty, note, nil),
          ABAddressBookSave(book, nil)
        else { throw BenchError("a save failed") }
      }
    }
    row = self.row("edit one person and save", size)
    row.set(one)
    bench.report(row)
  }

  private func open(_ size: Int, _ path: String) throws {
    var timings = Timings()
    var memory = 0
    for _ in 0..<50 {
      let before = ProcessCounters.anonymous
      let book = try timings.measure { try makeBook(path) }
      memory = max(memory, ProcessCounters.anonymous - before)
      withExtendedLifetime(book) {}
    }
    var row = row("open a book", size)
    row.set("anonymousKiB", memory)
    row.set(timings)
    bench.report(row)
  }

  private func list(_ size: Int, _ path: String) throws {
    let book = try makeBook(path)
    let before = ProcessCounters.anonymous
    var first = Timings()
    var people: Unmanaged<CFArray>?
    first.measure { unsafe people = unsafe ABAddressBookCopyArrayOfAllPeople(book) }
    var row = row("list all people", size)
    row.set("anonymousKiB", ProcessCounters.anonymous - before)
    row.set(first)
    bench.report(row)
    var again = Timings()
    for _ in 0..<5 {
      again.measure { unsafe ABAddressBookCopyArrayOfAllPeople(book)?.release() }
    }
    row = self.row("list all people again", size)
    row.set(again)
    bench.report(row)
    var sorted = Timings()
    for _ in 0..<5 {
      sorted.measure {
        unsafe ABAddressBookCopyArrayOfAllPeopleInSourceWithSortOrdering(book, nil, 1)?.release()
      }
    }
    row = self.row("list all people sorted", size)
    row.set(sorted)
    bench.report(row)
    guard let array = unsafe people?.takeRetainedValue() else { return }
    var names = Timings()
    // Sound: the two classes are one object.
    let records = unsafe unsafeBitCast(array, to: NSArray.self)
    names.measure {
      for record in records {
        unsafe ABRecordCopyCompositeName(record as AnyObject)?.release()
        unsafe ABRecordCopyValue(record as AnyObject, kABPersonPhoneProperty)?.release()
      }
    }
    row = self.row("name and phones of all people", size)
    row.set("microsecondsPerPerson", names.total / Double(size) * 1e6)
    row.set(names)
    bench.report(row)
  }

  private func search(_ size: Int, _ path: String) throws {
    let book = try makeBook(path)
    // Few, some and very many people.
    for text in ["kira kov", "ada kov", "ko", "a"] {
      // Sound: the two classes are one object.
      let words = APIPerson.text(text)
      let name = unsafe Unmanaged<CFString>.fromOpaque(Unmanaged.passUnretained(words).toOpaque())
        .takeUnretainedValue()
      unsafe search("search", text, size, times: 20) {
        unsafe ABAddressBookCopyPeopleWithName(book, name)
      }
      // As somebody sees who is typing.
      unsafe search("search, the first 20", text, size, times: 50) {
        unsafe CLAddressBookCopyPeopleMatchingQuery(book, name, 20, nil)
      }
    }
  }

  private func search(
    _ subject: String, _ text: String, _ size: Int, times: Int, _ ask: () -> Unmanaged<CFArray>?
  ) {
    var count = 0
    var timings = Timings()
    for _ in 0..<times {
      timings.measure {
        count = unsafe ask().map { unsafe CFArrayGetCount($0.takeRetainedValue()) } ?? 0
      }
    }
    var row = row(subject, size)
    row.set("text", text)
    row.set("found", count)
    row.set(timings)
    bench.report(row)
  }
}
