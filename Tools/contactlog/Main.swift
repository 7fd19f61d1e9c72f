import CommandLineTool
import Terminal

@main
struct ContactLogTool {
  static func main() {
    ProcessStart.prepare()
    let words = Array(CommandLine.arguments.dropFirst())
    let standardOutput = StreamWriter(.output)
    let diagnostics = Diagnostics(tool: CommandList.table.name, sink: StreamWriter(.error))
    var code = Runner(words: words, sink: standardOutput, diagnostics: diagnostics).run()
    do throws(OutputError) {
      try standardOutput.flush()
    } catch {
      code = Failure(output: error).report(to: diagnostics, unless: code)
    }
    ProcessStart.exit(code)
  }
}
