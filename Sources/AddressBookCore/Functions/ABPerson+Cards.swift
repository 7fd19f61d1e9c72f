internal import ContactModel
public import CoreFoundation
internal import Foundation

// <AddressBook/ABPerson.h>: people as vCards.

@_cdecl("ABPersonCreatePeopleInSourceWithVCardRepresentation")
public func abPersonCreatePeopleInSourceWithVCardRepresentation(
  _ source: AnyObject?, _ data: CFData?
) -> Unmanaged<CFArray>? {
  guard let data = data as AnyObject? as? NSData else { return nil }
  let cards = Cards.read(Array(data as Data))
  return unsafe copied(
    records: locked {
      var people: [RecordObject] = []
      for card in cards {
        guard let person = RecordObject.created(.person, in: source) else { return nil }
        person.take(card)
        people.append(person)
      }
      return people.isEmpty ? nil : people
    })
}

@_cdecl("ABPersonCreateVCardRepresentationWithPeople")
public func abPersonCreateVCardRepresentationWithPeople(
  _ people: CFArray?
) -> Unmanaged<CFData>? {
  guard let people = people as AnyObject? as? NSArray else { return nil }
  let bytes = locked {
    var bytes: [UInt8] = []
    for case let record as RecordObject in people where record.kind == .person {
      Cards.write(record, into: &bytes)
    }
    return bytes
  }
  // Sound: CF.data makes CFData.
  return unsafe copied(CF.cast(CF.data(bytes)))
}
