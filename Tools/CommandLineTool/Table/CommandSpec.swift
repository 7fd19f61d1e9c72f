/// One command: what it takes and what help says about it.
public struct CommandSpec: Sendable {
  /// The word people type.
  public var name: String
  /// One line, without a full stop.
  public var summary: String
  /// More, in paragraphs separated by an empty line; may be empty.
  public var text: String
  /// What it takes, in order.
  public var arguments: [ArgumentSpec]
  /// Its own options; the common ones come on top.
  public var options: [OptionSpec]
  /// Commands below it.
  ///
  /// A command that takes arguments as well is one itself, where the first word names none of these.
  public var subcommands: [CommandSpec]
  /// Command lines with what they do.
  public var examples: [Example]
  /// Left out of help, reference and completion.
  public var isHidden: Bool

  /// A command line, without the tool's name, and one line on what it does.
  public struct Example: Sendable {
    /// What to type after the tool's name.
    public var line: String
    /// What happens then.
    public var effect: String

    /// Makes an example.
    public init(_ line: String, _ effect: String) {
      self.line = line
      self.effect = effect
    }
  }

  /// Describes a command.
  public init(
    _ name: String, _ summary: String, text: String = "", arguments: [ArgumentSpec] = [],
    options: [OptionSpec] = [], subcommands: [CommandSpec] = [], examples: [Example] = [],
    isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.text = text
    self.arguments = arguments
    self.options = options
    self.subcommands = subcommands
    self.examples = examples
    self.isHidden = isHidden
  }
}
