import Foundation
import TestSupport
import Testing

/// `merge` and `unmerge`, and what else tells of them.
@Suite struct MergeTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    let cards = [
      ["UID:A", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 1", "NOTE:one"],
      [
        "UID:B", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL;TYPE=HOME:+44 2", "NOTE:two",
        "X-PET:Ada's cat", "TITLE:Countess",
      ],
    ].map { "BEGIN:VCARD\r\nVERSION:3.0\r\n\($0.joined(separator: "\r\n"))\r\nEND:VCARD\r\n" }
    try sandbox.succeed("import", try sandbox.write("two.vcf", cards.joined()))
  }

  /// The cards of all people but for the time of their last change.
  private func cards() throws -> [String] {
    Self.lines(try sandbox.succeed("export"))
  }

  /// The lines of cards, which end with CR LF, but for the time of the last change.
  private static func lines(_ run: Run) -> [String] {
    run.output.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.hasPrefix("REV") }
  }

  @Test func `values that differ are listed and nothing is done`() throws {
    let run = try sandbox.run("merge", "1", "2")
    #expect(run.code == 5 && run.output.contains("choose") && run.output.contains("two"))
    #expect(run.errors.contains("other values of note; choose with --choose"))
    #expect(!run.errors.contains("two"))
    let dry = try sandbox.run("merge", "1", "2", "--dry-run", "--json")
    #expect(dry.code == 5 && dry.errors.isEmpty)
    let clashes = try #require(try dry.json()["clashes"] as? [[String: Any]])
    #expect(clashes.map { $0.text("property") } == ["note"] && clashes[0].text("choice") == nil)
    #expect(try sandbox.succeed("log", "--json").lines.count == 1)
  }

  @Test func `a merge and an un-merge leave the cards as they were`() throws {
    let before = try cards()
    let merge = try sandbox.succeed("merge", "1", "2", "--choose", "note=both", "--json").json()
    #expect(merge.number("kept") == 1 && merge.number("merged") == 2)
    let merged = try cards().joined(separator: "\n")
    #expect(merged.contains("NOTE:one\\n\\ntwo") && merged.contains("X-PET:Ada's cat"))
    #expect(try sandbox.succeed("list", "--json").lines.count == 1)
    let apart = try sandbox.succeed("unmerge", "2", "--json").json()
    #expect(apart.number("takenOut") == 2 && apart.number("merge") == 2)
    #expect(try cards() == before)
    try sandbox.succeed("verify")
  }

  /// Cards with photos, groups, addresses and lines of their producers' own, by two and two.
  @Test(arguments: ["keep", "other"])
  func `people of every version come apart as their cards were`(_ whose: String) throws {
    let sandbox = try Sandbox()
    try sandbox.succeed("init")
    let fixtures = SharedFolder.packageRoot.appending(path: "Tests/Fixtures/people.vcf")
    var files = [fixtures.path]
    if let folder = SharedFolder.file("data/vcards") {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      // A few of each kind of producer; all of them take minutes.
      files += stride(from: 0, to: names.count, by: 9).map { names[$0] }
        .filter { $0.hasSuffix(".vcf") }.map { folder.appending(path: $0).path }
    }
    // Some cards may be refused; the others are in.
    _ = try sandbox.run(["import"] + files)
    let people = try sandbox.succeed("list", "--json").lines.count
    let formats = ["vcard3", "vcard4", "vcard21", "original"]
    func cards(_ pair: [String]) throws -> [String] {
      try formats.flatMap { Self.lines(try sandbox.run(["export", "--format", $0] + pair)) }
    }
    #expect(people >= 12)
    for number in stride(from: 1, to: people, by: 2) {
      let pair = ["\(number)", "\(number + 1)"]
      let before = try cards(pair)
      #expect(before.filter { $0.uppercased() == "END:VCARD" }.count >= 2 * formats.count)
      try sandbox.succeed("merge", pair[0], pair[1], "--prefer", whose)
      try sandbox.succeed("unmerge", pair[1])
      let after = try cards(pair)
      #expect(after == before, "\(pair)")
    }
    try sandbox.succeed("verify")
  }

  @Test func `the merge is told by both`() throws {
    try sandbox.succeed("merge", "1", "2", "--prefer", "keep")
    #expect(try sandbox.succeed("show", "1").output.contains("merged with"))
    let shown = try sandbox.succeed("show", "1", "--json").json()
    #expect((shown["merged"] as? [[String: Any]])?.compactMap { $0.number("id") } == [2])
    let gone = try sandbox.run("show", "2")
    #expect(gone.failed(with: 1) && gone.errors.contains("merged into 1 by commit 2"))
    #expect(gone.errors.contains("contactlog unmerge 2"))
    #expect(try sandbox.succeed("show", "B", "--json").json().number("id") == 1)
    for person in ["1", "2"] {
      let rows = try sandbox.succeed("history", person, "--json").jsonLines()
      let merges = rows.filter { $0.text("change") == "mergedInto" }
      #expect(merges.count == 1 && (merges[0]["into"] as? [String: Any])?.number("id") == 1)
      #expect(try sandbox.succeed("history", person).output.contains("mergedInto"))
    }
    #expect(try sandbox.succeed("deleted", "--json").json().text("into") == "1")
    let blame = try sandbox.succeed("blame", "1", "--json").jsonLines()
    let title = blame.first { $0.text("slot") == "1/jobTitle" }
    #expect(title?.number("commit") == 2)
    #expect(try sandbox.succeed("show", "2", "--as-of", "1", "--json").json().number("id") == 2)
    #expect(try sandbox.run("undelete", "2").failed(with: 5))
    #expect(try sandbox.run("merge", "1", "2").failed(with: 1))
  }

  @Test func `changes since are asked about, and answered`() throws {
    try sandbox.succeed("merge", "1", "2", "--prefer", "keep")
    try sandbox.succeed("set", "1", "note=changed", "nickname=A")
    try sandbox.succeed("set", "1/phones/1", "+44 22")
    let asked = try sandbox.run("unmerge", "2")
    #expect(asked.code == 5 && asked.output.contains("whose is"))
    #expect(asked.errors.contains("2 changes since the merge may belong to either"))
    let dry = try sandbox.run("unmerge", "commit:2", "--dry-run", "--json")
    let questions = try #require(try dry.json()["questions"] as? [[String: Any]])
    #expect(dry.code == 5 && questions.compactMap { $0.text("slot") } == ["1/nickname", "1/note"])
    try sandbox.succeed("unmerge", "2", "--to", "1/note=other", "--rest", "keep")
    let (kept, other) = (
      try sandbox.succeed("show", "1", "--json").json(),
      try sandbox.succeed("show", "2", "--json").json()
    )
    #expect(kept.text("note") == "one" && kept.text("nickname") == "A")
    #expect(other.text("note") == "changed" && other.text("nickname") == nil)
    let phones = other["phones"] as? [[String: Any]]
    #expect(phones?.compactMap { $0.text("value") } == ["+44 22"])
    try sandbox.succeed("undo", "5")
    #expect(try sandbox.succeed("show", "1", "--json").json().text("note") == "changed")
  }

  @Test func `people kept apart are not merged`() throws {
    try sandbox.succeed("link", "--apart", "1", "2")
    let run = try sandbox.run("merge", "1", "2", "--prefer", "keep")
    #expect(run.failed(with: 5) && run.errors.contains("kept apart"))
  }

  @Test func `words that make no sense are refused`() throws {
    let cases: [([String], Int32)] = [
      (["merge", "1", "2", "--choose", "note"], 64),
      (["merge", "1", "2", "--choose", "x=keep"], 64),
      (["merge", "1", "2", "--choose", "note=mine"], 64),
      (["merge", "1", "2", "--prefer", "ask"], 64),
      (["merge", "1", "1"], 65), (["merge", "1", "9"], 1), (["merge", "1", "group:1"], 1),
      (["merge", "1", "2", "--choose", "firstName=both"], 65), (["unmerge", "2"], 1),
      (["unmerge", "commit:1"], 1), (["unmerge", "commit:9"], 1),
      (["unmerge", "2", "--to", "1/note"], 64), (["unmerge", "2", "--rest", "ask"], 64),
    ]
    for (words, code) in cases {
      #expect(try sandbox.run(words).failed(with: code), "\(words)")
    }
  }
}
