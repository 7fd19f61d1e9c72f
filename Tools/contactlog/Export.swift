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

  private var version: VCardVersion {
    switch format {
    case "vcard21": .v21
    case "vcard4": .v4
    default: .v3
    }
  }

  /// The bytes of a record's card.
  ///
  /// - Parameter withCategories: Whether a person names its groups; not where the groups are
  ///   written themselves, or reading the file back would make each group twice.
  mutating func card(
    _ record: Record, _ snapshot: borrowing Snapshot, withCategories: Bool
  ) throws -> [UInt8] {
    count += 1
    if format == "json" {
      guard let view = try RecordView(record.id, in: snapshot) else { return [] }
      return Array((view.json.text + "\n").utf8)
    }
    var (categories, members): ([String], [String]) = ([], [])
    if withCategories, record.id.kind == .person {
      for group in try snapshot.groups(of: record.id) {
        if let name = try snapshot.record(group)?.text(.name) { categories.append(name) }
      }
    }
    if record.id.kind == .group {
      for member in try snapshot.members(of: record.id) {
        if let uid = try snapshot.record(member)?.uid { members.append(uid) }
      }
    }
    let photo = try record[.image]?.blob.flatMap { try snapshot.blob($0.hash) }
    var bytes: [UInt8] = []
    VCardWriter.write(
      Card(record, categories: categories, members: members), version: version,
      photo: { _ in photo }, into: &bytes)
    return bytes
  }
}
