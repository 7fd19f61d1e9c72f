/// A completion script for bash.
public struct BashCompletion: Sendable {
  private let table: CommandTable

  /// The script of a table.
  public init(_ table: CommandTable) { self.table = table }

  /// Source it, or keep it in `~/.local/share/bash-completion/completions`.
  public var script: String {
    let model = CompletionModel(table)
    let function = "_" + table.name.map { $0 == "-" ? "_" : String($0) }.joined()
    return """
      # bash completion for \(table.name); made by '\(table.name) completion bash'
      \(function)() {
        local word path= previous= i
        local current=${COMP_WORDS[COMP_CWORD]}
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          case $word in
            \(skipped(model))) i=$((i + 1)) ;;
            -*) ;;
            *) case "$path/$word" in
      \(transitions(model))
              esac ;;
          esac
        done
        previous=${COMP_WORDS[COMP_CWORD - 1]}
        case $previous in
      \(values(model))
        esac
        local words= kind=
        case $path in
      \(entries(model))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        case $kind in
          files) compopt -o filenames; COMPREPLY+=($(compgen -f -- "$current")) ;;
          folders) compopt -o filenames; COMPREPLY+=($(compgen -d -- "$current")) ;;
        esac
      }
      complete -F \(function) \(table.name)

      """
  }

  private func skipped(_ model: CompletionModel) -> String {
    model.valueOptions.map(\.spelling).joined(separator: "|")
  }

  private func transitions(_ model: CompletionModel) -> String {
    model.entries.flatMap { entry in
      entry.subcommands.map { child in
        let path = entry.path.isEmpty ? child.name : "\(entry.path) \(child.name)"
        return "          '\(entry.path)/\(child.name)') path='\(path)' ;;"
      }
    }.joined(separator: "\n")
  }

  private func values(_ model: CompletionModel) -> String {
    model.valueOptions.map { option in
      let action =
        switch option.completion {
        case .nothing: "return"
        case .files: #"compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return"#
        case .folders: #"compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return"#
        case .words(let words):
          "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\")); return"
        }
      return "    \(option.spelling)) \(action) ;;"
    }.joined(separator: "\n")
  }

  private func entries(_ model: CompletionModel) -> String {
    model.entries.map { entry in
      var words = entry.subcommands.map(\.name)
      var kind = ""
      switch entry.arguments.last?.completion {
      case .words(let choices): words += choices
      case .files: kind = "files"
      case .folders: kind = "folders"
      default: break
      }
      words += entry.options.map { "--\($0.name)" }
      return "    '\(entry.path)') words='\(words.joined(separator: " "))' kind=\(kind) ;;"
    }.joined(separator: "\n")
  }
}
