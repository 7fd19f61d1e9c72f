import CommandLineTool
import ContactLog
import ContactModel

/// Rows of records: `id`, `uid`, `kind`, `name`.
///
/// The uid is left out where people read.
struct RecordRows {
  private let rows: RowWriter
  private let isForPeople: Bool
  private let lastNameFirst: Bool
  /// Rows written so far.
  var count: Int { rows.count }

  init(_ output: Output, lastNameFirst: Bool = false) {
    isForPeople = output.mode == .table
    self.lastNameFirst = lastNameFirst
    rows = output.rows(
      isForPeople
        ? [Column("id", alignsRight: true), Column("name", isFlexible: true), Column("kind")]
        : [Column("id"), Column("uid"), Column("kind"), Column("name")])
  }

  func add(_ record: Record) throws {
    let kind = RecordView.kind(record)
    let name = record.compositeName(lastNameFirst: lastNameFirst)
    try rows.add(
      isForPeople
        ? ["\(record.id)", name, kind] : ["\(record.id)", record.uid, kind, name],
      json: .fields([
        "id": .number(record.id.number), "uid": .string(record.uid), "kind": .string(kind),
        "name": .string(name),
      ]))
  }

  /// Adds the records of these numbers, some hundred in each snapshot: a slow reader of the output
  /// must not hold one.
  func add(_ ids: [RecordID], from store: BookReading) throws {
    for start in stride(from: 0, to: ids.count, by: 500) {
      let records = try store.read { snapshot in
        var records: [Record] = []
        for id in ids[start..<min(start + 500, ids.count)] {
          if let record = try snapshot.record(id) { records.append(record) }
        }
        return records
      }
      for record in records { try add(record) }
    }
  }

  func finish() throws { try rows.finish() }
}
