/// Reads a command line by a table.
///
/// Options may stand anywhere: `--name value`, `--name=value`, `-n value`. After `--` everything
/// is an argument. `-` alone is an argument, and so is a word whose dashes are followed by a digit
/// (`--01-20` is a birthday, `-5` a number): no option begins with one.
public struct CommandParser: Sendable {
  private let table: CommandTable

  /// Makes a parser for a table.
  public init(_ table: CommandTable) { self.table = table }

  /// Understands the words after the tool's name.
  ///
  /// With `--help` or `--version` missing arguments are no problem.
  ///
  /// - Throws: ``UsageError`` with everything that is wrong, not only the first thing.
  public func parse(_ words: [String]) throws(UsageError) -> ParsedCommand {
    var run = ParserRun(table: table, words: words)
    return try run.parse()
  }
}

private struct ParserRun {
  let table: CommandTable
  let words: [String]
  var next = 0
  var command: CommandSpec?
  var result = ParsedCommand(path: [])
  var positionals: [String] = []
  var problems: [UsageProblem] = []

  mutating func parse() throws(UsageError) -> ParsedCommand {
    var onlyArguments = false
    while next < words.count {
      let word = words[next]
      next += 1
      if onlyArguments || !isOption(word) {
        takeWord(word)
      } else if word == "--" {
        onlyArguments = true
      } else {
        takeOption(word)
      }
    }
    finish()
    guard problems.isEmpty else { throw UsageError(path: result.path, problems: problems) }
    return result
  }

  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    return word.first { $0 != "-" }?.isNumber != true
  }

  // MARK: - Words

  private mutating func takeWord(_ word: String) {
    let choices = command.map { $0.subcommands } ?? table.commands
    let found = positionals.isEmpty ? choices.first { $0.name == word } : nil
    // A command may take words beside the commands below it; its own options are not theirs.
    let takesWords = choices.isEmpty || command?.arguments.isEmpty == false
    guard let found, !takesWords || !hasOwnOptions else {
      if takesWords { return positionals.append(word) }
      let names = choices.filter { !$0.isHidden }.map { $0.name }
      problems.append(
        .unknownCommand(
          (result.path + [word]).joined(separator: " "),
          suggestion: Suggestion.nearest(to: word, among: names)))
      // Without a command nothing after it can be judged.
      next = words.count
      return
    }
    command = found
    result.path.append(word)
  }

  /// Whether options were given that only the command at hand knows.
  private var hasOwnOptions: Bool {
    let given = result.flags.union(result.options.keys)
    return command?.options.contains { given.contains($0.name) } == true
  }

  // MARK: - Options

  private var knownOptions: [OptionSpec] { (command?.options ?? []) + table.commonOptions }

  private mutating func takeOption(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = option(named: name) else {
      let spellings = knownOptions.map { "--\($0.name)" }
      // `-json` is a slip of `--json`, so the dashes are compared too.
      let nearest = Suggestion.nearest(to: name, among: spellings)
      return problems.append(.unknownOption(name, suggestion: nearest))
    }
    let given = parts.count == 2 ? String(parts[1]) : nil
    guard let placeholder = option.value else {
      if let given { problems.append(.unexpectedValue(option: name, value: given)) }
      result.flags.insert(option.name)
      return
    }
    guard let value = given ?? nextValue() else {
      return problems.append(.missingValue(option: name, value: placeholder))
    }
    if case .words(let choices) = option.completion, !choices.contains(value) {
      problems.append(.unknownWord(option: name, value: value, choices: choices))
    }
    if result.options[option.name] != nil, !option.isRepeatable {
      problems.append(.repeatedOption(name))
    }
    result.options[option.name, default: []].append(value)
  }

  private func option(named name: String) -> OptionSpec? {
    if name.hasPrefix("--") {
      let long = name.dropFirst(2)
      return knownOptions.first { $0.name == long }
    }
    guard name.count == 2, let letter = name.last else { return nil }
    return knownOptions.first { $0.short == letter }
  }

  /// The following word, unless it is an option itself: `--note --json` forgot the note.
  private mutating func nextValue() -> String? {
    guard next < words.count else { return nil }
    let word = words[next]
    let name = String(word.prefix { $0 != "=" })
    if word == "--" || (isOption(word) && option(named: name) != nil) { return nil }
    next += 1
    return word
  }

  // MARK: - Arguments

  private mutating func finish() {
    guard problems.isEmpty || command != nil else { return }
    let isAside = result.wantsHelp || result.wantsVersion
    guard let command, command.subcommands.isEmpty || !command.arguments.isEmpty else {
      let choices = (command?.subcommands ?? table.commands).filter { !$0.isHidden }
      if !isAside, problems.isEmpty { problems.append(.noCommand(choices: choices.map(\.name))) }
      return
    }
    var rest = positionals[...]
    for argument in command.arguments {
      let values = argument.count.takesMany ? rest : rest.prefix(1)
      rest = rest.dropFirst(values.count)
      if !values.isEmpty { result.arguments[argument.name] = Array(values) }
      if values.isEmpty, argument.count.isRequired, !isAside {
        problems.append(.missingArgument(argument.name, summary: argument.summary))
      }
      if case .words(let choices) = argument.completion {
        for value in values where !choices.contains(value) {
          problems.append(.unknownWord(option: argument.name, value: value, choices: choices))
        }
      }
    }
    problems += rest.map { .unexpectedArgument($0) }
  }
}
