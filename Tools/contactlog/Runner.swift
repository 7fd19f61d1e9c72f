import CommandLineTool
import Terminal

/// One run of the tool, from the words typed to the exit code.
struct Runner {
  let words: [String]
  let sink: any TextSink
  let diagnostics: Diagnostics

  /// Does what was asked and reports what went wrong.
  func run() -> Int32 {
    do {
      let line = try CommandParser(CommandList.table).parse(words)
      return try run(line)
    } catch let error as UsageError {
      return Failure(usage: error).report(to: diagnostics)
    } catch let error as OutputError {
      return Failure(output: error).report(to: diagnostics)
    } catch let error as Failure {
      return error.report(to: diagnostics)
    } catch {
      return Failure(any: error).report(to: diagnostics)
    }
  }

  private func run(_ line: ParsedCommand) throws -> Int32 {
    let context = try Context(line: line, sink: sink, diagnostics: diagnostics)
    if line.wantsVersion {
      try sink.write("\(CommandList.table.name) \(CommandList.table.version)\n")
      return ExitCode.ok.rawValue
    }
    if line.wantsHelp {
      try HelpCommand.show(line.path, in: context)
      return ExitCode.ok.rawValue
    }
    guard let command = CommandList.command(at: line.path) else {
      throw Failure(.software, "the command has no code; please report this")
    }
    let code = try command.run(context)
    return code == .interrupted ? Interrupt.exitCode : code.rawValue
  }
}
