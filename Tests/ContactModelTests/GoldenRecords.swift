import Testing

@testable import ContactModel

/// What the record vectors say, by name.
let goldenRecords: [String: (record: Record, newestRun: Position)] = {
  var created = Record(id: .person(12))
  created.apply(
    Event(.created(uid: "U", source: 0), of: created.id), at: 1, time: 1_799_374_005_000_000)
  var records: [String: (record: Record, newestRun: Position)] = ["just created": (created, 1)]

  var named = Record(id: .person(12))
  func apply(_ change: Change, _ position: Position, restores: Position = 0) {
    let time: Int64 = position < 30 ? 1_799_374_005_000_000 : 1_799_374_006_000_000
    named.apply(Event(change, of: named.id, restores: restores), at: position, time: time)
  }
  apply(.created(uid: "U", source: 2), 20)
  apply(.valueSet(.firstName, "Ada"), 21)
  apply(.valueSet(.jobTitle, "Countess"), 22)
  apply(.valueSet(.nickname, "A"), 23)
  apply(
    .entryAdded(
      .phones, identifier: 0, after: 0, label: .standard(.mobile), value: "+44 20 7946 0018"), 25)
  apply(.entryAdded(.phones, identifier: 1, after: 25, label: nil, value: "020"), 26)
  apply(.valueCleared(.nickname), 40)
  apply(.valueSet(.jobTitle, "Countess"), 41, restores: 22)
  apply(.entryValueSet(.phones, entry: 26, "020 7946 0019"), 42)
  records["with a name and two phones"] = (named, 40)

  var removed = Record(id: .group(3))
  func remove(_ change: Change, _ position: Position, restores: Position = 0) {
    let event = Event(change, of: removed.id, restores: restores)
    removed.apply(event, at: position, time: position == 100 ? 5 : -5)
  }
  remove(.created(uid: "", source: 0), 100)
  remove(
    .valueSet(
      .image, .blob(BlobReference(hash: testHash, byteCount: 4, mediaType: "image/png"))), 101)
  remove(.entryAdded(.emails, identifier: 0, after: 0, label: nil, value: "?"), 102)
  remove(.entryRemoved(.emails, entry: 102), 300)
  remove(.entryValueSet(.emails, entry: 102, "a@example.org"), 301, restores: 102)
  remove(.entryLabelSet(.emails, entry: 102, .custom("Boot")), 302)
  remove(.entryMoved(.emails, entry: 102, after: 0), 303)
  remove(.removed, 400, restores: 100)
  var later = Record.List(property: Property(rawValue: 129))
  later.nextIdentifier = -5
  removed.lists.append(later)
  records["removed, with every kind of mark"] = (removed, 400)
  return records
}()

/// Decodes a record's row and asks for the end.
func decodeRecord(
  _ bytes: [UInt8], _ id: RecordID
) throws -> (record: Record, newestRun: Position) {
  var decoder = CBORDecoder(bytes.span)
  let decoded = try decoder.record(id)
  try decoder.finish()
  return decoded
}

func encode(_ record: Record, _ newestRun: Position) -> [UInt8] {
  var encoder = CBOREncoder()
  encoder.record(record, newestRun: newestRun)
  return encoder.bytes
}
