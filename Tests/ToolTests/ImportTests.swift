import Foundation
import Testing

/// Cards come in.
@Suite struct ImportTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
  }

  private func card(_ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  private func importing(_ text: String) throws -> [String: Any] {
    try sandbox.run("import", "-", "--json", input: text).json()
  }

  @Test func `the report has the promised fields and adds up`() throws {
    let run = try sandbox.succeed("import", Project.people, "--json")
    #expect(
      fieldNames(run.output) == [
        "read", "added", "same", "updated", "skipped", "failed", "proposed", "commits", "importId",
        "rejects", "warnings", "undo",
      ])
    let report = try run.json()
    #expect(report.number("read") == 13)
    #expect(report.number("added") == 13)
    #expect(report.object("commits")?.number("first") == 1)
    #expect(report.object("commits")?.number("last") == 1)
    #expect(report.text("importId")?.count == 32)
    #expect(report.text("undo") == "contactlog undo 1")
  }

  @Test func `a file of something else than cards is refused, and what stands beside it comes in`()
    throws
  {
    let run = try sandbox.run(
      "import", "-", Project.people, "--json", input: "root:x:0:0\nada:x:1:1\n")
    #expect(run.code == 65)
    #expect(run.errors.contains("-: there is no card in it"))
    #expect(try run.json().number("added") == 13)
  }

  @Test func `an empty file is an address book without people`() throws {
    #expect(try sandbox.run("import", "-", input: "").code == 0)
  }

  @Test func `the same file again makes no commit`() throws {
    try sandbox.succeed("import", Project.people)
    let report = try sandbox.succeed("import", Project.people, "--json").json()
    #expect(report.number("same") == 13)
    #expect(report.isNull("commits"))
    #expect(try sandbox.succeed("log", "--json").lines.count == 1)
  }

  @Test func `an edit survives the same card and a changed one`() throws {
    _ = try importing(card("UID:a", "N:Byron;Ada;;;", "TITLE:Analyst", "TEL:1"))
    try sandbox.succeed("set", "1/jobTitle", "Countess")
    #expect(
      try importing(card("UID:a", "N:Byron;Ada;;;", "TITLE:Analyst", "TEL:1")).number("same") == 1)
    let changed = try importing(card("UID:a", "N:Byron;Ada;;;", "TITLE:Analyst", "TEL:2"))
    #expect(changed.number("updated") == 1)
    let person = try sandbox.succeed("show", "1", "--json").json()
    #expect(person.text("jobTitle") == "Countess")
    #expect(person.list("phones")?.compactMap { $0.text("value") } == ["2"])
  }

  @Test func `a dry run tells and writes nothing`() throws {
    let lines = try sandbox.succeed("import", Project.people, "--dry-run", "--json").jsonLines()
    #expect(lines.count == 14)
    let report = try #require(lines.last)
    #expect(report.number("added") == 13)
    #expect(report.isNull("commits"))
    #expect(try sandbox.succeed("list", "--json").output.isEmpty)
    #expect(try sandbox.succeed("log", "--json").output.isEmpty)
  }

  @Test func `an import is undone by its id`() throws {
    let report = try sandbox.succeed("import", Project.people, "--json").json()
    try sandbox.succeed("undo", "--import", try #require(report.text("importId")))
    #expect(try sandbox.succeed("list", "--json").output.isEmpty)
  }

  @Test func `the note and kind of an import are in the log`() throws {
    try sandbox.succeed("import", Project.people, "--note", "from the old phone")
    let commit = try sandbox.succeed("log", "--json").json()
    #expect(commit.text("note") == "from the old phone")
    #expect(commit.text("kind") == "import")
    #expect(commit.text("importId")?.count == 32)
  }

  @Test func `a missing file is noticed before anything is written`() throws {
    let run = try sandbox.run("import", Project.people, "missing.vcf")
    #expect(run.failed(with: 66))
    #expect(try sandbox.succeed("log", "--json").output.isEmpty)
  }

  @Test func `a refused card is named and the others come in`() throws {
    let text = card("UID:a", "N:A;;;;") + "END:VCARD\r\n" + card("UID:b", "N:B;;;;")
    let run = try sandbox.run("import", try sandbox.write("x.vcf", text), "--json")
    #expect(run.code == 65)
    #expect(run.errors == "contactlog: 1 card could not be read; the report names each\n")
    let report = try run.json()
    #expect(report.number("added") == 2)
    #expect(report.number("failed") == 1)
    let reject = try #require(report.list("rejects")?.first)
    #expect(reject.text("file") == sandbox.path("x.vcf"))
    #expect(reject.number("line") == 6)
    #expect(reject.text("reason")?.isEmpty == false)
  }

  @Test(arguments: ["", "\r\n\r\n", "Dear Ada,\nhow are you?\n", "\u{0}\u{1}\u{2}"])
  func `a file without cards is read as none`(text: String) throws {
    let report = try importing(text)
    #expect(report.number("read") == 0)
    #expect(report.isNull("commits"))
  }

  // MARK: - Hostile cards

  private func addsUp(_ report: [String: Any]) -> Bool {
    let parts = ["added", "same", "updated", "failed"].compactMap { report.number($0) }
    return parts.count == 4 && report.number("read") == parts.reduce(0, +)
  }

  @Test func `a line of ten megabytes is refused or kept but never fatal`() throws {
    let long = card("UID:a", "N:A;;;;", "NOTE:" + String(repeating: "x", count: 10 << 20))
    let report = try importing(long + card("UID:b", "N:B;;;;"))
    #expect(report.number("read") == 2)
    #expect(addsUp(report))
    #expect(try sandbox.succeed("find", "b", "--json").lines.count == 1)
    #expect(try sandbox.run("verify").code == 0)
  }

  @Test func `a name of six hundred bytes is kept whole and found`() throws {
    let name = String(repeating: "ä", count: 300)
    #expect(try importing(card("UID:a", "N:\(name);;;;", "FN:\(name)")).number("added") == 1)
    #expect(try sandbox.succeed("show", "1", "--json").json().text("lastName") == name)
    #expect(try sandbox.succeed("find", name, "--json").lines.count == 1)
    #expect(try sandbox.succeed("list", "--json").lines.count == 1)
    #expect(try sandbox.run("verify").code == 0)
  }

  @Test func `zero bytes and invalid UTF-8 do no harm`() throws {
    var bytes = Array(card("UID:a", "N:A\u{0}B;;;;", "NOTE:~").utf8)
    let index = try #require(bytes.firstIndex(of: UInt8(ascii: "~")))
    bytes.replaceSubrange(index...index, with: [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80])
    let run = try sandbox.run(["import", "-", "--json"], input: bytes)
    #expect(addsUp(try run.json()))
    #expect(try sandbox.run("show", "1").code == 0)
    #expect(try sandbox.run("verify").code == 0)
  }

  @Test func `control characters of a card never reach a terminal`() throws {
    _ = try importing(card("UID:a", "N:\u{1B}[2J\u{202E}evil\u{9B};;;;", "NOTE:a\\nb\u{7}"))
    for words in [["show", "1"], ["list"], ["history", "1"], ["blame", "1"], ["list", "--tsv"]] {
      let output = try sandbox.run(words).output
      let isClean = output.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar == "\t"
          || !((0..<0x20).contains(scalar.value) || (0x7F...0x9F).contains(scalar.value)
            || scalar.value == 0x202E)
      }
      #expect(isClean, "\(words)")
    }
    #expect(try sandbox.succeed("list").output.contains(#"\u{1B}[2J\u{202E}evil\u{9B}"#))
  }

  // MARK: - Ctrl-C

  /// Starts an import of a pipe that stays open.
  private func startImport() throws -> (tool: RunningTool, pipe: Pipe) {
    let pipe = Pipe()
    return (try sandbox.start(["import", "-", "--json"], pipe: pipe), pipe)
  }

  @Test func `an interrupt drops what is not committed`() throws {
    let (tool, pipe) = try startImport()
    try pipe.fileHandleForWriting.write(contentsOf: Data(card("UID:a", "N:A;;;;").utf8))
    Thread.sleep(forTimeInterval: 0.5)
    tool.process.interrupt()
    let run = try tool.result()
    #expect(run.code == 130)
    #expect(!run.wasKilled)
    #expect(try run.json().number("read") == 0)
    #expect(try run.json().isNull("commits"))
    #expect(run.errors.hasPrefix("contactlog: interrupted"))
    #expect(try sandbox.succeed("log", "--json").output.isEmpty)
  }

  @Test func `an interrupt after a commit tells how to undo it`() throws {
    let (tool, pipe) = try startImport()
    let cards = (0..<10_001).map { card("UID:\($0)", "N:A\($0);;;;") }.joined()
    try pipe.fileHandleForWriting.write(contentsOf: Data(cards.utf8))
    var waits = 0
    while try sandbox.run("log", "--json").output.isEmpty, waits < 600 {
      Thread.sleep(forTimeInterval: 0.1)
      waits += 1
    }
    tool.process.interrupt()
    let run = try tool.result()
    #expect(run.code == 130)
    let report = try run.json()
    #expect(report.number("added") == 10_000)
    #expect(addsUp(report))
    #expect(report.text("undo") == "contactlog undo 1")
    #expect(try sandbox.succeed("stat", "--json").json().number("people") == 10_000)
  }

  // MARK: - Files of other programs

  @Test(.enabled(if: !Project.realFiles.isEmpty, "../shared/data/vcards is missing"))
  func `real files come in without a trap and a second time without a commit`() throws {
    let first = try sandbox.run(["import"] + Project.realFiles + ["--json"])
    #expect(first.code == 0 || first.code == 65)
    let report = try first.json()
    #expect(addsUp(report))
    #expect((report.number("added") ?? 0) > 1_100)
    #expect(report.list("rejects")?.count == report.number("failed"))
    let second = try sandbox.run(["import"] + Project.realFiles + ["--json"])
    #expect(second.code == first.code)
    #expect(addsUp(try second.json()))
    #expect(try second.json().isNull("commits"))
    #expect(try second.json().number("added") == 0)
    #expect(try sandbox.run("verify").code == 0)
  }

  @Test func `a table and a jCard come in like cards, told by their content`() throws {
    let table = try sandbox.write(
      "people.txt",
      "First Name,Last Name,E-mail 1 - Value,Shoe size\r\nAda,Long,ada@example.org,40\r\n")
    let jCard = try sandbox.write(
      "people.json",
      #"["vcard",[["version",{},"text","4.0"],["fn",{},"text","Grace Tide"],["uid",{},"text","g1"]]]"#
    )
    let report = try sandbox.run("import", table, jCard, "--json")
    #expect(report.code == 0)
    #expect(try report.json().number("added") == 2)
    #expect(report.errors.contains("Shoe size"))
    #expect(try sandbox.succeed("find", "grace", "--json").lines.count == 1)
    #expect(try sandbox.succeed("find", "ada long", "--json").lines.count == 1)
    #expect(try sandbox.run("import", table, jCard, "--json").json().number("same") == 2)
  }
}
