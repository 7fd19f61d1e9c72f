/// A completion script for zsh.
public struct ZshCompletion: Sendable {
  private let table: CommandTable

  /// The script of a table.
  public init(_ table: CommandTable) { self.table = table }

  /// Keep it as `_NAME` in a folder of `$fpath`.
  public var script: String {
    let model = CompletionModel(table)
    let functions = model.entries.map { function($0) }.joined(separator: "\n")
    return """
      #compdef \(table.name)
      # zsh completion for \(table.name); made by '\(table.name) completion zsh'

      \(functions)
      if [ "$funcstack[1]" = "_\(table.name)" ]; then
        \(name("")) "$@"
      else
        compdef \(name("")) \(table.name)
      fi

      """
  }

  private func name(_ path: String) -> String {
    "_" + ([table.name] + path.split(separator: " ").map(String.init)).joined(separator: "_")
      + (path.isEmpty ? "_main" : "")
  }

  private func function(_ entry: CompletionModel.Entry) -> String {
    var specs = entry.options.flatMap(option)
    guard !entry.subcommands.isEmpty else {
      specs += entry.arguments.enumerated().map { argument($1, place: $0 + 1) }
      return """
        \(name(entry.path))() {
          _arguments -s \(specs.joined(separator: " \\\n    "))
        }

        """
    }
    specs += ["'1:command:->command'", "'*::argument:->argument'"]
    let commands = entry.subcommands.map { quote("\($0.name):\($0.summary)") }
    let cases = entry.subcommands.map { child in
      let path = entry.path.isEmpty ? child.name : "\(entry.path) \(child.name)"
      return "      \(child.name)) \(name(path)) ;;"
    }
    return """
      \(name(entry.path))() {
        local context state state_descr line
        typeset -A opt_args
        _arguments -C \(specs.joined(separator: " \\\n    "))
        case $state in
          command)
            local -a commands=(
              \(commands.joined(separator: "\n        "))
            )
            _describe command commands ;;
          argument) case $line[1] in
      \(cases.joined(separator: "\n"))
          esac ;;
        esac
      }

      """
  }

  private func option(_ option: OptionSpec) -> [String] {
    let spellings = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    return spellings.map { spelling in
      let value = option.value.map { ":\($0):\(action(option.completion))" } ?? ""
      let start = (option.isRepeatable ? "*" : "") + spelling
      return quote("\(start)[\(bracketed(option.summary))]\(value)")
    }
  }

  private func argument(_ argument: ArgumentSpec, place: Int) -> String {
    let start = argument.count.takesMany ? "*" : String(place)
    let optional = argument.count == .optional ? "::" : ":"
    return quote("\(start)\(optional)\(argument.name):\(action(argument.completion))")
  }

  private func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private func bracketed(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private func quote(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
