/// Help for people, made from the table.
public struct HelpText: Sendable {
  private let table: CommandTable
  private let width: Int

  /// Help of a table, in lines of at most `width` columns (between 40 and 100).
  public init(_ table: CommandTable, width: Int = 80) {
    self.table = table
    self.width = min(100, max(40, width))
  }

  /// Help on the tool itself: what it is for, its commands, the common options.
  public var overview: String {
    let visible = table.commands.filter { !$0.isHidden }
    var text = "\(table.name) - \(table.summary)\n\n"
    text += "Usage: \(table.name) COMMAND [OPTION...] [ARGUMENT...]\n\n"
    text += paragraphs(table.overview)
    text += section("Commands", visible.map { ($0.name, $0.summary) })
    text += section("Common options", table.commonOptions.map { ($0.spelling, $0.summary) })
    text += section("Topics", table.topics.map { ($0.name, $0.summary) })
    let hint = "See '\(table.name) help COMMAND' for a command and its options."
    return text + paragraphs(hint, isLast: true)
  }

  /// Help on a command or a topic; nil where there is none of that name.
  public func page(for path: [String]) -> String? {
    if path.isEmpty { return overview }
    if let command = table.command(at: path) { return page(command, path: path) }
    guard path.count == 1, let topic = table.topics.first(where: { $0.name == path[0] })
    else { return nil }
    return "\(topic.name) - \(topic.summary)\n\n" + paragraphs(topic.text, isLast: true)
  }

  /// The line that shows how to call a command.
  func usage(_ command: CommandSpec, path: [String]) -> String {
    let start = ([table.name] + path).joined(separator: " ")
    if !command.subcommands.isEmpty, command.arguments.isEmpty {
      return "\(start) COMMAND [OPTION...] [ARGUMENT...]"
    }
    let options = command.options.isEmpty ? [] : ["[OPTION...]"]
    return ([start] + options + command.arguments.map(\.spelling)).joined(separator: " ")
  }

  private func page(_ command: CommandSpec, path: [String]) -> String {
    let name = ([table.name] + path).joined(separator: " ")
    let visible = command.subcommands.filter { !$0.isHidden }
    var text = "\(name) - \(command.summary)\n\nUsage: \(usage(command, path: path))\n\n"
    text += paragraphs(command.text)
    text += section("Commands", visible.map { ($0.name, $0.summary) })
    text += section("Arguments", command.arguments.map { ($0.name, $0.summary) })
    text += section("Options", command.options.map { ($0.spelling, $0.summary) })
    text += section("Common options", table.commonOptions.map { ($0.spelling, $0.summary) })
    text += examples(command)
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  private func paragraphs(_ text: String, isLast: Bool = false) -> String {
    guard !text.isEmpty else { return "" }
    let lines = TextWrap.lines(text, width: width).joined(separator: "\n")
    return lines + (isLast ? "\n" : "\n\n")
  }

  private func section(_ title: String, _ pairs: [(String, String)]) -> String {
    pairs.isEmpty ? "" : "\(title):\n" + TextWrap.pairs(pairs, width: width) + "\n"
  }

  private func examples(_ command: CommandSpec) -> String {
    guard !command.examples.isEmpty else { return "" }
    let lines = command.examples.map { "  \(table.name) \($0.line)\n      \($0.effect)\n" }
    return "Examples:\n" + lines.joined()
  }
}
