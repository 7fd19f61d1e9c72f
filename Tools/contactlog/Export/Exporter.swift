import CommandLineTool
import ContactLog
import ContactModel
import VCard

/// Writes records in a format, one after the other: memory does not grow with their number.
struct Exporter {
  let format: ExportFormat
  let selection: Selection
  /// Whether people name their groups, instead of groups having cards.
  let namesGroups: Bool
  let table: CSVWriter.Options
  let write: ([UInt8]) throws -> Void
  /// Cards or rows written so far.
  private(set) var count = 0

  init(
    _ format: ExportFormat, _ selection: Selection, namesGroups: Bool = false,
    table: CSVWriter.Options = CSVWriter.Options(),
    write: @escaping ([UInt8]) throws -> Void = { _ in }
  ) {
    self.format = format
    self.selection = selection
    self.namesGroups = namesGroups
    self.table = table
    self.write = write
  }

  /// Writes the records.
  mutating func run(_ snapshot: borrowing Snapshot) throws {
    switch format {
    case .table(let layout): try writeTable(layout, snapshot)
    case .jCard: try writeJCards(snapshot)
    case .json:
      var count = 0
      try selection.forEach(in: snapshot) { record in
        guard let view = try RecordView(record.id, in: snapshot) else { return }
        try write(Array((view.json.text + "\n").utf8))
        count += 1
      }
      self.count = count
    case .vCard, .original: try writeCards(snapshot)
    }
  }

  private mutating func writeCards(_ snapshot: borrowing Snapshot) throws {
    var count = 0
    try selection.forEach(in: snapshot) { record in
      guard let bytes = try card(record, snapshot) else { return }
      try write(bytes)
      count += 1
    }
    self.count = count
  }

  private mutating func writeJCards(_ snapshot: borrowing Snapshot) throws {
    var count = 0
    try selection.forEach(in: snapshot) { record in
      guard let (card, photos) = try content(record, snapshot) else { return }
      if !selection.isSingle {
        try write(count == 0 ? JCardWriter.listStart : JCardWriter.listSeparator)
      }
      var bytes: [UInt8] = []
      let original = try snapshot.importedCard(of: record)
      JCardWriter.write(card, original: original, photo: photos.bytes, into: &bytes)
      try write(bytes)
      count += 1
    }
    if count == 0 { try write(JCardWriter.listStart) }
    try write(selection.isSingle && count > 0 ? [0x0A] : JCardWriter.listEnd)
    self.count = count
  }

  /// A table knows its columns only when all rows are known: everything is read twice.
  private mutating func writeTable(
    _ layout: CSVLayout, _ snapshot: borrowing Snapshot
  ) throws {
    var writer = CSVWriter(layout, options: table)
    try selection.forEach(in: snapshot) { record in
      if let row = try row(record, snapshot) { writer.widen(for: row) }
    }
    try write(writer.heading())
    var count = 0
    try selection.forEach(in: snapshot) { record in
      guard let row = try row(record, snapshot) else { return }
      try write(writer.row(row))
      count += 1
    }
    self.count = count
  }

  /// What a table says of a person, its groups named; nil for a group.
  private func row(_ record: Record, _ snapshot: borrowing Snapshot) throws -> Card? {
    guard record.id.kind == .person else { return nil }
    var names: [String] = []
    for id in try snapshot.groups(of: record.id) {
      if let name = try snapshot.record(id)?.text(.name) { names.append(name) }
    }
    return Card(record, categories: names)
  }
}

// MARK: - Cards

extension Exporter {
  /// The version that cards are written in; nil: each in its own.
  private var version: VCardVersion? {
    if case .vCard(let version) = format { version } else { format == .jCard ? .v4 : nil }
  }

  /// Whether a group has a card of its own.
  ///
  /// In the original form one that came out of categories goes back into them, unless they cannot
  /// say it; so it is with all groups where people are to name them.
  private func hasCard(_ group: Record, _ snapshot: borrowing Snapshot) throws -> Bool {
    if format == .original {
      if try snapshot.importedCard(of: group) != nil { return true }
    } else if !namesGroups {
      return true
    }
    let members = try snapshot.members(of: group.id)
    return members.isEmpty || members.contains { $0.kind == .group }
  }

