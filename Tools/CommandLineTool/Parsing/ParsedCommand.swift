/// A command line that made sense.
public struct ParsedCommand: Sendable {
  /// The names that led to the command, such as `["group", "new"]`; empty when none was given.
  public internal(set) var path: [String]
  var flags: Set<String> = []
  var options: [String: [String]] = [:]
  var arguments: [String: [String]] = [:]

  /// Whether a flag was given.
  public func flag(_ name: String) -> Bool { flags.contains(name) }

  /// The value of an option; the last one where it was repeated.
  public func option(_ name: String) -> String? { options[name]?.last }

  /// All values of an option, in order.
  public func allOptions(_ name: String) -> [String] { options[name] ?? [] }

  /// The value of an argument; nil where an optional one is missing.
  public func argument(_ name: String) -> String? { arguments[name]?.first }

  /// All values of an argument, in order.
  public func allArguments(_ name: String) -> [String] { arguments[name] ?? [] }

  /// Whether help was asked for, in place of the command's work.
  public var wantsHelp: Bool { flag(OptionSpec.help.name) }
  /// Whether the version was asked for.
  public var wantsVersion: Bool { flag(OptionSpec.version.name) }
}
