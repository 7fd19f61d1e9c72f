internal import ContactLog
internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/CLAddressBook.h>: beyond Apple's API.

@_cdecl("CLAddressBookLinkPeople")
public func clAddressBookLinkPeople(
  _ object: AnyObject?, _ first: AnyObject?, _ second: AnyObject?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let book = book(object), let a = record(first), let b = record(second) else { return false }
  return unsafe attempt(error) { try book.setLink(a, b, joins: true) }
}

@_cdecl("CLAddressBookUnlinkPeople")
public func clAddressBookUnlinkPeople(
  _ object: AnyObject?, _ first: AnyObject?, _ second: AnyObject?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let book = book(object), let a = record(first), let b = record(second) else { return false }
  return unsafe attempt(error) { try book.setLink(a, b, joins: false) }
}

@_cdecl("CLAddressBookCopyPeopleMatchingQuery")
public func clAddressBookCopyPeopleMatchingQuery(
  _ object: AnyObject?, _ query: CFString?, _ limit: CFIndex,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Unmanaged<CFArray>? {
  guard let book = book(object), let text = CF.text(query) else { return nil }
  var found: [RecordObject]?
  _ = unsafe attempt(error) {
    found = try book.people(matching: text, limit: limit > 0 ? limit : .max)
  }
  return unsafe copied(records: found)
}

@_cdecl("CLAddressBookGetCommit")
public func clAddressBookGetCommit(_ object: AnyObject?) -> Int64 {
  locked {
    book(object)?.read { (snapshot: borrowing Snapshot) in Int64(snapshot.commit) } ?? -1
  }
}

@_cdecl("CLRecordCopyHistory")
public func clRecordCopyHistory(_ object: AnyObject?) -> Unmanaged<CFArray>? {
  let items = locked { () -> [AnyObject]? in
    guard let record = record(object), let id = record.id, let book = record.book else {
      return nil
    }
    return book.read { (snapshot: borrowing Snapshot) in
      try snapshot.history(of: id).map { item in
        let commit = try snapshot.commit(item.logged.commit)
        return CF.dictionary([
          (CF.string("commit"), CF.integer(Int64(item.logged.commit))),
          (
            CF.string("date"),
            CF.date(Double(commit?.header.time ?? 0) / 1_000_000 - 978_307_200)
          ),
          (CF.string("author"), CF.string(commit?.header.author ?? "")),
          (CF.string("program"), CF.string(commit?.header.program ?? "")),
          (CF.string("slot"), CF.string(item.slotName)),
          (CF.string("change"), CF.string(item.logged.event.change.name)),
        ])
      }
    }
  }
  guard let items else { return nil }
  // Sound: CF.array makes CFArrays.
  return unsafe copied(CF.cast(CF.array(items)))
}
