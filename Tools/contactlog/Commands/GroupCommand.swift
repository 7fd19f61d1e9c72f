import CommandLineTool
import ContactLog
import ContactModel

/// The command `group` and those below it.
enum GroupCommand: Command {
  static let spec = CommandSpec(
    "group", "List, make, fill and remove groups",
    text: "A group is named as group:3, 3, by its uid or its full name.")

  static let subcommands: [any Command.Type] = [
    GroupListCommand.self, GroupNewCommand.self, GroupAddCommand.self, GroupRemoveCommand.self,
    GroupMembersCommand.self, GroupDeleteCommand.self,
  ]

  static func run(_ context: Context) throws -> ExitCode {
    // The parser asks for one of the commands below before it gets here.
    throw Failure(.usage, "no command given (see 'contactlog help group')")
  }

  static let groupArgument = ArgumentSpec("GROUP", "The group")
  static let memberArgument = ArgumentSpec(
    "MEMBER", "A person, or a group as group:4", count: .oneOrMore)
}
