import Foundation
import Testing

@testable import CommandLineTool

/// Runs a script in a shell; its standard output, or nil where it failed.
private func run(_ shell: String, _ arguments: [String], script: String) throws -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [shell] + arguments
  let (input, output) = (Pipe(), Pipe())
  process.standardInput = input
  process.standardOutput = output
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
  try input.fileHandleForWriting.close()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
}

private func exists(_ shell: String) -> Bool {
  ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
}

@Suite(.enabled(if: exists("bash"), "bash is not installed"))
struct BashTests {
  /// The words bash offers after the given ones, the last of which is being typed.
  private func offered(_ words: String...) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let ending = """
      compopt() { :; }
      COMP_WORDS=(box \(list)); COMP_CWORD=\(words.count)
      _box
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = try run("bash", ["-s"], script: BashCompletion(sampleTable).script + ending)
    return try #require(output).split(separator: "\n").map(String.init)
  }

  @Test func `the first word is a command or a common option`() throws {
    #expect(try offered("").prefix(4) == ["put", "group", "completion", "help"])
    #expect(try offered("gr") == ["group"])
    #expect(try offered("--st") == ["--store"])
  }

  @Test func `words of a command follow it even after options with values`() throws {
    #expect(try offered("--store", "put", "group", "n") == ["new"])
    #expect(try offered("put", "--n") == ["--note"])
    #expect(try offered("put", "--format", "l") == ["long"])
    #expect(try offered("completion", "z") == ["zsh"])
  }

  @Test func `free text is not completed`() throws {
    #expect(try offered("put", "--note", "") == [])
  }
}

@Suite(.enabled(if: exists("zsh"), "zsh is not installed"))
struct ZshTests {
  @Test func `the script is valid`() throws {
    #expect(try run("zsh", ["-n"], script: ZshCompletion(sampleTable).script) != nil)
  }

  @Test func `the script registers itself when sourced`() throws {
    let script = "autoload -Uz compinit && compinit -D -u\n" + ZshCompletion(sampleTable).script
    let ending = "print -r -- ${_comps[box]}\n"
    #expect(try run("zsh", ["-f", "-s"], script: script + ending) == "_box_main\n")
  }
}
