import CommandLineTool
import Terminal

/// The command `help [COMMAND...]`.
enum HelpCommand: Command {
  static let spec = CommandSpec(
    "help", "Explain the tool, a command or a topic",
    arguments: [
      ArgumentSpec("COMMAND", "The command, such as 'group new', or the topic", count: .any)
    ],
    examples: [
      .init("help import", "explains import and its options"),
      .init("help slots", "explains how values are named"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    try show(context.line.allArguments("COMMAND"), in: context)
    return .ok
  }

  /// Writes the page of a command or topic.
  static func show(_ path: [String], in context: Context) throws {
    let width = Display.of(.output, environment: context.environment).width ?? 80
    guard let page = HelpText(CommandList.table, width: width).page(for: path) else {
      let name = path.joined(separator: " ")
      throw Failure(.usage, "there is no command or topic '\(name)' (see 'contactlog help')")
    }
    try context.output.raw(page)
  }
}
