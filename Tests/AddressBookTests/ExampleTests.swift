import Foundation
import TestSupport
import Testing

/// The programs of docs/examples, as a reader would build and run them.
@Suite(.temporaryDirectory) struct ExampleTests {
  private let folder = SharedFolder.packageRoot.appending(path: "docs/examples")

  private func cProgram() async throws -> Executable {
    try await Toolchain().compileC(
      folder.appending(path: "addressbook.c"),
      to: TemporaryDirectory.url.appending(path: "c-example"))
  }

  private func swiftProgram() async throws -> Executable {
    try await Toolchain().compileSwift(
      folder.appending(path: "addressbook.swift"),
      to: TemporaryDirectory.url.appending(path: "swift-example"))
  }

  private var environment: [String: String] {
    [
      "CONTACTLOG_STORE": TemporaryDirectory.path + "/store", "CONTACTLOG_AUTHOR": "ada",
      "LC_ALL": "C",
    ]
  }

  private func run(_ program: Executable, _ words: String...) async throws -> String {
    let output = try await program.run(words, environment: environment)
    #expect(output.status == 0, "\(words) \(output.output) \(output.errors)")
    return output.output
  }

  /// Has one program observe while the other one saves.
  private func observe(_ observer: Executable, _ writer: Executable) async throws {
    try await withThrowingTaskGroup(of: String?.self) { group in
      group.addTask { try await run(observer, "observe") }
      group.addTask {
        // Saves until it is seen: the observer takes a moment to begin.
        while !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(300))
          if !Task.isCancelled { _ = try await run(writer, "create") }
        }
        return nil
      }
      let seen = try await group.next() ?? nil
      group.cancelAll()
      #expect(seen?.contains("people") == true)
    }
  }

  @Test func `C and Swift do the same tasks on one store, and see each other's saves`() async throws
  {
    let (c, swift) = try await (cProgram(), swiftProgram())
    #expect(try await run(c, "create") == "created person 1\n")
    #expect(try await run(swift, "create") == "created person 2\n")
    let found = "Snidely Whiplash\n  home: snidely@example.com\n"
    for program in [c, swift] {
      #expect(try await run(program, "emails", "whip") == found + found)
    }
    let german = try await c.run(
      ["emails", "whip"], environment: environment.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 })
    #expect(german.output.contains("  Privat: snidely@example.com\n"))
    #expect(try await run(c, "group", "Heroes") == "1 in the group\n")
    #expect(try await run(swift, "group", "Heroes") == "2 in the group\n")
    let all = try await run(c, "walk")
    #expect(all == "Dudley\nDudley\nSnidely Whiplash\nSnidely Whiplash\n")
    #expect(try await run(swift, "walk") == all)
    try await observe(c, swift)
    try await observe(swift, c)
  }

  @Test func `a process that stood still is told what was saved meanwhile`() async throws {
    let program = try await cProgram()
    #expect(try await run(program, "create") == "created person 1\n")
    let script = """
      "$0" observe > "$1" & observer=$!
      while ! grep -q observing "$1"; do sleep 0.05; done
      kill -STOP $observer
      "$0" create && "$0" create
      kill -CONT $observer
      wait $observer && cat "$1"
      """
    let output = try await Executable(URL(filePath: "/bin/sh")).run(
      ["-c", script, program.url.path, TemporaryDirectory.path + "/observed"],
      environment: environment)
    #expect(output.status == 0)
    #expect(output.output.contains("now 3 people"), "\(output.output)")
  }
}
