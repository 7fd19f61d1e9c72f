/// All that is wrong with a command line.
public struct UsageError: Error, Hashable, Sendable {
  /// The command as far as it was understood.
  public let path: [String]
  /// Every problem, in the order of the command line.
  public let problems: [UsageProblem]

  /// Collects problems.
  public init(path: [String], problems: [UsageProblem]) {
    self.path = path
    self.problems = problems
  }
}

/// One thing wrong with a command line.
public enum UsageProblem: Hashable, Sendable, CustomStringConvertible {
  case noCommand(choices: [String])
  case unknownCommand(String, suggestion: String?)
  case unknownOption(String, suggestion: String?)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String, value: String)
  case repeatedOption(String)
  case unknownWord(option: String, value: String, choices: [String])
  case missingArgument(String, summary: String)
  case unexpectedArgument(String)

  /// What is wrong and what to do, on one line; holds what the user typed and no other data.
  public var description: String {
    switch self {
    case .noCommand(let choices):
      "no command given; choose one of \(choices.joined(separator: ", "))"
    case .unknownCommand(let name, let suggestion):
      "unknown command '\(name)'" + Self.hint(suggestion)
    case .unknownOption(let name, let suggestion):
      "unknown option '\(name)'" + Self.hint(suggestion)
    case .missingValue(let option, let value):
      "option '\(option)' needs a value: \(option) \(value)"
    case .unexpectedValue(let option, let value):
      "option '\(option)' takes no value; leave '=\(value)' out"
    case .repeatedOption(let option):
      "option '\(option)' was given more than once; give it once"
    case .unknownWord(let option, let value, let choices):
      "'\(value)' is no value for '\(option)'; choose one of \(choices.joined(separator: ", "))"
    case .missingArgument(let name, let summary):
      "\(name) is missing: \(summary)"
    case .unexpectedArgument(let value):
      "unexpected argument '\(value)'; quote words that belong together"
    }
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
