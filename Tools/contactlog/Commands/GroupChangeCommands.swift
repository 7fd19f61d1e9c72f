import CommandLineTool
import ContactLog
import ContactModel

/// The command `group new`.
enum GroupNewCommand: Command {
  static let spec = CommandSpec(
    "new", "Make a group", arguments: [ArgumentSpec("NAME", "Its name")],
    options: Edit.options, examples: [.init("group new Friends", "makes a group")])

  static func run(_ context: Context) throws -> ExitCode {
    let name = context.argument("NAME")
    guard !name.isEmpty else { throw Failure(.badData, "a group needs a name") }
    return try Edit.run(context) { [try $0.session.createGroup(named: name)] }
  }
}

/// The command `group add`.
enum GroupAddCommand: Command {
  static let spec = CommandSpec(
    "add", "Add people or groups to a group",
    arguments: [GroupCommand.groupArgument, GroupCommand.memberArgument],
    options: Edit.options,
    examples: [.init("group add Friends 12 'Ada Lovelace'", "adds two people as one commit")])

  static func run(_ context: Context) throws -> ExitCode {
    try Edit.run(context) { edit in
      let group = try edit.record(context.argument("GROUP"), .group)
      for word in context.line.allArguments("MEMBER") {
        try edit.session.addMember(edit.record(word), to: group)
      }
      return [group]
    }
  }
}

/// The command `group remove`.
enum GroupRemoveCommand: Command {
  static let spec = CommandSpec(
    "remove", "Remove people or groups from a group",
    text: "The people stay; only the memberships end.",
    arguments: [GroupCommand.groupArgument, GroupCommand.memberArgument],
    options: Edit.options,
    examples: [.init("group remove Friends 12", "ends a membership")])

  static func run(_ context: Context) throws -> ExitCode {
    try Edit.run(context) { edit in
      let group = try edit.record(context.argument("GROUP"), .group)
      for word in context.line.allArguments("MEMBER") {
        try edit.session.removeMember(edit.record(word), from: group)
      }
      return [group]
    }
  }
}

/// The command `group delete`.
enum GroupDeleteCommand: Command {
  static let spec = CommandSpec(
    "delete", "Remove a group", text: "Its members stay; 'contactlog undo' brings it back.",
    arguments: [GroupCommand.groupArgument], options: Edit.options,
    examples: [.init("group delete Friends", "removes the group, not the people")])

  static func run(_ context: Context) throws -> ExitCode {
    try Edit.run(context) { edit in
      let group = try edit.record(context.argument("GROUP"), .group)
      try edit.session.remove(group)
      return [group]
    }
  }
}
