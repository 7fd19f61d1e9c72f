import Foundation
import TestSupport
import Testing

/// History, blame and removals against a fold of the log in another language.
///
/// `CONTACTLOG_FOLDS=N` runs so many random books; the default is 1.
@Suite struct IndependentFoldTests {
  private static let count =
    ProcessInfo.processInfo.environment["CONTACTLOG_FOLDS"].flatMap { Int($0) } ?? 1

  /// Whether the interpreter is there; says so where it is not.
  private static func python(_ arguments: [String]) throws -> (code: Int32, text: String)? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let name = ProcessInfo.processInfo.environment["CONTACTLOG_PYTHON"] ?? "python3"
    process.arguments = [name] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      print("SKIPPED: there is no python3, which would fold the log by itself")
      return nil
    }
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test(arguments: 0..<count) func `a fold written in Python agrees with history and blame`(
    _ seed: Int
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.succeed("init")
    var random = SeededGenerator(seed: UInt64(seed))
    for number in 0..<90 {
      let words = Self.step(number, &random)
      let run = try sandbox.run(
        words + ["--author", ["Ada", "Grace"].randomElement(using: &random) ?? ""])
      // What cannot be done at that point is passed over; nothing may go wrong otherwise.
      try #require([0, 1, 2, 5, 6, 64, 65].contains(run.code), "\(words): \(run.errors)")
    }
    let script = Project.root.appending(path: "Tests/Fixtures/history/fold_history.py").path
    guard let result = try Self.python([script, Sandbox.executable.path, sandbox.store]) else {
      return
    }
    #expect(result.code == 0 && result.text.contains("agree"), "seed \(seed): \(result.text)")
  }

  private static func step(_ number: Int, _ random: inout SeededGenerator) -> [String] {
    func pick(_ range: Range<Int>) -> String { "\(Int.random(in: range, using: &random))" }
    let person = pick(1..<6)
    let text = ["x", "y", "Zo\u{E9}"].randomElement(using: &random) ?? ""
    if number < 5 { return ["new", "firstName=P\(number)", "phones:home=\(number)"] }
    if number < 7 { return ["group", "new", "G\(number)"] }
    switch Int.random(in: 0..<17, using: &random) {
    case 0: return ["set", person, "jobTitle=\(text)"]
    case 1: return ["set", person, "firstName=\(text)", "note=\(pick(0..<3))"]
    case 2: return ["clear", "\(person)/jobTitle"]
    case 3: return ["add", person, "phones", pick(0..<9), "--label", text]
    case 4: return ["add", person, "emails", "\(text)@example.org"]
    case 5: return ["set", "\(person)/phones/\(pick(0..<3))", pick(0..<9)]
    case 6: return ["label", "\(person)/phones/\(pick(0..<3))", text]
    case 7: return ["remove", "\(person)/phones/\(pick(0..<3))"]
    case 8: return ["group", "add", "group:\(pick(1..<3))", person]
    case 9: return ["group", "remove", "group:\(pick(1..<3))", person]
    case 10: return ["delete", person]
    case 11: return ["merge", person, pick(1..<6), "--prefer", "keep"]
    case 12: return ["unmerge", person, "--rest", "other"]
    case 13: return ["link", person, pick(1..<6)]
    default:
      return ["undo", pick(2..<number), ["--skip", "--force"].randomElement(using: &random) ?? ""]
    }
  }
}
