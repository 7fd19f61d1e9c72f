import Foundation
import Testing

/// Cards go out.
@Suite struct ExportTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("import", Project.people)
  }

  @Test(arguments: ["vcard3", "vcard4", "vcard21"])
  func `everything written and read into a fresh store is the same people`(format: String) throws {
    try sandbox.succeed("export", "-o", "all.vcf", "--format", format)
    let other = sandbox.path("other")
    try sandbox.succeed("init", "--store", other)
    let report = try sandbox.succeed("import", "all.vcf", "--store", other, "--json").json()
    let stat = try sandbox.succeed("stat", "--json").json()
    let again = try sandbox.succeed("stat", "--json", "--store", other).json()
    #expect(report.number("failed") == 0)
    #expect(again.number("people") == stat.number("people"))
    #expect(again.number("groups") == stat.number("groups"))
    func names(_ store: String) throws -> [String] {
      try sandbox.succeed("list", "--json", "--store", store).jsonLines()
        .compactMap { $0.text("name") }
    }
    #expect(try names(other) == names(sandbox.store))
  }

  @Test func `a person is written to standard output`() throws {
    let run = try sandbox.succeed("export", "Živa Kovač", "-o", "-", "--format", "vcard4")
    #expect(run.output.hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
    #expect(run.output.contains("CATEGORIES:Rowing club,Book circle\r\n"))
    #expect(run.lines.count { $0.hasPrefix("BEGIN") } == 1)
  }

  @Test func `a group is written with its members`() throws {
    let run = try sandbox.succeed("export", "Rowing club")
    #expect(run.output.components(separatedBy: "BEGIN:VCARD").count == 4)
    #expect(!run.output.contains("CATEGORIES"))
  }

  @Test func `json is as show gives it`() throws {
    let lines = try sandbox.succeed("export", "--format", "json").lines
    #expect(lines.count == 15)
    #expect(try sandbox.succeed("show", "1", "--json").lines[0] == lines[0])
    #expect(try sandbox.succeed("export", "--json").lines == lines)
  }

  @Test func `a file is for its owner only and never overwritten unasked`() throws {
    let report = try sandbox.succeed("export", "-o", "all.vcf", "--json").json()
    #expect(report.number("written") == 15)
    let mode = try FileManager.default.attributesOfItem(atPath: sandbox.path("all.vcf"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(try sandbox.run("export", "-o", "all.vcf").failed(with: 73))
    #expect(try sandbox.run("export", "1", "-o", "all.vcf", "--force").code == 0)
    #expect(try sandbox.run("export", "-o", "no/such/all.vcf").failed(with: 73))
  }

  @Test func `a failed export leaves no file`() throws {
    #expect(try sandbox.run("export", "nobody", "-o", "new.vcf").failed(with: 1))
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(!names.contains { $0.hasPrefix("new.vcf") })
  }

  @Test func `a reader that goes away ends the export silently`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "{ '\(Sandbox.executable.path)' export; echo $? >code; } 2>err | exec true",
    ]
    shell.environment = ["CONTACTLOG_STORE": sandbox.store, "PATH": "/usr/bin:/bin"]
    shell.currentDirectoryURL = sandbox.folder
    try shell.run()
    shell.waitUntilExit()
    #expect(try String(contentsOfFile: sandbox.path("code"), encoding: .utf8) == "0\n")
    #expect(try String(contentsOfFile: sandbox.path("err"), encoding: .utf8).isEmpty)
  }

  @Test func `in the original form only edited lines differ`() throws {
    let card = """
      BEGIN:VCARD\r
      VERSION:3.0\r
      UID:rich-1\r
      N:Long;Zoë;;;\r
      FN:Zoë Long\r
      item1.TEL;type=pref;X-SHAPE=round:+44 1\r
      item1.X-ABLabel:Lighthouse\r
      X-ODD;A=b:kept\r
      END:VCARD\r

      """
    let fresh = try Sandbox()
    try fresh.succeed("init")
    try fresh.succeed("import", fresh.write("rich.vcf", card))
    #expect(try fresh.succeed("export", "--format", "original").output == card)
    try fresh.succeed("set", "1/phones/0", "+44 2")
    #expect(
      try fresh.succeed("export", "--format", "original").output
        == card.replacing("+44 1", with: "+44 2"))
    try fresh.succeed("undo", "2")
    #expect(try fresh.succeed("export", "--format", "original").output == card)
  }
}
