import CommandLineTool
import ContactLog
import ContactModel

/// The command `blame`.
enum BlameCommand: Command {
  static let spec = CommandSpec(
    "blame", "Show who set each value of a person or group, and when",
    text: """
      Names the commit whose effect stands: after an undo that is the one which set the value first. \
      The commit that wrote the slot last is shown as well where it is another one.
      """,
    arguments: [ArgumentSpec("RECORD", "A record, or a slot such as 12/jobTitle")],
    examples: [.init("blame 12", "shows where every value of person 12 comes from")])

  private struct Loaded {
    var id: RecordID
    var uid: String
    var items: [BlameItem]
    var commits: [UInt64: Commit] = [:]
  }

  static func run(_ context: Context) throws -> ExitCode {
    let word = context.argument("RECORD")
    let slot = SlotName(word)
    let store = try context.openStore()
    let loaded = try store.read { snapshot in
      let id = try RecordLookup.reading.find(slot?.record ?? word, in: snapshot)
      var items = try snapshot.blame(of: id)
      if let slot {
        let name = "\(id)/\(slot.path.text)"
        items = items.filter { $0.slotName == name || $0.slotName.hasPrefix(name + "/") }
      }
      let uid = try snapshot.recordOrRemoved(id)?.uid ?? ""
      var loaded = Loaded(id: id, uid: uid, items: items)
      for item in items where loaded.commits[item.effective.commit] == nil {
        loaded.commits[item.effective.commit] = try snapshot.commit(item.effective.commit)
      }
      return loaded
    }
    try write(loaded, context.output)
    return loaded.items.isEmpty ? .nothingFound : .ok
  }

  private static func write(_ loaded: Loaded, _ output: Output) throws {
    let isForPeople = output.mode == .table
    let rows = output.rows(
      isForPeople
        ? [
          Column("slot"), Column("value", isFlexible: true), Column("commit", alignsRight: true),
          Column("time"), Column("author"),
        ]
        : [
          "slot", "value", "commit", "position", "time", "author", "program", "lastCommit",
          "lastPosition",
        ].map { Column($0) })
    for item in loaded.items {
      let header = loaded.commits[item.effective.commit]?.header
      let (author, time) = (header?.author ?? "", header?.time ?? 0)
      let value = ContentView.text(item.content, of: item.slot.property)
      let wasRestored = item.last.position != item.effective.position
      let commit = "\(item.effective.commit)"
      try rows.add(
        isForPeople
          ? [
            item.slotName, value, wasRestored ? "\(commit) (by \(item.last.commit))" : commit,
            TimeView.local(time), author,
          ]
          : [
            item.slotName, value, commit, "\(item.effective.position)", TimeView.text(time),
            author, header?.program ?? "", "\(item.last.commit)", "\(item.last.position)",
          ],
        json: .fields([
          "record": RecordView.reference(loaded.id, uid: loaded.uid),
          "slot": .string(item.slotName),
          "value": ContentView.json(item.content, of: item.slot.property),
          "commit": .number(item.effective.commit), "position": .number(item.effective.position),
          "time": TimeView.json(time), "author": .string(author),
          "program": .string(header?.program ?? ""),
          "lastCommit": wasRestored ? .number(item.last.commit) : nil,
          "lastPosition": wasRestored ? .number(item.last.position) : nil,
        ]))
    }
    try rows.finish()
  }
}
