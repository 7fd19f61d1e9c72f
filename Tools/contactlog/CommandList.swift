import CommandLineTool

/// All commands, and the table made of them.
enum CommandList {
  static let all: [any Command.Type] = [
    InitCommand.self, ImportCommand.self, ExportCommand.self, ListCommand.self, ShowCommand.self,
    FindCommand.self, NewCommand.self,
    SetCommand.self, ClearCommand.self, AddCommand.self, LabelCommand.self, RemoveCommand.self,
    DeleteCommand.self, GroupCommand.self,
    DuplicatesCommand.self, LinkCommand.self, UnlinkCommand.self, MergeCommand.self,
    UnmergeCommand.self, LogCommand.self, HistoryCommand.self, BlameCommand.self,
    DeletedCommand.self, DiffCommand.self, WhenCommand.self,
    UndoCommand.self, UndeleteCommand.self, RestoreCommand.self,
    ReplayCommand.self, VerifyCommand.self,
    AnchorCommand.self, RebuildCommand.self,
    SettingsCommand.self, StatCommand.self, HelpCommand.self, CompletionCommand.self,
    ReferenceCommand.self,
  ]

  static let table = CommandTable(
    name: "contactlog",
    summary: "Keep contacts and everything that ever happened to them",
    overview: """
      Every change is an event in an append-only log; people, groups and indices follow from it. So \
      every value can be explained (blame), every change taken back (undo), and the whole past \
      replayed and verified.

      The store is the folder given by --store, else by CONTACTLOG_STORE, else \
      $XDG_DATA_HOME/contactlog (~/.local/share/contactlog). Start with 'contactlog init' and \
      'contactlog import FILE'.
      """,
    version: "0.1.0",
    commonOptions: [
      OptionSpec(
        "store", value: "FOLDER", "The store; else CONTACTLOG_STORE, else the data folder",
        completion: .folders),
      OptionSpec(
        "author", value: "NAME", "Who makes the change; else CONTACTLOG_AUTHOR, else your login"),
      OptionSpec("wait", value: "SECONDS", "How long to wait for another writer (5)"),
      OptionSpec(
        "allow-fs", value: "KIND",
        "Accept a kind of file system that is refused, such as overlayfs", isRepeatable: true),
      OptionSpec("json", "Write JSON: one object, or one on each line"),
      OptionSpec("tsv", "Write tab-separated values under a line of names"),
    ],
    commands: all.map { $0.fullSpec },
    topics: Topics.all)

  /// The code of the command at a path of names, or nil.
  static func command(at path: [String]) -> (any Command.Type)? {
    guard let first = path.first else { return nil }
    let start = all.first { $0.spec.name == first }
    return path.dropFirst().reduce(start) { command, name in
      command?.subcommands.first { $0.spec.name == name }
    }
  }
}
