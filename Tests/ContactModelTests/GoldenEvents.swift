import ContactModel

/// What the event vectors say, by name, built here and not from their descriptions.
let goldenEvents: [String: Event] = [
  "person created": Event(
    .created(uid: "5C7E0C4A-0B5E-4F5B-9C55-0B8E6C0E9A11", source: 0), of: ada),
  "group created in a source": Event(.created(uid: "urn:uuid:friends", source: 2), of: .group(3)),
  "source created": Event(.created(uid: "work", source: 0), of: .source(1)),
  "person created without uid": Event(.created(uid: "", source: 0), of: .person(.max)),
  "removed": Event(.removed, of: ada, previous: 1),
  "creation undone": Event(.removed, of: ada, previous: 900, restores: 1),
  "restored": Event(.restored, of: .group(3), previous: 300),
  "removal undone": Event(.restored, of: ada, previous: 70_000, restores: 1),

  "text set": Event(.valueSet(.firstName, "Ada"), of: ada),
  "text set again": Event(.valueSet(.jobTitle, "Countess"), of: ada, previous: 23),
  "text brought back": Event(
    .valueSet(.jobTitle, "Countess"), of: ada, previous: 1 << 32, restores: 24),
  "text composed": set(.lastName, "Z\u{FC}rich"),
  "text decomposed": set(.lastName, "Zu\u{308}rich"),
  "text empty": set(.note, ""),
  "text with NUL": set(.note, "a\0b\n\u{1F4EE}"),
  "whole number set": set(.personKind, .integer(1)),
  "negative number set": Event(.valueSet(.sourceType, .integer(.min)), of: .source(1)),
  "date set": set(.birthday, date(1978, 1, 20)),
  "date without a year set": set(.birthday, date(nil, 2, 29)),
  "date of a year set": set(.birthday, date(1990, nil, nil)),
  "date of a month set": set(.birthday, date(1990, 12, nil)),
  "date of a day set": set(.birthday, date(nil, nil, 31)),
  "date before our era set": set(.birthday, date(-43, 3, 15)),
  "instant set": set(.birthday, .instant(-978_307_200.25)),
  "instant zero below set": set(.birthday, .instant(-0.0)),
  "real set": set(Property(rawValue: 40), .real(0.1)),
  "fields set": set(
    .alternateBirthday,
    .fields(["calendar": "chinese", "era": "78", "year": "35", "month": "5", "day": "1"])),
  "no fields set": set(.alternateBirthday, .fields([:])),
  "bytes set": set(Property(rawValue: 20_000), .data([0, 255, 16])),
  "image set": set(.image, .blob(reference(testHash, 4, "image/png"))),
  "card kept": set(
    .card,
    .document(
      reference(emptyHash, 40_000, "text/vcard"),
      Array("BEGIN:VCARD\r\nPHOTO:sha256:00;1;\r\nEND:VCARD\r\n".utf8))),
  "opaque set": set(.note, .opaque(tag: 300, [1, 2])),
  "value cleared": Event(.valueCleared(.nickname), of: ada, previous: 24),
  "value cleared by an undo": Event(
    .valueCleared(.formattedName), of: ada, previous: 255, restores: 24),

  "first entry added": added(
    .phones, 0, label: .standard(.mobile), "+44 20 7946 0018"),
  "entry added behind another": added(.phones, 1, after: 25, "020 7946 0019"),
  "entry added with own words": added(
    .emails, 23, after: 256, label: .custom("Boot \u{26F5}"), "ada@example.org"),
  "address added": added(
    .addresses, 24, label: .standard(.home),
    .fields([
      "": "x", "zip": "SW1Y 4JH", "city": "London", "street": "12 St James's Square",
      "country": "UK", "countryCode": "gb", "\u{E9}": "composed", "e\u{301}": "decomposed",
    ])),
  "date added": added(.dates, .max, label: .standard(.anniversary), date(1835, 7, 8)),
  "content line added": added(.extra, -1, "item1.X-THING;A=b:c"),
  "entry value set": Event(
    .entryValueSet(.phones, entry: 25, "+44 20 7946 0020"), of: ada, previous: 25),
  "entry label set": Event(
    .entryLabelSet(.phones, entry: 25, .standard(.appleWatch)), of: ada, previous: 25),
  "entry label of own words set": Event(
    .entryLabelSet(.phones, entry: 25, .custom("")), of: ada, previous: 25),
  "entry label taken away": Event(
    .entryLabelSet(.phones, entry: 25, nil), of: ada, previous: 65_536, restores: 25),
  "entry moved to the front": Event(
    .entryMoved(.phones, entry: 26, after: 0), of: ada, previous: 26),
  "entry moved behind another": Event(
    .entryMoved(.phones, entry: 25, after: 26), of: ada, previous: 25),
  "entry removed": Event(.entryRemoved(.phones, entry: 25), of: ada, previous: 25),
  "entry restored": Event(
    .entryRestored(.phones, entry: 25), of: ada, previous: 1_000, restores: 25),

  "person joined": Event(.memberAdded(ada), of: .group(3)),
  "group joined": Event(.memberAdded(.group(4)), of: .group(3), previous: 1_001),
  "member left": Event(.memberRemoved(ada), of: .group(3), previous: 1_002),
  "linked": Event(.linked(.person(13)), of: ada),
  "unlinked": Event(.unlinked(.person(13)), of: ada, previous: 1_003),
  "kept apart": Event(.keptApart(.person(13)), of: ada, previous: 1_004),
  "merged into another": Event(.mergedInto(ada), of: .person(13), previous: 2),

  "of a later version": Event(.unknown(type: 2, bytes(ofEvent: "of a later version")), of: ada),
  "of a later version with more keys": Event(
    .unknown(type: 1_000, bytes(ofEvent: "of a later version with more keys")), of: ada,
    previous: 7),
  "at the last position there can be": Event(.removed, of: ada, previous: .max >> 1),
]

