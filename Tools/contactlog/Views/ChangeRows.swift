import CommandLineTool
import ContactLog
import ContactModel

/// Changes with old and new value, as `history` and `log COMMIT` show them.
struct ChangeRows {
  private(set) var items: [HistoryItem]
  private var commits: [UInt64: Commit] = [:]
  private var uids: [RecordID: String] = [:]

  /// These items, with what else is to be said about them.
  init(_ items: [HistoryItem], _ snapshot: borrowing Snapshot) throws {
    self.items = items
    for item in items {
      let (commit, record) = (item.logged.commit, item.logged.event.record)
      if commits[commit] == nil { commits[commit] = try snapshot.commit(commit) }
      for id in [record, item.logged.event.change.kept].compactMap({ $0 }) where uids[id] == nil {
        uids[id] = try snapshot.recordOrRemoved(id)?.uid ?? ""
      }
    }
  }

  /// All changes of a commit.
  init(of number: UInt64, _ snapshot: borrowing Snapshot) throws {
    try self.init(snapshot.changes(of: number), snapshot)
  }

  private static let columns = [
    Column("commit", alignsRight: true), Column("time"), Column("author"), Column("through"),
    Column("change"), Column("slot"), Column("old", isFlexible: true),
    Column("new", isFlexible: true),
  ]

  private static let fullColumns = [
    "commit", "position", "time", "author", "program", "record", "change", "slot", "old", "new",
  ].map { Column($0) }

  /// Writes them as rows of the output's form.
  func write(_ output: Output) throws {
    let isForPeople = output.mode == .table
    let rows = output.rows(isForPeople ? Self.columns : Self.fullColumns)
    for item in items {
      try rows.add(isForPeople ? cells(item) : fullCells(item), json: json(item))
    }
    try rows.finish()
  }

  private func header(_ item: HistoryItem) -> (time: Int64, author: String, program: String) {
    let header = commits[item.logged.commit]?.header
    return (header?.time ?? 0, header?.author ?? "", header?.program ?? "")
  }

  private func property(_ item: HistoryItem) -> Property? {
    item.logged.event.change.slot(at: item.logged.position)?.property
  }

  private func cells(_ item: HistoryItem) -> [String] {
    let header = header(item)
    return [
      "\(item.logged.commit)", TimeView.local(header.time), header.author, header.program,
      item.logged.event.change.name, item.slotName,
      ContentView.text(item.old, of: property(item)), new(item),
    ]
  }

  /// What the slot held after, or whom the record went into.
  private func new(_ item: HistoryItem) -> String {
    item.logged.event.change.kept.map { "in \($0)" }
      ?? ContentView.text(item.new, of: property(item))
  }

  private func fullCells(_ item: HistoryItem) -> [String] {
    let header = header(item)
    return [
      "\(item.logged.commit)", "\(item.logged.position)", TimeView.text(header.time),
      header.author, header.program, "\(item.logged.event.record)", item.logged.event.change.name,
      item.slotName, ContentView.text(item.old, of: property(item)), new(item),
    ]
  }

  private func json(_ item: HistoryItem) -> JSON {
    let header = header(item)
    return .object(
      [
        JSON.Field("commit", .number(item.logged.commit)),
        JSON.Field("position", .number(item.logged.position)),
        JSON.Field("time", TimeView.json(header.time)),
        JSON.Field("author", .string(header.author)),
        JSON.Field("program", .string(header.program)),
      ] + change(item))
  }

  /// The changes inside of their commit's object.
  var changes: JSON {
    .array(
      items.map {
        .object([JSON.Field("position", .number($0.logged.position))] + change($0))
      })
  }

  private func change(_ item: HistoryItem) -> [JSON.Field] {
    let event = item.logged.event
    let old = ContentView.json(item.old, of: property(item))
    let new = ContentView.json(item.new, of: property(item))
    // Not with `?:`, whose nil would be JSON's null.
    let restores = [event.restores].first { $0 != 0 }.map { JSON.number($0) }
    let entry = event.change.slot(at: item.logged.position)?.entry.map { JSON.number($0) }
    let after = event.change.placedAfter.map { JSON.number($0) }
    return [
      ("record", RecordView.reference(event.record, uid: uids[event.record] ?? "")),
      ("change", .string(event.change.name)), ("slot", .string(item.slotName)), ("entry", entry),
      ("after", after),
      ("into", event.change.kept.map { RecordView.reference($0, uid: uids[$0] ?? "") }),
      ("restores", restores), ("old", old), ("new", new),
    ].compactMap { name, value in value.map { JSON.Field(name, $0) } }
  }
}

extension Change {
  /// The entry, by position, behind which one was put; `nil`: in front, or none was put anywhere.
  fileprivate var placedAfter: Position? {
    switch self {
    case .entryAdded(_, _, let after, _, _), .entryMoved(_, _, let after): after == 0 ? nil : after
    default: nil
    }
  }
}