  /// What a record's card says, and its photo; nil for a group that has no card.
  private func content(
    _ record: Record, _ snapshot: borrowing Snapshot
  ) throws -> (Card, Photos)? {
    if record.id.kind == .group, try !hasCard(record, snapshot) { return nil }
    var (categories, members): ([String], [String]) = ([], [])
    if record.id.kind == .person {
      // Where groups are written, naming them again would make each twice.
      let namesAll = selection.isWithoutGroups && format != .original
      for id in try snapshot.groups(of: record.id) {
        guard let group = try snapshot.record(id), let name = group.text(.name) else { continue }
        if try namesAll || !hasCard(group, snapshot) { categories.append(name) }
      }
    } else {
      for member in try snapshot.members(of: record.id) {
        // Members are named by address, which a bare identifier is not.
        guard let uid = try snapshot.record(member)?.uid else { continue }
        members.append(uid.contains(":") ? uid : "urn:uuid:\(uid)")
      }
    }
    members += try strangers(record, snapshot)
    var photos = Photos()
    try photos.load(record[.image]?.blob, snapshot)
    return (Card(record, categories: categories, members: members), photos)
  }

  /// Members that the imported card names and no record ever answered to: they are not lost.
  private func strangers(
    _ record: Record, _ snapshot: borrowing Snapshot
  ) throws -> [String] {
    guard let stored = try snapshot.importedCard(of: record), Self.namesMembers(stored),
      let card = VCardParser(limits: .none).parse(stored.span).card
    else { return [] }
    return try card.members.filter { member in
      try record.id.kind == .person || snapshot.records(uid: member).isEmpty
    }
  }

  private static func namesMembers(_ card: [UInt8]) -> Bool {
    let word = Array("MEMBER".utf8)
    var matched = 0
    for byte in card {
      let capital = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      matched = capital == word[matched] ? matched + 1 : capital == word[0] ? 1 : 0
      if matched == word.count { return true }
    }
    return false
  }

  /// The bytes of a record's card; lines of an imported card that nobody edited stay as they are
  /// where the version is its own.
  func card(_ record: Record, _ snapshot: borrowing Snapshot) throws -> [UInt8]? {
    guard case (let card, var photos)? = try content(record, snapshot) else { return nil }
    var bytes: [UInt8] = []
    guard let stored = try snapshot.importedCard(of: record) else {
      VCardWriter.write(card, version: version ?? .v3, photo: photos.bytes, into: &bytes)
      return bytes
    }
    var original = stored
    if version == nil, let reference = record[.card]?.blob, !reference.isTo(stored) {
      // Its photo is kept apart: it is put back, folded as it was.
      try photos.load(VCardParser(limits: .none).parse(stored.span).card?.photo, snapshot)
      original =
        StoredCard.original(
          of: stored, byteCount: reference.byteCount, photo: photos.bytes,
          isOriginal: reference.isTo) ?? stored
    }
    VCardWriter.write(
      card, original: original, version: version, addsUID: version != nil, photo: photos.bytes,
      into: &bytes)
    if let last = bytes.last, last != 0x0A, last != 0x0D { bytes += [0x0D, 0x0A] }
    return bytes
  }

  /// The octets of a few stored photos.
  private struct Photos {
    private var known: [ContentHash: [UInt8]] = [:]

    mutating func load(_ reference: BlobReference?, _ snapshot: borrowing Snapshot) throws {
      guard let reference, known[reference.hash] == nil else { return }
      known[reference.hash] = try snapshot.blob(reference.hash)
    }

    mutating func load(_ photo: Card.Photo?, _ snapshot: borrowing Snapshot) throws {
      if case .reference(let reference)? = photo { try load(reference, snapshot) }
    }

    func bytes(_ reference: BlobReference) -> [UInt8]? { known[reference.hash] }
  }
}
