/// Everything a tool understands, in one value.
///
/// Parsing, help, completion and the written reference are all made from it, so they cannot
/// disagree.
public struct CommandTable: Sendable {
  /// The name people type.
  public var name: String
  /// One line, without a full stop.
  public var summary: String
  /// What the tool is for, in paragraphs separated by an empty line.
  public var overview: String
  /// What `--version` prints after the name.
  public var version: String
  /// Options every command takes, before or after its name.
  public var commonOptions: [OptionSpec]
  /// The commands in the order help lists them.
  public var commands: [CommandSpec]
  /// Chapters of the reference besides the commands.
  public var topics: [HelpTopic]

  /// Puts a table together; `--help` and `--version` are added to the common options.
  public init(
    name: String, summary: String, overview: String, version: String,
    commonOptions: [OptionSpec] = [], commands: [CommandSpec], topics: [HelpTopic] = []
  ) {
    self.name = name
    self.summary = summary
    self.overview = overview
    self.version = version
    self.commonOptions = commonOptions + [.help, .version]
    self.commands = commands
    self.topics = topics
  }

  /// The command a path of names leads to, or nil.
  public func command(at path: [String]) -> CommandSpec? {
    guard let first = path.first else { return nil }
    let start = commands.first { $0.name == first }
    return path.dropFirst().reduce(start) { command, name in
      command?.subcommands.first { $0.name == name }
    }
  }
}

/// A chapter of the reference, also shown by `help NAME`.
public struct HelpTopic: Sendable {
  /// The word to ask for.
  public var name: String
  /// One line, without a full stop.
  public var summary: String
  /// Paragraphs separated by an empty line; lines that begin with two spaces stay as they are.
  public var text: String

  /// Makes a chapter.
  public init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
