import Foundation
import Testing

/// What an import says of each card, and of those it refused.
@Suite struct ImportReportTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
  }

  private func card(_ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  private var ada: String {
    card("UID:a", "N:Long;Ada;;;", "TEL:+44 20 7946 0123", "TITLE:Countess")
  }

  // MARK: - Card by card

  @Test func `a dry run says what would become of each card`() throws {
    try sandbox.succeed("import", sandbox.write("old.vcf", ada))
    let file = try sandbox.write(
      "new.vcf",
      ada + card("UID:a", "N:Long;Ada;;;", "TEL:+44 20 7946 0123", "TITLE:Analyst")
        + card("UID:b", "FN:Ada Long", "TEL:02079460123", "NOTE:x") + card("UID:c", "FN:Carl")
        + card())
    let run = try sandbox.run("import", "new.vcf", "--dry-run", "--json")
    #expect(run.code == 65)
    let lines = try run.jsonLines()
    #expect(
      lines.dropLast().map { $0.text("card") } == ["same", "updated", "added", "added", "failed"])
    #expect(lines.dropLast().map { $0.number("number") } == [1, 2, 3, 4, 5])
    #expect(lines[1].text("record") == "1")
    #expect(lines[1]["changed"] as? [String] == ["jobTitle"])
    let other = try #require(lines[2].list("duplicates")?.first)
    #expect(other.text("record") == "1" && other["reasons"] as? [String] == ["phones"])
    #expect(lines[3].list("duplicates") == nil)
    #expect(lines[4].text("reason")?.isEmpty == false && lines[4].number("line") == 27)
    #expect(lines.last?.number("read") == 5 && lines.last?["dryRun"] as? Bool == true)
    let text = try sandbox.run("import", file, "--dry-run").output
    #expect(text.contains("may be 1 (same name and phone number)"))
    #expect(text.contains("jobTitle"))
    #expect(try sandbox.succeed("log", "--json").lines.count == 1)
  }

  @Test func `an import that would empty the book is held until it is confirmed`() throws {
    let named = (1...40).map { card("UID:u\($0)", "FN:Ada \($0)", "N:\($0);Ada;;;") }
    try sandbox.succeed("import", sandbox.write("named.vcf", named.joined()))
    let emptied = (1...40).map { card("UID:u\($0)", "FN:", "N:;;;;") }
    let file = try sandbox.write("emptied.vcf", emptied.joined())
    let dry = try sandbox.run("import", file, "--dry-run")
    #expect(dry.code == 7)
    #expect(dry.output.contains("would be held  it would empty 40 of 40 records"))
    let held = try sandbox.run("import", file)
    #expect(held.code == 7)
    #expect(held.output.contains("none: nothing was saved"))
    #expect(held.errors.contains("--confirm-mass-change"))
    #expect(try sandbox.succeed("show", "1").output.contains("Ada 1"))
    try sandbox.succeed("import", file, "--confirm-mass-change")
    #expect(try !sandbox.succeed("show", "1").output.contains("Ada 1"))
  }

  @Test func `a report names updates, likely duplicates and unknown members`() throws {
    try sandbox.succeed("import", sandbox.write("old.vcf", ada))
    let text =
      card("UID:a", "N:Long;Ada;;;", "TEL:+44 20 7946 0123", "TITLE:Analyst")
      + card("UID:b", "FN:Ada Long", "TEL:02079460123", "NOTE:x")
      + card(
        "UID:g", "FN:Crew", "N:Crew;;;;", "X-ADDRESSBOOKSERVER-KIND:group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a")
    let file = try sandbox.write("new.vcf", text)
    let report = try sandbox.succeed("import", file, "--json").json()
    #expect(report.list("updates")?.first?.text("record") == "1")
    #expect(report.list("updates")?.first?["changed"] as? [String] == ["jobTitle"])
    #expect(report.list("duplicates")?.first?.text("record") == "2")
    #expect(report.number("proposed") == 1 && report.number("unknownMembers") == 1)
    #expect(report.list("members")?.first?.text("uid") == "urn:uuid:nobody")
    #expect(report.list("members")?.first?.text("group") == "group:1")
    let fresh = try Sandbox()
    try fresh.succeed("init")
    try fresh.succeed("import", "-", input: ada)
    let output = try fresh.succeed("import", "-", input: text).output
    #expect(output.contains("-:8: added as 2, may be 1 (same name and phone number)"))
    #expect(output.contains("urn:uuid:nobody in group:1"))
  }

  @Test func `likely duplicates are added, left out or taken in, as asked`() throws {
    try sandbox.succeed("import", "-", input: ada)
    let text = card("UID:b", "FN:Ada Long", "TEL:02079460123", "NOTE:x")
    let skipped = try sandbox.succeed(
      "import", "-", "--duplicates", "skip", "--json", input: text
    ).json()
    #expect(skipped.number("skipped") == 1 && skipped.isNull("commits"))
    let updated = try sandbox.succeed(
      "import", "-", "--duplicates", "update", "--json", input: text
    ).json()
    #expect(updated.number("updated") == 1)
    #expect(try sandbox.succeed("show", "1", "--json").json().text("note") == "x")
    let again = try sandbox.succeed(
      "import", "-", "--duplicates", "update", "--json", input: text
    ).json()
    #expect(again.number("same") == 1 && again.isNull("commits"))
    // What was taken in is known, however it is imported; another card is not.
    #expect(try sandbox.succeed("import", "-", "--json", input: text).json().number("same") == 1)
    let other = text.replacing("NOTE:x", with: "NOTE:y")
    #expect(try sandbox.succeed("import", "-", "--json", input: other).json().number("added") == 1)
    #expect(try sandbox.run("import", "-", "--duplicates", "maybe", input: text).failed(with: 64))
  }

  @Test func `a report names refused cards by number, line, name and reason (BROKEN-09)`() throws {
    var text = ""
    for number in 1...200 {
      text +=
        number == 17 || number == 120
        ? card("FN:Person \(number)", "NOTE:" + String(repeating: "x", count: 200))
        : card("UID:\(number)", "FN:Person \(number)")
    }
    let run = try sandbox.run("import", "-", "--limit", "line=100", "--json", input: text)
    #expect(run.code == 65)
    let report = try run.json()
    #expect(report.number("added") == 198)
    let rejects = try #require(report.list("rejects"))
    #expect(rejects.map { $0.number("number") } == [17, 120])
    #expect(rejects.map { $0.number("line") } == [16 * 5 + 4, 119 * 5 + 4])
    #expect(rejects.map { $0.text("name") } == ["Person 17", "Person 120"])
    #expect(rejects.map { $0.text("property") } == ["NOTE", "NOTE"])
    #expect(rejects[0].text("reason") == "a line of more than 100 bytes")
  }

  @Test func `of many cards an odd one alone is reported (PERF-04)`() throws {
    var text = ""
    for number in 1...581 {
      text += card(
        "UID:\(number)", "FN:Person \(number)",
        number == 27 ? "PHOTO;ENCODING=b:iVBORw0KGgo\r\n !!no base64!!" : "TEL:\(number)")
    }
    let run = try sandbox.succeed("import", "-", "--json", input: text)
    #expect(try run.json().number("added") == 581)
    #expect(try run.json().number("warnings") == 1)
    #expect(run.errors.contains("card 27: warning 6: PHOTO:"))
  }

  // MARK: - Warnings

  @Test func `warnings have file, line, card and number`() throws {
    let text = card("UID:a", "FN:A") + card("UID:b", "FN:B", "BDAY:soon")
    let run = try sandbox.succeed("import", sandbox.write("x.vcf", text))
    #expect(
      run.errors.hasPrefix("contactlog: \(sandbox.path("x.vcf")):10: card 2: warning 7: BDAY: "))
    #expect(run.output.contains("warnings"))
  }

  @Test func `tables and jCards warn as well`() throws {
    let table = try sandbox.write("x.csv", "First Name,Birthday\r\nAda,3/4/1990\r\n")
    #expect(
      try sandbox.succeed("import", table).errors.contains(
        "x.csv:2: card 1: warning 12: Birthday: "))
    let jCard = try sandbox.write("x.json", #"["vcard",[["fn",{},"text","Eve"],["note"]]]"#)
    #expect(try sandbox.succeed("import", jCard).errors.contains("x.json:1: card 1: warning 11: "))
  }

  @Test func `twenty warnings are told, or all when asked`() throws {
    let text = (1...30).map { card("UID:\($0)", "FN:A", "BDAY:soon") }.joined()
    #expect(
      try sandbox.succeed("import", "-", input: text).errors.split(separator: "\n").count == 21)
    let all = try sandbox.succeed("import", "-", "--verbose", "--dry-run", input: text)
    #expect(all.errors.split(separator: "\n").count == 30)
  }

  @Test func `lines outside of cards are reported`() throws {
    let text = card("UID:a", "FN:A") + "Lost: here\r\n\r\n" + card("UID:b", "FN:B") + "more\r\n"
    let run = try sandbox.succeed("import", "-", input: text)
    #expect(run.errors == "contactlog: -:6: 2 lines outside of cards, left out, the first here\n")
  }

  // MARK: - Limits

  @Test func `limits can be changed, and a wrong one is refused`() throws {
    let text = card("UID:a", "FN:A", "TEL:1", "TEL:2") + card("UID:b", "FN:B")
    let strict = try sandbox.run(
      "import", "-", "--limit", "properties=6", "--limit", "cards=1", "--json", input: text)
    #expect(try strict.json().list("rejects")?.map { $0.number("number") } == [1, 2])
    #expect(
      try strict.json().list("rejects")?.last?.text("reason") == "more than 1 cards in one import")
    let loose = try sandbox.succeed("import", "-", "--limit", "properties=7", "--json", input: text)
    #expect(try loose.json().number("added") == 2)
    for word in ["card", "card=0", "card=x", "size=5", "card=-1", "card=9999999999G"] {
      #expect(try sandbox.run("import", "-", "--limit", word, input: text).failed(with: 64))
    }
  }

  @Test func `nothing a card names is opened or fetched`() throws {
    let secret = try sandbox.write("secret.png", "never read")
    let text = card(
      "UID:a", "FN:A", "PHOTO;VALUE=uri:file://\(secret)", "PHOTO;VALUE=URL:\(secret)",
      "LOGO;VALUE=uri:http://127.0.0.1:1/x.png", "SOUND;VALUE=uri:/dev/zero")
    try sandbox.succeed("import", "-", input: text)
    let output = try sandbox.succeed("export", "--format", "original").output
    #expect(output == text)
    #expect(try sandbox.succeed("show", "1", "--json").json().object("image") == nil)
  }
}
