import CommandLineTool

/// The command `completion SHELL`.
enum CompletionCommand: Command {
  static let spec = CommandSpec(
    "completion", "Print a completion script for bash or zsh",
    text: """
      For bash, keep the script as ~/.local/share/bash-completion/completions/contactlog. For zsh, \
      keep it as _contactlog in a folder of $fpath.
      """,
    arguments: [
      ArgumentSpec("SHELL", "bash or zsh", completion: .words(["bash", "zsh"]))
    ],
    examples: [.init("completion bash", "prints the script for bash")])

  static func run(_ context: Context) throws -> ExitCode {
    let table = CommandList.table
    let isBash = context.argument("SHELL") == "bash"
    try context.output.raw(
      isBash ? BashCompletion(table).script : ZshCompletion(table).script)
    return .ok
  }
}
