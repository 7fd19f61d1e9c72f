/// An option: a flag, or a name with a value.
public struct OptionSpec: Sendable {
  /// The name without its two dashes.
  public var name: String
  /// The one-letter name, or nil.
  public var short: Character?
  /// How help writes the value, such as `FOLDER`; nil for a flag.
  public var value: String?
  /// One line, without a full stop.
  public var summary: String
  /// What completion offers as a value.
  public var completion: ValueCompletion
  /// Whether it may be given more than once.
  public var isRepeatable: Bool

  /// Describes an option.
  public init(
    _ name: String, short: Character? = nil, value: String? = nil, _ summary: String,
    completion: ValueCompletion = .nothing, isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.completion = completion
    self.isRepeatable = isRepeatable
  }

  /// As typed: `-n TEXT, --note TEXT` without the short form's value.
  var spelling: String {
    let long = "--\(name)" + (value.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }

  static let help = OptionSpec("help", short: "h", "Show help for the command and do nothing")
  static let version = OptionSpec("version", "Show the version and do nothing")
}

/// What completion offers in the place of a value.
public enum ValueCompletion: Sendable, Hashable {
  /// Nothing: the value is free text.
  case nothing
  /// Names of files.
  case files
  /// Names of folders.
  case folders
  /// One of these words, which are also the only ones the parser takes.
  case words([String])
}
