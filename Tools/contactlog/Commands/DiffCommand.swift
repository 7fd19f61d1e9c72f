import CommandLineTool
import ContactLog
import ContactModel

/// The command `diff`.
enum DiffCommand: Command {
  static let spec = CommandSpec(
    "diff", "Show how the book, or one record, differs between two moments",
    text: """
      Records added, removed and changed, slot by slot; a membership stands with its group, a link with \
      the person of the smaller number. Entries are known by what added them, so a corrected number is \
      a change of its value. Without B everything since A is shown; A may be later than B. Nothing \
      differing is exit code 1.

      With --vcard each record is written as a card as it was, then as it is; the line \
      X-CONTACTLOG-SIDE says which one is which. A record that was not there has no card on that side.
      """,
    arguments: [
      ArgumentSpec("A", "COMMIT or TIME (see 'contactlog help times')"),
      ArgumentSpec("B", "COMMIT or TIME; the last commit without", count: .optional),
      ArgumentSpec("RECORD", "Only this person or group", count: .optional),
    ],
    options: [OptionSpec("vcard", "Write pairs of cards; in JSON besides the changes")],
    examples: [
      .init("diff yesterday", "shows what changed since last night"),
      .init("diff 12 20", "shows what commits 13 to 20 changed"),
      .init("diff 2026-01-01 head 12 --vcard", "writes person 12 as it was and as it is"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let moments = try [context.argument("A"), context.line.argument("B") ?? "head"].map {
      try context.moment($0)
    }
    let store = try context.openStore()
    let (old, new, record) = try store.read { snapshot in
      var lookup = RecordLookup.reading
      lookup.takesRemoved = true
      return (
        try moments[0].commitNumber(in: snapshot), try moments[1].commitNumber(in: snapshot),
        try context.line.argument("RECORD").map { try lookup.find($0, in: snapshot) }
      )
    }
    let view = DiffView(store: store, old: old, new: new, hasCards: context.line.flag("vcard"))
    return try view.write(record, context.output) ? .ok : .nothingFound
  }
}
