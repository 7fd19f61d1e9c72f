@testable import CommandLineTool

/// A small table with every kind of thing a table can hold.
let sampleTable = CommandTable(
  name: "box", summary: "Keep things in boxes",
  overview: """
    Box keeps things. This paragraph is long enough to be broken into two lines at the width that \
    the tests use.

      box put THING
    """,
  version: "1.0",
  commonOptions: [
    OptionSpec("store", value: "FOLDER", "Where the boxes are", completion: .folders),
    OptionSpec("json", "Write JSON"),
  ],
  commands: [
    CommandSpec(
      "put", "Put things into a box", text: "Things stay in order.",
      arguments: [
        ArgumentSpec("BOX", "The box"),
        ArgumentSpec("THING", "What to put in", count: .oneOrMore, completion: .files),
      ],
      options: [
        OptionSpec("note", short: "n", value: "TEXT", "Why"),
        OptionSpec("tag", value: "WORD", "A tag; may be repeated", isRepeatable: true),
        OptionSpec(
          "format", value: "FORMAT", "How to write it", completion: .words(["long", "short"])),
        OptionSpec("dry-run", "Only say what would happen"),
      ],
      examples: [.init("put 1 apple", "puts an apple into box 1")]),
    CommandSpec(
      "group", "Work on groups",
      subcommands: [
        CommandSpec("list", "List the groups"),
        CommandSpec("new", "Make a group", arguments: [ArgumentSpec("NAME", "Its name")]),
      ]),
    CommandSpec(
      "completion", "Print a completion script",
      arguments: [ArgumentSpec("SHELL", "The shell", completion: .words(["bash", "zsh"]))]),
    CommandSpec(
      "help", "Show help",
      arguments: [ArgumentSpec("COMMAND", "What to explain", count: .any)]),
    CommandSpec("reference", "Print the reference", isHidden: true),
  ],
  topics: [HelpTopic(name: "boxes", summary: "How boxes are named", text: "By number.")])

func parse(_ words: String...) throws -> ParsedCommand {
  try CommandParser(sampleTable).parse(words)
}

/// The problems of a command line, as people read them.
func problems(_ words: String...) -> [String] {
  do throws(UsageError) {
    _ = try CommandParser(sampleTable).parse(words)
    return []
  } catch {
    return error.problems.map(\.description)
  }
}
