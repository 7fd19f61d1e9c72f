import CommandLineTool
import Terminal

/// What a command works with: the words, the output, and who asks.
struct Context {
  /// The parsed command line.
  let line: ParsedCommand
  /// Where answers go.
  let output: Output
  /// Where errors and warnings go.
  let diagnostics: Diagnostics
  let environment: EnvironmentVariables

  init(
    line: ParsedCommand, sink: any TextSink, diagnostics: Diagnostics,
    environment: EnvironmentVariables = .process
  ) throws {
    if line.flag("json"), line.flag("tsv") {
      throw Failure(.usage, "--json and --tsv exclude each other; choose one")
    }
    let mode: Output.Mode = line.flag("json") ? .json : line.flag("tsv") ? .tsv : .table
    self.line = line
    self.diagnostics = diagnostics
    self.environment = environment
    output = Output(mode, to: sink, display: .of(.output, environment: environment))
  }

  /// The folder of the store: `--store`, else `CONTACTLOG_STORE`, else the user's data folder.
  ///
  /// - Throws: ``Failure`` where none of them is known.
  func storePath() throws -> String {
    if line.option("store") == "" {
      throw Failure(.usage, "--store needs the name of a folder")
    }
    if let path = line.option("store") ?? environment["CONTACTLOG_STORE"] { return path }
    if let path = UserFolders(environment: environment).data(of: "contactlog") { return path }
    throw Failure(.configuration, "there is no home folder; name the store with --store")
  }

  /// Who makes the change: `--author`, else `CONTACTLOG_AUTHOR`, else the login name.
  var author: String {
    // An empty one would leave nobody to blame.
    [line.option("author"), environment["CONTACTLOG_AUTHOR"]].compactMap { $0 }
      .first { !$0.isEmpty }
      ?? UserFolders(environment: environment).loginName ?? "unknown"
  }

  /// How long to wait for another writer, in milliseconds.
  ///
  /// - Throws: ``Failure`` where `--wait` is no number of seconds.
  func waitMilliseconds() throws -> Int {
    guard let text = line.option("wait") else { return 5_000 }
    guard let seconds = Double(text), (0...86_400).contains(seconds) else {
      throw Failure(.usage, "--wait takes seconds, such as 5 or 0.5, not '\(text)'")
    }
    return Int(seconds * 1_000)
  }

  /// A whole number given to an option, or nil where the option is missing.
  ///
  /// - Throws: ``Failure`` where the value is no such number.
  func number(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = line.option(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Failure(
        .usage,
        "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound),"
          + " not '\(text)'")
    }
    return number
  }

  /// The region of the locale that messages are in: `LC_ALL`, else `LC_TELEPHONE`, else `LANG`, such as
  /// `de_DE.UTF-8`.
  var localeRegion: String? {
    let locale = ["LC_ALL", "LC_TELEPHONE", "LANG"].compactMap { environment[$0] }.first ?? ""
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    return parts.count == 2 && parts[1].count == 2 ? String(parts[1]) : nil
  }

  /// The value of an argument the table makes sure of.
  func argument(_ name: String) -> String { line.argument(name) ?? "" }
}
