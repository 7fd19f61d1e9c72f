import Foundation

@main struct Main {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("contactlog-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.wantsHelp {
      print(Options.help)
      for scenario in Scenario.all { print("  \(scenario.name): \(scenario.summary)") }
      return
    }
    let names = Set(options.scenarios)
    if let unknown = names.first(where: { name in !Scenario.all.contains { $0.name == name } }) {
      throw BenchError("there is no scenario \(unknown); see --help")
    }
    let bench = try Bench(options)
    defer { bench.scratch.removeAll() }
    bench.report(try Machine.row(bench))
    for scenario in Scenario.all where names.isEmpty || names.contains(scenario.name) {
      bench.note(scenario.name)
      try scenario.run(bench)
    }
  }
}
