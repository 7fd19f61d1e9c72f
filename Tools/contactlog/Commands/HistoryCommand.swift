import CommandLineTool
import ContactLog
import ContactModel

/// The command `history`.
enum HistoryCommand: Command {
  static let spec = CommandSpec(
    "history", "Show every change of a person, group or slot, the oldest first",
    text: """
      Old and new value of every change, with who made it, when and in which commit; memberships and \
      links included. The kinds of change are listed by 'contactlog help changes'. A removed record \
      keeps its history; name it by number or uid.
      """,
    arguments: [
      ArgumentSpec("RECORD", "A record, or a slot such as 12/jobTitle or 12/phones/3")
    ],
    options: [OptionSpec("limit", value: "N", "Only the last so many changes")],
    examples: [
      .init("history 12", "shows everything that happened to person 12"),
      .init("history 12/phones/3", "shows what happened to one number"),
    ])

  /// What the rows need beside the items.
  private struct Loaded {
    var items: [HistoryItem]
    var commits: [UInt64: Commit] = [:]
    var uids: [RecordID: String] = [:]
  }

  static func run(_ context: Context) throws -> ExitCode {
    let word = context.argument("RECORD")
    let slot = SlotName(word)
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    let store = try context.openStore()
    var lookup = RecordLookup.reading
    lookup.takesRemoved = true
    let loaded = try store.read { snapshot in
      let id = try lookup.find(slot?.record ?? word, in: snapshot)
      var items = try snapshot.history(of: id)
      if let slot { items = try items.filter(matching(slot.path, of: id, lookup, snapshot)) }
      var loaded = Loaded(items: items.suffix(limit))
      for item in loaded.items {
        let (commit, record) = (item.logged.commit, item.logged.event.record)
        if loaded.commits[commit] == nil { loaded.commits[commit] = try snapshot.commit(commit) }
        if loaded.uids[record] == nil {
          loaded.uids[record] = try snapshot.recordOrRemoved(record)?.uid ?? ""
        }
      }
      return loaded
    }
    try write(loaded, context.output)
    return loaded.items.isEmpty ? .nothingFound : .ok
  }

  /// Items of one slot: the whole list, an entry with its label, or one membership.
  private static func matching(
    _ path: SlotPath, of id: RecordID, _ lookup: RecordLookup, _ snapshot: borrowing Snapshot
  ) throws -> (HistoryItem) -> Bool {
    var name = "\(id)/\(path.text)"
    if case .member(let member) = path {
      name = "\(id)/members/\(try lookup.find(member, in: snapshot))"
    }
    return { $0.slotName == name || $0.slotName.hasPrefix(name + "/") }
  }

  private static func write(_ loaded: Loaded, _ output: Output) throws {
    let isForPeople = output.mode == .table
    let columns =
      isForPeople
      ? [
        Column("commit", alignsRight: true), Column("time"), Column("author"), Column("change"),
        Column("slot"), Column("old", isFlexible: true), Column("new", isFlexible: true),
      ]
      : [
        "commit", "position", "time", "author", "program", "record", "change", "slot", "old", "new",
      ].map { Column($0) }
    let rows = output.rows(columns)
    for item in loaded.items {
      let logged = item.logged
      let header = loaded.commits[logged.commit]?.header
      let (author, time) = (header?.author ?? "", header?.time ?? 0)
      let property = logged.event.change.slot(at: logged.position)?.property
      let old = ContentView.text(item.old, of: property)
      let new = ContentView.text(item.new, of: property)
      let change = logged.event.change.name
      let record = logged.event.record
      try rows.add(
        isForPeople
          ? ["\(logged.commit)", TimeView.local(time), author, change, item.slotName, old, new]
          : [
            "\(logged.commit)", "\(logged.position)", TimeView.text(time), author,
            header?.program ?? "", "\(record)", change, item.slotName, old, new,
          ],
        json: .fields([
          "commit": .number(logged.commit), "position": .number(logged.position),
          "time": TimeView.json(time), "author": .string(author),
          "program": .string(header?.program ?? ""),
          "record": RecordView.reference(record, uid: loaded.uids[record] ?? ""),
          "change": .string(change), "slot": .string(item.slotName),
          "old": ContentView.json(item.old, of: property),
          "new": ContentView.json(item.new, of: property),
        ]))
    }
    try rows.finish()
  }
}
