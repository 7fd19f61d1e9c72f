import Foundation
import Testing

/// The written reference is what the tool says of itself.
@Suite struct ReferenceTests {
  @Test func `docs/contactlog.md is what the tool prints`() throws {
    let text = try Sandbox().succeed("reference").output
    let path = Project.root.appending(path: "docs/contactlog.md").path
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      written == text, "run 'contactlog reference > docs/contactlog.md' after changing a command")
  }

  @Test func `every command has help and examples`() throws {
    let sandbox = try Sandbox()
    let commands = try sandbox.succeed("help").output
      .components(separatedBy: "\nCommands:\n")[1].components(separatedBy: "\n\n")[0]
      .split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(commands.count >= 25)
    for command in commands {
      let page = try sandbox.succeed("help", command).output
      #expect(page.hasPrefix("contactlog \(command) - "))
      #expect(page.contains("Examples:") || page.contains("Commands:"), "\(command)")
    }
  }
}
