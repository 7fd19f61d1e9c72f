import CommandLineTool
import ContactLog
import ContactModel

/// The command `restore`.
enum RestoreCommand: Command {
  static let spec = CommandSpec(
    "restore", "Set records, values or the whole book back to how they were",
    text: """
      Whatever was changed since, by whom it may be: the record is as it was then, with its entries in \
      their order, its memberships and links; one that was removed since comes back. --all does so \
      with the whole book: records created since are removed, with their history kept. The new commit \
      can be undone like any other.

      The moment is a commit's number (as of after it), or a time such as 2026-03-01, \
      2026-03-01T12:00:00Z, yesterday or '2h ago'. --dry-run shows what would change. A record that \
      was not there then is an error (exit code 1); a group or person removed since takes its \
      memberships and links along, which are listed.
      """,
    arguments: [
      ArgumentSpec("RECORD", "A record, or a slot such as 12/jobTitle", count: .any)
    ],
    options: [
      OptionSpec("as-of", value: MomentInput.placeholder, "The moment to go back to"),
      OptionSpec("all", "The whole book"),
      OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption,
    ],
    examples: [
      .init("restore 12 --as-of yesterday", "sets person 12 back"),
      .init("restore 12/jobTitle --as-of 7", "sets one value back to what it was after commit 7"),
      .init("restore --all --as-of 7 --dry-run", "says what setting the book back would change"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    guard let text = context.line.option("as-of") else {
      throw Failure(.usage, "--as-of is missing: a commit of 'contactlog log', or a time")
    }
    let moment = try context.moment(text)
    let words = context.line.allArguments("RECORD")
    guard words.isEmpty == context.line.flag("all") else {
      throw Failure(
        .usage,
        words.isEmpty
          ? "RECORD is missing; --all restores the whole book"
          : "--all is the whole book; leave out '\(words[0])'")
    }
    let store = try context.openStore()
    let (number, parts) = try store.read { snapshot in
      var parts: [RecordPart] = []
      for word in words { parts.append(try PartInput.find(word, in: snapshot)) }
      return (try moment.commitNumber(in: snapshot), parts)
    }
    let isDryRun = context.line.flag("dry-run")
    let note = context.line.option("note") ?? "as of commit \(number)"
    let report =
      parts.isEmpty
      ? try store.restoreAll(
        asOf: .commit(number), author: context.author, program: Context.program, note: note,
        dryRun: isDryRun)
      : try store.restore(
        parts, asOf: .commit(number), author: context.author, program: Context.program,
        note: note, dryRun: isDryRun)
    try UndoView(report, context, store, isDryRun ? .dryRun : .done).write()
    return .ok
  }
}
