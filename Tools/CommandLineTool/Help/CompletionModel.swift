/// What completion needs of a table: every command with its words, flattened.
struct CompletionModel {
  struct Entry {
    /// `""` for the tool itself, else such as `group new`.
    let path: String
    let subcommands: [(name: String, summary: String)]
    let options: [OptionSpec]
    let arguments: [ArgumentSpec]
  }

  let entries: [Entry]

  init(_ table: CommandTable) {
    let root = Self.visible(table.commands)
    var entries = [
      Entry(path: "", subcommands: root, options: table.commonOptions, arguments: [])
    ]
    func add(_ command: CommandSpec, under path: String) {
      let own = path.isEmpty ? command.name : "\(path) \(command.name)"
      entries.append(
        Entry(
          path: own, subcommands: Self.visible(command.subcommands),
          options: command.options + table.commonOptions, arguments: command.arguments))
      for child in command.subcommands where !child.isHidden { add(child, under: own) }
    }
    for command in table.commands where !command.isHidden { add(command, under: "") }
    self.entries = entries
  }

  private static func visible(_ commands: [CommandSpec]) -> [(name: String, summary: String)] {
    commands.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
  }

  /// Spellings of all options that take a value, with what to offer, each once.
  var valueOptions: [(spelling: String, completion: ValueCompletion)] {
    var seen: Set<String> = []
    var out: [(String, ValueCompletion)] = []
    for option in entries.flatMap(\.options) where option.value != nil {
      let spellings = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
      for spelling in spellings where seen.insert(spelling).inserted {
        out.append((spelling, option.completion))
      }
    }
    return out
  }
}
