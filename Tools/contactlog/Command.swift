import CommandLineTool

/// One command: its place in the table, and its work.
protocol Command: SendableMetatype {
  /// What it takes and what help says.
  static var spec: CommandSpec { get }
  /// The commands below it.
  static var subcommands: [any Command.Type] { get }
  /// Does the work.
  static func run(_ context: Context) throws -> ExitCode
}

extension Command {
  static var subcommands: [any Command.Type] { [] }

  /// The entry of the table, with the commands below.
  static var fullSpec: CommandSpec {
    var spec = spec
    spec.subcommands = subcommands.map { $0.fullSpec }
    return spec
  }
}
