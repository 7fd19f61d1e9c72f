import CommandLineTool

/// The hidden command `reference`: makes docs/contactlog.md, so that it never says anything else
/// than help.
enum ReferenceCommand: Command {
  static let spec = CommandSpec(
    "reference", "Print the written reference in Markdown", isHidden: true)

  static func run(_ context: Context) throws -> ExitCode {
    try context.output.raw(MarkdownReference(CommandList.table).text)
    return .ok
  }
}
