import Foundation
import Testing

/// What the tool does before it needs a store.
@Suite struct FrameTests {
  let sandbox: Sandbox
  init() throws { sandbox = try Sandbox() }

  @Test func `help lists the commands`() throws {
    let run = try sandbox.succeed("help")
    #expect(run.output.contains("\nCommands:\n"))
    #expect(try sandbox.run("--help").output == run.output)
  }

  @Test func `a command has a page`() throws {
    let page = try sandbox.succeed("help", "completion").output
    #expect(page.hasPrefix("contactlog completion - "))
    #expect(try sandbox.run("completion", "--help").output == page)
  }

  @Test func `the version is one line`() throws {
    let run = try sandbox.succeed("--version")
    #expect(run.lines.count == 1)
    #expect(run.output.hasPrefix("contactlog 0."))
  }

  @Test func `a slip in a command is a usage error with a suggestion`() throws {
    let run = try sandbox.run("complettion")
    #expect(run.failed(with: 64))
    #expect(run.errors.contains("did you mean 'completion'?"))
  }

  @Test func `no command is a usage error`() throws {
    #expect(try sandbox.run().failed(with: 64))
  }

  @Test func `two forms of output exclude each other`() throws {
    #expect(try sandbox.run("help", "--json", "--tsv").failed(with: 64))
  }

  @Test func `control characters typed by the user come back spelt out`() throws {
    let run = try sandbox.run("li\u{1B}[31mst")
    #expect(run.failed(with: 64))
    #expect(run.errors.contains(#"li\u{1B}[31mst"#))
  }

  @Test func `a closed pipe ends silently`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let tool = Sandbox.executable.path
    shell.arguments = ["-c", "{ '\(tool)' reference; echo $? >code; } 2>err | exec true"]
    shell.currentDirectoryURL = sandbox.folder
    try shell.run()
    shell.waitUntilExit()
    #expect(try String(contentsOfFile: sandbox.path("code"), encoding: .utf8) == "0\n")
    #expect(try String(contentsOfFile: sandbox.path("err"), encoding: .utf8).isEmpty)
  }

  @Test func `a full disk under the output is an error of its own`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "'\(Sandbox.executable.path)' help >/dev/full 2>err"]
    shell.currentDirectoryURL = sandbox.folder
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 74)
    let errors = try String(contentsOfFile: sandbox.path("err"), encoding: .utf8)
    #expect(errors == "contactlog: cannot write the output: No space left on device\n")
  }

  @Test func `closed standard streams do no harm`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "'\(Sandbox.executable.path)' help <&- >&- 2>&-"]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  @Test(arguments: ["bash", "zsh"])
  func `a completion script knows the commands`(shell: String) throws {
    #expect(try sandbox.succeed("completion", shell).output.contains("completion"))
  }
}
