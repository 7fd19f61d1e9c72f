import CommandLineTool
import ContactLog
import ContactModel
import VCard

/// The records that words name: people, and groups with all that is in them, each once.
struct Selection {
  private(set) var ids: [RecordID] = []
  private(set) var groups: Set<RecordID> = []

  init(_ words: [String], in snapshot: borrowing Snapshot) throws {
    var seen: Set<RecordID> = []
    for word in words {
      var waiting = [try RecordLookup.reading.find(word, in: snapshot)]
      while !waiting.isEmpty {
        let id = waiting.removeFirst()
        guard seen.insert(id).inserted else { continue }
        ids.append(id)
        if id.kind == .group {
          groups.insert(id)
          waiting += try snapshot.members(of: id)
        }
      }
    }
  }
}

/// Turns records into cards of a format.
struct Exporter {
  let format: String
  /// Cards made so far.
  var count: Int

  /// The version that cards are written in; `nil`: each in its own.
  private var version: VCardVersion? {
    switch format {
    case "vcard21": .v21
    case "vcard4": .v4
    case "original": nil
    default: .v3
    }
  }

  /// Whether a group has a card of its own.
  ///
  /// In the original form one that came out of categories goes back into them, unless they cannot
  /// say it.
  func hasCard(_ group: Record, _ snapshot: borrowing Snapshot) throws -> Bool {
    if version != nil { return true }
    if try snapshot.importedCard(of: group) != nil { return true }
    let members = try snapshot.members(of: group.id)
    return members.isEmpty || members.contains { $0.kind == .group }
  }

  /// The bytes of a record's card; lines of an imported card that nobody edited stay as they are
  /// where the version is its own.
  ///
  /// - Parameter withCategories: Whether a person names its groups; not where the groups are
  ///   written themselves, or reading the file back would make each group twice.
  mutating func card(
    _ record: Record, _ snapshot: borrowing Snapshot, withCategories: Bool
  ) throws -> [UInt8] {
    if format == "json" {
      count += 1
      guard let view = try RecordView(record.id, in: snapshot) else { return [] }
      return Array((view.json.text + "\n").utf8)
    }
    if record.id.kind == .group, try !hasCard(record, snapshot) { return [] }
    count += 1
    var (categories, members): ([String], [String]) = ([], [])
    if withCategories || version == nil, record.id.kind == .person {
      for id in try snapshot.groups(of: record.id) {
        guard let group = try snapshot.record(id), let name = group.text(.name) else { continue }
        if try version != nil || !hasCard(group, snapshot) { categories.append(name) }
      }
    }
    if record.id.kind == .group {
      for member in try snapshot.members(of: record.id) {
        if let uid = try snapshot.record(member)?.uid { members.append(uid) }
      }
    }
    let photo = try record[.image]?.blob.flatMap { try snapshot.blob($0.hash) }
    let card = Card(record, categories: categories, members: members)
    var bytes: [UInt8] = []
    if let original = try snapshot.importedCard(of: record) {
      VCardWriter.write(
        card, original: original, version: version, addsUID: version != nil, photo: { _ in photo },
        into: &bytes)
      if bytes.last != 0x0A { bytes += [0x0D, 0x0A] }
    } else {
      VCardWriter.write(card, version: version ?? .v3, photo: { _ in photo }, into: &bytes)
    }
    return bytes
  }
}
