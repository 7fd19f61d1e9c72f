import CommandLineTool
import ContactLog
import ContactModel

/// Rows of records: `id`, `uid`, `kind`, `name`, and what a match is worth.
///
/// The uid is left out where people read.
struct RecordRows {
  /// Whether rows say what a match is worth.
  enum Matches {
    /// Nothing was searched.
    case none
    /// In JSON and TSV.
    case forPrograms
    /// Where people read, too.
    case shown
  }

  private let rows: RowWriter
  private let isForPeople: Bool
  private let lastNameFirst: Bool
  private let matches: Matches
  /// Rows written so far.
  var count: Int { rows.count }

  init(_ output: Output, lastNameFirst: Bool = false, matches: Matches = .none) {
    isForPeople = output.mode == .table
    self.lastNameFirst = lastNameFirst
    self.matches = matches
    let match =
      matches == .shown || matches == .forPrograms && !isForPeople ? [Column("match")] : []
    rows = output.rows(
      isForPeople
        ? [Column("id", alignsRight: true), Column("name", isFlexible: true), Column("kind")]
          + match
        : [Column("id"), Column("uid"), Column("kind"), Column("name")] + match)
  }

  func add(_ record: Record, match: SearchMatch? = nil) throws {
    let kind = RecordView.kind(record)
    let name = record.compositeName(lastNameFirst: lastNameFirst)
    let worth = match.map(Self.worth)
    let cell = matches == .shown || !isForPeople ? worth.map { [$0] } ?? [] : []
    try rows.add(
      (isForPeople
        ? ["\(record.id)", name, kind] : ["\(record.id)", record.uid, kind, name]) + cell,
      json: .fields([
        "id": .number(record.id.number), "uid": .string(record.uid), "kind": .string(kind),
        "name": .string(name), "match": worth.map { .string($0) },
      ]))
  }

  /// `exact`, `national`, `short` or `digits` of a phone number; else `wholeName`, `name`, `other`.
  private static func worth(_ match: SearchMatch) -> String {
    switch match.phone {
    case .exact: "exact"
    case .national: "national"
    case .short: "short"
    case nil: "\(match.rank)"
    }
  }

  /// Adds the records that were found.
  func add(_ found: [SearchMatch], from store: BookReading) throws {
    try add(found.map { (id: $0.record, match: $0) }, from: store)
  }

  /// Adds the records of these numbers.
  func add(_ ids: [RecordID], from store: BookReading) throws {
    try add(ids.map { (id: $0, match: nil) }, from: store)
  }

  /// Reads some hundred records in each snapshot: a slow reader of the output must not hold one.
  private func add(_ found: [(id: RecordID, match: SearchMatch?)], from store: BookReading) throws {
    for start in stride(from: 0, to: found.count, by: 500) {
      let records = try store.read { snapshot in
        var records: [(record: Record, match: SearchMatch?)] = []
        for (id, match) in found[start..<min(start + 500, found.count)] {
          if let record = try snapshot.record(id) { records.append((record, match)) }
        }
        return records
      }
      for (record, match) in records { try add(record, match: match) }
    }
  }

  func finish() throws { try rows.finish() }
}
