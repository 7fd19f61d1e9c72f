import CommandLineTool
import ContactLog
import ContactModel

/// The command `history`.
enum HistoryCommand: Command {
  static let spec = CommandSpec(
    "history", "Show every change of a person, group or slot, the oldest first",
    text: """
      Old and new value of every change, with who made it, when, through what and in which commit; \
      memberships and links included. An entry keeps its id whatever becomes of its value, label and \
      place; in JSON 'entry' is the position that added it. The kinds of change are listed by \
      'contactlog help changes'. A removed record keeps its history; name it by number or uid.
      """,
    arguments: [
      ArgumentSpec("RECORD", "A record, or a slot such as 12/jobTitle or 12/phones/3")
    ],
    options: [
      OptionSpec("limit", value: "N", "Only the last so many changes"), BookReading.option,
    ],
    examples: [
      .init("history 12", "shows everything that happened to person 12"),
      .init("history 12/phones/3", "shows what happened to one number"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let word = context.argument("RECORD")
    let slot = SlotName(word)
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    let store = try context.openReading()
    var lookup = RecordLookup.reading
    lookup.takesRemoved = true
    let rows = try store.read { snapshot in
      let id = try lookup.find(slot?.record ?? word, in: snapshot)
      var items = try snapshot.history(of: id)
      if let slot { items = try items.filter(matching(slot.path, of: id, lookup, snapshot)) }
      return try ChangeRows(items.suffix(limit), snapshot)
    }
    try rows.write(context.output)
    return rows.items.isEmpty ? .nothingFound : .ok
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
}
