import CommandLineTool
import ContactLog
import ContactModel

/// The command `undelete`.
enum UndeleteCommand: Command {
  static let spec = CommandSpec(
    "undelete", "Bring removed people or groups back as they were",
    text: """
      With the same number, uid, ids of entries and photo, and back in the groups and links that they \
      left with; however long ago it was. All come back as one commit, which can be undone.

      A membership in a group that is removed itself stays away and is listed; bring both back \
      together. A record that is not removed is an error (exit code 1).
      """,
    arguments: [ArgumentSpec("RECORD", "A number or uid", count: .oneOrMore)],
    options: [OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption],
    examples: [
      .init("undelete 12", "brings person 12 back"),
      .init("undelete 12 group:3", "brings a person and a group back, and one into the other"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openStore()
    let lookup = RecordLookup(takesRemoved: true)
    let ids = try store.read { snapshot in
      var ids: [RecordID] = []
      for word in context.line.allArguments("RECORD") {
        ids.append(try lookup.find(word, in: snapshot))
      }
      return ids
    }
    let isDryRun = context.line.flag("dry-run")
    let report = try store.undelete(
      ids, author: context.author, program: Context.program, note: context.line.option("note"),
      dryRun: isDryRun)
    try UndoView(report, context, store, isDryRun ? .dryRun : .done).write()
    return .ok
  }
}
