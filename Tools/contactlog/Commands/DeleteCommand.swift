import CommandLineTool
import ContactLog
import ContactModel

/// The command `delete`.
enum DeleteCommand: Command {
  static let spec = CommandSpec(
    "delete", "Remove people or groups",
    text: """
      They leave their groups and links. Nothing is lost: 'contactlog undelete' brings them back as \
      they were, whenever that was, with the same numbers and memberships.

      A change that removes more than 20 records and more than a tenth of the book is held (exit code \
      7) unless --confirm-mass-change is given; 'contactlog settings' has the limit.
      """,
    arguments: [
      ArgumentSpec("RECORD", "A number, uid or full unique name", count: .oneOrMore)
    ],
    options: Edit.options,
    examples: [.init("delete 12 14", "removes two people as one commit")])

  static func run(_ context: Context) throws -> ExitCode {
    try Edit.run(context) { edit in
      // All names are looked up before anything is removed.
      let ids = try context.line.allArguments("RECORD").map { try edit.record($0) }
      var seen: Set<RecordID> = []
      for id in ids where seen.insert(id).inserted { try edit.session.remove(id) }
      return ids
    }
  }
}
