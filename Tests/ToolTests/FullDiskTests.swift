import Foundation
import Testing

/// No room: for the store, and for a file.
@Suite struct FullDiskTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("import", Project.people)
  }

  /// Runs the tool where no file may grow beyond so many blocks of 512 bytes.
  private func run(blocks: Int, _ words: String) throws -> (code: Int32, errors: String) {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "ulimit -f \(blocks); exec '\(Sandbox.executable.path)' \(words) 2>err >out",
    ]
    shell.environment = ["CONTACTLOG_STORE": sandbox.store, "PATH": "/usr/bin:/bin"]
    shell.currentDirectoryURL = sandbox.folder
    try shell.run()
    shell.waitUntilExit()
    let errors = try String(contentsOfFile: sandbox.path("err"), encoding: .utf8)
    return (shell.terminationStatus, errors)
  }

  @Test func `an import without room writes nothing and says so`() throws {
    let cards = (0..<3_000).map {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\($0)\r\nN:Name \($0);;;;\r\nEND:VCARD\r\n"
    }
    try sandbox.write("many.vcf", cards.joined())
    let before = try sandbox.succeed("log", "--json").output
    let size = try FileManager.default.attributesOfItem(atPath: sandbox.path("store/data.mdb"))
    let blocks = (size[.size] as? Int ?? 0) / 512 + 8
    let (code, errors) = try run(blocks: blocks, "import many.vcf")
    #expect(code == 74, "\(errors)")
    #expect(errors.hasPrefix("contactlog: "))
    #expect(try sandbox.succeed("log", "--json").output == before)
    #expect(try sandbox.run("verify").code == 0)
    #expect(try sandbox.run("import", "many.vcf").code == 0)
  }

  @Test func `an export without room leaves no file`() throws {
    let (code, errors) = try run(blocks: 2, "export -o all.vcf")
    #expect(code == 74, "\(errors)")
    #expect(errors.hasPrefix("contactlog: cannot write 'all.vcf'"))
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(!names.contains { $0.hasPrefix("all.vcf") })
    #expect(try sandbox.run("export", "-o", "/dev/full").failed(with: 74))
  }
}
