import CommandLineTool
import Terminal

/// Why a command did not do its work: one line for a person, a code for a program.
struct Failure: Error {
  let code: ExitCode
  /// The message without the tool's name; nil where nothing is to be said.
  let message: String?

  init(_ code: ExitCode, _ message: String?) {
    self.code = code
    self.message = message
  }

  /// A command line that makes no sense; all problems on one line, with the page that helps.
  init(usage error: UsageError) {
    let page = ([CommandList.table.name, "help"] + error.path).joined(separator: " ")
    let problems = error.problems.map(\.description).joined(separator: "; ")
    self.init(.usage, "\(problems) (see '\(page)')")
  }

  /// Output that cannot be written.
  ///
  /// A closed pipe ends the run silently and well: the reader has what it wanted.
  init(output error: OutputError) {
    switch error {
    case .closed: self.init(.ok, nil)
    case .failed(let reason):
      self.init(.ioError, "cannot write the output: \(reason.text)")
    }
  }

  /// A file that cannot be opened or read.
  init(_ error: SystemError, reading path: String) {
    let code: ExitCode =
      error.isMissing ? .noInput : error.isDenied ? .noPermission : .ioError
    self.init(code, "cannot read '\(path)': \(error.text)")
  }

  /// A file that cannot be made.
  init(_ error: SystemError, creating path: String) {
    let hint = error.alreadyExists ? "; --force replaces it" : ""
    self.init(.cannotCreate, "cannot create '\(path)': \(error.text)\(hint)")
  }

  /// Reports the failure and gives the exit code; an earlier failure's code stays.
  func report(to diagnostics: Diagnostics, unless earlier: Int32 = 0) -> Int32 {
    if let message { diagnostics.report(message) }
    return earlier == 0 ? code.rawValue : earlier
  }
}
