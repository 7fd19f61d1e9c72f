/// The written reference of the tool, in the order of a manual page.
public struct MarkdownReference: Sendable {
  private let table: CommandTable

  /// The reference of a table.
  public init(_ table: CommandTable) { self.table = table }

  /// The whole text; equal tables give equal bytes.
  public var text: String {
    let tool = table.name
    var out = "# \(tool)\n\n"
    out += "<!-- Made by `\(tool) reference`; change the command table instead. -->\n\n"
    out += "## Name\n\n\(tool) - \(table.summary)\n\n"
    out += "## Synopsis\n\n`\(tool) COMMAND [OPTION...] [ARGUMENT...]`\n\n"
    out += "## Description\n\n" + body(table.overview)
    out += "## Common options\n\n" + list(table.commonOptions.map { ($0.spelling, $0.summary) })
    out += "## Commands\n\n"
    for command in visible(table.commands) { out += section(command, path: [command.name]) }
    for topic in table.topics {
      out += "## \(topic.summary)\n\n" + body(topic.text)
    }
    out += "## Exit status\n\n"
    out += list(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    while out.hasSuffix("\n\n") { out.removeLast() }
    return out
  }

  private func visible(_ commands: [CommandSpec]) -> [CommandSpec] {
    commands.filter { !$0.isHidden }
  }

  private func section(_ command: CommandSpec, path: [String]) -> String {
    let name = path.joined(separator: " ")
    let usage = HelpText(table).usage(command, path: path)
    var out = "\(path.count == 1 ? "###" : "####") \(name)\n"
    out += "`\(usage)`: \(command.summary).\n\n" + body(command.text)
    let arguments = command.arguments.map { ($0.name, $0.summary) }
    out += list(arguments + command.options.map { ($0.spelling, $0.summary) })
    if !command.examples.isEmpty {
      let lines = command.examples.map { "\(table.name) \($0.line)  # \($0.effect)\n" }
      if out.hasSuffix("\n\n") { out.removeLast() }
      out += "```sh\n" + lines.joined() + "```\n\n"
    }
    for child in visible(command.subcommands) { out += section(child, path: path + [child.name]) }
    return out
  }

  private func list(_ pairs: [(String, String)]) -> String {
    guard !pairs.isEmpty else { return "" }
    return pairs.map { "- `\($0.0)`: \($0.1)\n" }.joined() + "\n"
  }

  /// Paragraphs as they are; runs of indented lines become blocks of code.
  private func body(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var (lines, isCode) = ([String](), false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isCode {
        isCode.toggle()
        lines.append(isCode ? "```text" : "```")
      }
      lines.append(isCode ? String(line.dropFirst(2)) : String(line))
    }
    if isCode { lines.append("```") }
    return lines.joined(separator: "\n") + "\n\n"
  }
}
