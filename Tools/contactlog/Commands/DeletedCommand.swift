import CommandLineTool
import ContactLog
import ContactModel

/// The command `deleted`.
enum DeletedCommand: Command {
  static let spec = CommandSpec(
    "deleted", "List records that were removed, the last one first",
    text: """
      With the name each had, whom it went into if it was merged, and who removed it, when, through what and in which commit. Nothing of a \
      removed record is lost: 'history' and 'blame --as-of' show it, and undoing the commit brings it \
      back. A page ends after --limit records; the next one is asked for with --before and the commit \
      of the last record shown, which leaves out others of that commit.
      """,
    options: [
      OptionSpec("limit", value: "N", "At most so many"),
      OptionSpec(
        "before", value: "COMMIT", "Only what was removed by commits with smaller numbers"),
      OptionSpec(
        "kind", value: "KIND", "person, group or source; else all",
        completion: .words(["person", "group", "source"])),
      BookReading.option,
    ],
    examples: [
      .init("deleted --limit 20", "lists what was removed last"),
      .init("deleted --as-of '1 week ago'", "lists what was gone by then"),
    ])

  private struct Item {
    var record: Record
    var commit: Commit?
    /// Whom it went into by a merge.
    var into: RecordID?
  }

  static func run(_ context: Context) throws -> ExitCode {
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    let before = try context.number("before", in: 1...Int.max).map { UInt64($0) }
    let kind = context.line.option("kind")
    let book = try context.openReading()
    let isForPeople = context.output.mode == .table
    let rows = context.output.rows(isForPeople ? columns : fullColumns)
    var cursor = try book.read { snapshot in
      try before.flatMap { try snapshot.removalCursor(before: $0) }
    }
    while rows.count < limit {
      let page = try book.read { snapshot in
        let page = try snapshot.removed(after: cursor, limit: 200)
        var items: [Item] = []
        for id in page.records where kind == nil || id.kind.name == kind {
          guard let record = try snapshot.recordOrRemoved(id) else { continue }
          let event = try snapshot.removal(of: id)
          items.append(
            Item(
              record: record, commit: try event.flatMap { try snapshot.commit($0.commit) },
              into: try snapshot.mergeTarget(of: id)?.person))
        }
        return (items: items, next: page.next)
      }
      for item in page.items where rows.count < limit {
        try rows.add(isForPeople ? cells(item) : fullCells(item), json: json(item))
      }
      guard let next = page.next else { break }
      cursor = next
    }
    try rows.finish()
    return .ok
  }

  private static let columns = [
    Column("id", alignsRight: true), Column("name", isFlexible: true), Column("into"),
    Column("commit", alignsRight: true), Column("time"), Column("author"), Column("through"),
    Column("note", isFlexible: true),
  ]

  private static let fullColumns = [
    "id", "uid", "kind", "name", "into", "commit", "time", "author", "program", "note",
  ].map { Column($0) }

  private static func cells(_ item: Item) -> [String] {
    let header = item.commit?.header
    return [
      "\(item.record.id)", item.record.compositeName(), item.into.map { "\($0)" } ?? "",
      "\(header?.number ?? 0)",
      TimeView.local(header?.time ?? 0), header?.author ?? "", header?.program ?? "",
      item.commit?.note ?? "",
    ]
  }

  private static func fullCells(_ item: Item) -> [String] {
    let header = item.commit?.header
    return [
      "\(item.record.id)", item.record.uid, RecordView.kind(item.record),
      item.record.compositeName(), item.into.map { "\($0)" } ?? "", "\(header?.number ?? 0)",
      TimeView.text(header?.time ?? 0),
      header?.author ?? "", header?.program ?? "", item.commit?.note ?? "",
    ]
  }

  private static func json(_ item: Item) -> JSON {
    let header = item.commit?.header
    return .fields([
      "id": .number(item.record.id.number), "uid": .string(item.record.uid),
      "kind": .string(RecordView.kind(item.record)), "name": .string(item.record.compositeName()),
      "into": item.into.map { .string("\($0)") },
      "commit": header.map { .number($0.number) }, "time": header.map { TimeView.json($0.time) },
      "author": header.map { .string($0.author) }, "program": header.map { .string($0.program) },
      "note": .text(item.commit?.note),
    ])
  }
}
