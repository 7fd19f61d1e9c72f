import Foundation
import Testing

/// Contacts go out as tables and as jCard, and come in again.
@Suite struct ExportTableTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("import", Project.people)
  }

  /// What a fresh store says after importing a file: names, numbers, groups with their members.
  private func facts(of store: String) throws -> [String] {
    try sandbox.succeed("export", "--format", "json", "--store", store).jsonLines().map { record in
      let name = record.text("name") ?? ""
      let phones = record.list("phones")?.compactMap { $0.text("value") } ?? []
      let emails = record.list("emails")?.compactMap { $0.text("value") } ?? []
      let groups = record.list("groups")?.compactMap { $0.text("name") } ?? []
      return ([name] + phones + emails + groups).sorted().joined(separator: "|")
    }.sorted()
  }

  private func reimported(_ file: String) throws -> String {
    let other = sandbox.path("other-\(file)")
    try sandbox.succeed("init", "--store", other)
    let report = try sandbox.succeed("import", file, "--store", other, "--json").json()
    #expect(report.number("failed") == 0)
    return other
  }

  @Test(arguments: [
    "csv-google", "csv-google-old", "csv-outlook", "csv-outlook-de", "csv-outlook-fr",
  ])
  func `a table read into a fresh store is the same people in the same groups`(
    format: String
  ) throws {
    let report = try sandbox.succeed("export", "-o", "all.csv", "--format", format).output
    #expect(report.contains("12 rows") || report.contains("13 rows"))
    let other = try reimported("all.csv")
    func people(_ store: String) throws -> [String] {
      try sandbox.succeed("list", "--json", "--store", store).jsonLines().compactMap {
        $0.text("name")
      }
    }
    #expect(try people(other) == people(sandbox.store))
    #expect(try facts(of: other) == facts(of: sandbox.store))
  }

  @Test func `a jCard read into a fresh store is the same, and is JSON for others`() throws {
    try sandbox.succeed("export", "-o", "all.json", "--format", "jcard")
    let data = try Data(contentsOf: URL(fileURLWithPath: sandbox.path("all.json")))
    let cards = try #require(try JSONSerialization.jsonObject(with: data) as? [[Any]])
    #expect(cards.count == 15 && cards.allSatisfy { $0.first as? String == "vcard" })
    let other = try reimported("all.json")
    #expect(try facts(of: other) == facts(of: sandbox.store))
    let one = try sandbox.succeed("export", "1", "--format", "jcard").output
    #expect(one.hasPrefix(#"["vcard",["#) && one.hasSuffix("]\n"))
  }

  @Test func `a plus stays, and formulas are guarded only when asked for`() throws {
    let fresh = try Sandbox()
    try fresh.succeed("init")
    let text =
      "First Name,Notes,Phone 1 - Label,Phone 1 - Value\r\nEve,=1+1,Home,+49 30 1\r\n"
    try fresh.succeed("import", "-", input: text)
    let plain = try fresh.succeed("export", "--format", "csv-google").output
    #expect(plain.contains(",+49 30 1") && plain.contains(",=1+1,"))
    let guarded = try fresh.succeed("export", "--format", "csv-google", "--guard-formulas").output
    #expect(guarded.contains(",'+49 30 1") && guarded.contains(",'=1+1,"))
    let other = try Sandbox()
    try other.succeed("init")
    try other.succeed("import", "-", input: guarded)
    let person = try other.succeed("show", "1", "--json").json()
    #expect(person.text("note") == "=1+1")
    #expect(person.list("phones")?.first?.text("value") == "+49 30 1")
  }

  @Test func `columns nobody knows are reported and come back`() throws {
    let fresh = try Sandbox()
    try fresh.succeed("init")
    let text = "First Name,Shoe size,Favourite\r\nEve,40,\"a, b\"\r\nMax,,c\r\n"
    let run = try fresh.succeed("import", "-", input: text)
    #expect(run.errors.contains("columns not known, kept as they are: Shoe size, Favourite"))
    let lines = try fresh.succeed("export", "--format", "csv-google").output
      .split(separator: "\r\n").map(String.init)
    #expect(lines[0].contains(",Favourite,Shoe size") || lines[0].contains(",Shoe size,Favourite"))
    #expect(lines[1].contains("40") && lines[1].contains("\"a, b\""))
  }

  @Test(arguments: [("semicolon", ";"), ("tab", "\t"), ("comma", ",")])
  func `cells are parted as asked`(word: String, separator: String) throws {
    let run = try sandbox.succeed("export", "--format", "csv-outlook-de", "--separator", word)
    #expect(run.output.hasPrefix("\u{FEFF}Anrede\(separator)Vorname\(separator)"))
    let report = try sandbox.succeed("import", "-", "--dry-run", "--json", input: run.output)
    #expect(try report.jsonLines().last?.number("failed") == 0)
  }

  @Test func `what only a table has is refused for cards`() throws {
    #expect(try sandbox.run("export", "--guard-formulas").failed(with: 64))
    #expect(try sandbox.run("export", "--format", "vcard4", "--separator", "tab").failed(with: 64))
  }

  @Test func `Outlook's table in Windows-1252 and a table in UTF-16 are read`() throws {
    let text = "Vorname;Nachname;Telefon geschäftlich\r\nZoë;Weiß;+49 30 1\r\n"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let utf16: [UInt8] =
      [0xFF, 0xFE]
      + text.replacing(";", with: "\t").utf16.flatMap { unit -> [UInt8] in
        [UInt8(unit & 255), UInt8(unit >> 8)]
      }
    for bytes in [latin, utf16] {
      let fresh = try Sandbox()
      try fresh.succeed("init")
      #expect(try fresh.run(["import", "-"], input: bytes).code == 0)
      let person = try fresh.succeed("show", "1", "--json").json()
      #expect(person.text("name") == "Zoë Weiß")
      #expect(person.list("phones")?.first?.text("label") == "work")
    }
  }

  // MARK: - Groups

  @Test func `groups are spelt as the version has it`() throws {
    let old = try sandbox.succeed("export", "Rowing club", "--format", "vcard3").output
    #expect(old.contains("X-ADDRESSBOOKSERVER-KIND:group\r\n"))
    #expect(old.components(separatedBy: "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:").count == 3)
    let new = try sandbox.succeed("export", "Rowing club", "--format", "vcard4").output
    #expect(new.contains("KIND:group\r\n") && new.contains("\r\nMEMBER:"))
    #expect(!new.contains("X-ADDRESSBOOKSERVER"))
  }

  @Test func `people name their groups when asked, and a fresh store has the same groups`() throws {
    try sandbox.succeed("export", "-o", "all.vcf", "--categories")
    let text = try String(contentsOfFile: sandbox.path("all.vcf"), encoding: .utf8)
    #expect(!text.contains("X-ADDRESSBOOKSERVER-KIND:group"))
    #expect(text.contains("CATEGORIES:"))
    let other = try reimported("all.vcf")
    #expect(try facts(of: other) == facts(of: sandbox.store))
  }

  @Test func `a comma in a group's name does not make two groups (GROUP-04)`() throws {
    let fresh = try Sandbox()
    try fresh.succeed("init")
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:A\r\nCATEGORIES:Chor,Verein,Meier\\, Kunz\r\n"
      + "END:VCARD\r\n"
    try fresh.succeed("import", "-", input: text)
    #expect(try fresh.succeed("list", "--kind", "group", "--json").lines.count == 3)
    let output = try fresh.succeed("export", "--categories").output
    #expect(output.contains("CATEGORIES:Chor,Verein,Meier\\, Kunz\r\n"))
  }
}