/// What the header vectors say, by name.
let goldenHeaders: [String: CommitHeader] = {
  var first = CommitHeader(
    book: Array(0..<16), number: 1, firstPosition: 1, count: 3, parent: .zero,
    batch: Array(16..<32), clock: 117_923_774_791_680_000, time: 1_799_374_005_000_000,
    author: "ada", program: "contactlog", kind: .save, noteHash: nil, undoes: [], importID: nil,
    eventsRoot: zeroByteHash)
  var headers = ["first": first]
  first.parent = emptyLeafHash
  first.batch = Array(32..<48)

  var noted = first
  (noted.number, noted.firstPosition, noted.count) = (2, 4, 1)
  (noted.clock, noted.time, noted.author, noted.program) = (117_923_774_791_680_001, -1, "", "")
  (noted.kind, noted.noteHash) = (.merge, testHash)
  headers["with a note"] = noted

  var imported = first
  (imported.number, imported.firstPosition, imported.count) = (300, 70_000, 70_000)
  (imported.clock, imported.time, imported.author) = (1, 0, "\u{C5}da")
  (imported.program, imported.kind) = ("contactlog import", .import)
  imported.importID = Array(48..<64)
  headers["of an import"] = imported

  var undo = first
  (undo.number, undo.firstPosition, undo.count) = (1 << 32, .max >> 1, 1)
  (undo.clock, undo.time, undo.kind, undo.noteHash) = (.max, .max, .undo, testHash)
  (undo.undoes, undo.importID) = ([1, 24, 300], Array(48..<64))
  headers["of an undo with all"] = undo

  var redo = first
  (redo.number, redo.firstPosition, redo.count) = (3, 5, 1)
  (redo.clock, redo.time, redo.kind, redo.undoes) = (117_923_774_791_680_002, 1, .redo, [2])
  headers["of a redo"] = redo
  return headers
}()

// MARK: - Parts

private let ada = RecordID.person(12)

private func set(_ property: Property, _ value: Value) -> Event {
  Event(.valueSet(property, value), of: ada)
}

private func added(
  _ property: Property, _ identifier: Int32, after: Position = 0, label: Label? = nil,
  _ value: Value
) -> Event {
  Event(
    .entryAdded(property, identifier: identifier, after: after, label: label, value: value),
    of: ada)
}

private func date(_ year: Int32?, _ month: UInt8?, _ day: UInt8?) -> Value {
  guard let date = PartialDate(year: year, month: month, day: day) else { return "no such date" }
  return .date(date)
}

private func reference(_ hash: ContentHash, _ count: Int, _ type: String) -> BlobReference {
  BlobReference(hash: hash, byteCount: count, mediaType: type)
}

/// SHA-256 of `test`, of nothing, of a zero byte, and of an empty leaf's parent in the headers.
let testHash = hash("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
private let emptyHash = hash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
private let zeroByteHash = hash("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")
private let emptyLeafHash = hash("96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7")

private func hash(_ hex: String) -> ContentHash { ContentHash(hex: hex) ?? .zero }

private func bytes(ofEvent name: String) -> [UInt8] {
  GoldenVector.of("event").first { $0.name == name }?.bytes ?? []
}
