import Foundation
import Testing

/// Refused cards in a file of their own, to be mended.
@Suite struct RejectsTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
  }

  private func content(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: sandbox.path(name))), as: UTF8.self)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: sandbox.path(name))
  }

  @Test func `refused cards are kept to the last byte, and mended they finish the job`() throws {
    let good = "BEGIN:VCARD\nVERSION:3.0\nUID:a\nFN:A\nEND:VCARD\n"
    let long = String(repeating: "x", count: 300)
    let bad = [
      "BEGIN:VCARD\r\nFN:Long\r\nNOTE:\(long)\r\n\t\(long)\r\n  X-ODD : \u{E9}\r\nEND:VCARD\r\n",
      "begin:vcard\nfn:Lf \u{1}\nnote:\(long)\nEnd:vCard\n",
    ]
    let file = try sandbox.write("all.vcf", bytes: Array((good + bad[0] + good + bad[1]).utf8))
    let run = try sandbox.run(
      "import", file, "--limit", "line=200", "--rejects", "bad.vcf", "--json")
    #expect(run.code == 65)
    #expect(try run.json()["rejectsFiles"] as? [String] == ["bad.vcf"])
    #expect(try content("bad.vcf") == bad.joined())
    let mended = try content("bad.vcf").replacing(long, with: "short")
    let report = try sandbox.succeed("import", "-", "--json", input: mended).json()
    #expect(report.number("added") == 2 && report.number("failed") == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: sandbox.path("bad.vcf"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test func `bytes that are no UTF-8 stay as they are`() throws {
    var bytes = Array(
      "BEGIN:VCARD\r\nFN:J\u{7F}rg\r\nNOTE:\(String(repeating: "x", count: 99))\r\nEND:VCARD\r\n"
        .utf8)
    let place = try #require(bytes.firstIndex(of: 0x7F))
    bytes[place] = 0xF6
    let file = try sandbox.write("x.vcf", bytes: bytes)
    _ = try sandbox.run("import", file, "--limit", "line=50", "--rejects", "bad.vcf")
    #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox.path("bad.vcf"))) == Data(bytes))
  }

  @Test func `a card beyond the size that memory takes is written as it passes, from a pipe too`()
    throws
  {
    let large =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:l\r\nFN:Large\r\n"
      + (0..<20_000).map { "NOTE:line \($0) of many\r\n" }.joined() + "END:VCARD\r\n"
    let small = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:s\r\nFN:Small\r\nEND:VCARD\r\n"
    let run = try sandbox.run(
      ["import", "-", "--limit", "card=64K", "--rejects", "bad.vcf", "--json"],
      input: Array((small + large + small).utf8))
    #expect(try run.json().number("failed") == 1)
    #expect(try run.json().list("rejects")?.first?.text("name") == "Large")
    #expect(try content("bad.vcf") == large)
  }

  @Test func `what an END without BEGIN closes is kept`() throws {
    let lost = "BEGIN:VCRD\nFN:Lost\nTEL:1\nEND:VCARD\n"
    let text = "BEGIN:VCARD\nUID:a\nFN:A\nEND:VCARD\n" + lost
    _ = try sandbox.run("import", "-", "--rejects", "bad.vcf", input: text)
    #expect(try content("bad.vcf") == lost)
    let mended = try content("bad.vcf").replacing("VCRD", with: "VCARD")
    #expect(try sandbox.succeed("import", "-", "--json", input: mended).json().number("added") == 1)
  }

  @Test func `rows keep their heading, and mended they finish the job`() throws {
    let long = String(repeating: "y", count: 300)
    let table =
      "\u{FEFF}\"First Name\";Notes;Shoe size\r\nAda;\"a \"\"b\"\"\r\nc\";40\r\n"
      + "Bob;\"\(long)\r\n\";41\r\nEve;e;42"
    let file = try sandbox.write("x.csv", table)
    let run = try sandbox.run(
      "import", file, "--limit", "line=200", "--rejects", "bad.csv", "--json")
    #expect(try run.json().number("failed") == 1 && run.json().number("added") == 2)
    #expect(
      try content("bad.csv")
        == "\"First Name\";Notes;Shoe size\r\nBob;\"\(long)\r\n\";41\r\n")
    try sandbox.write("mended.csv", content("bad.csv").replacing(long, with: "short"))
    #expect(try sandbox.succeed("import", "mended.csv", "--json").json().number("added") == 1)
    let bob = try sandbox.succeed("export", "Bob", "--format", "vcard4").output
    #expect(bob.contains("X-COLUMN=Shoe size:41"))
  }

  @Test func `what cannot stand in one file gets files of its own`() throws {
    let long = String(repeating: "z", count: 300)
    try sandbox.write("a.vcf", "BEGIN:VCARD\nFN:A\nNOTE:\(long)\nEND:VCARD\n")
    try sandbox.write("b.csv", "First Name,Notes\nB,\(long)\n")
    try sandbox.write("c.csv", "Notes,First Name\n\(long),C\n")
    try sandbox.write(
      "d.json", #"[["vcard",[["fn",{},"text","D"],["note",{},"text","\#(long)"]]], 7]"#)
    let run = try sandbox.run(
      "import", "a.vcf", "b.csv", "c.csv", "d.json", "b.csv", "--limit", "line=200", "--rejects",
      "bad", "--json")
    #expect(try run.json()["rejectsFiles"] as? [String] == ["bad", "bad.2", "bad.3", "bad.4"])
    for name in ["bad", "bad.2", "bad.3", "bad.4"] {
      try sandbox.write(name, content(name).replacing(long, with: "short"))
    }
    let again = try sandbox.run("import", "bad", "bad.2", "bad.3", "bad.4", "--json").json()
    #expect(again.number("added") == 4 && again.number("same") == 1 && again.number("failed") == 1)
  }

  @Test func `no refused card makes no file, and none is replaced unasked`() throws {
    try sandbox.succeed("import", Project.people, "--rejects", "bad.vcf")
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(!names.contains { $0.hasPrefix("bad") })
    try sandbox.write("bad.vcf", "mine")
    #expect(try sandbox.run("import", Project.people, "--rejects", "bad.vcf").failed(with: 73))
    #expect(try content("bad.vcf") == "mine")
    _ = try sandbox.run(
      "import", "-", "--rejects", "bad.vcf", "--force", input: "BEGIN:VCARD\nEND:VCARD\n")
    #expect(try content("bad.vcf") == "BEGIN:VCARD\nEND:VCARD\n")
    #expect(
      try sandbox.run("import", Project.people, "--rejects", "no/such/bad.vcf").failed(with: 73))
  }

  @Test func `a card in UTF-16 is kept as UTF-8`() throws {
    let text = "BEGIN:VCARD\r\nFN:Zoë\r\nNOTE:\(String(repeating: "x", count: 99))\r\nEND:VCARD\r\n"
    let bytes: [UInt8] =
      [0xFF, 0xFE]
      + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    _ = try sandbox.run(
      ["import", "-", "--limit", "line=50", "--rejects", "bad.vcf"], input: bytes)
    #expect(try content("bad.vcf") == text)
    #expect(exists("bad.vcf"))
    // What was written is read again as it is, refused for the same, and then let in.
    let again = try sandbox.run(
      "import", "bad.vcf", "--limit", "line=50", "--rejects", "worse.vcf")
    #expect(again.code == 65)
    #expect(try content("worse.vcf") == text)
    try sandbox.succeed("import", "worse.vcf")
    #expect(try sandbox.succeed("find", "Zoë").output.contains("Zoë"))
  }
}
