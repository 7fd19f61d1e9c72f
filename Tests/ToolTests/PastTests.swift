import Foundation
import Testing

/// The past through the tool: as-of, log with filters, deleted, diff, when.
@Suite struct PastTests {
  let sandbox: Sandbox

  /// Commits: 1 Ada, 2 Bob, 3 Friends, 4 Ada joins, 5 Ada's title by Grace, 6 her number corrected,
  /// 7 Bob deleted, 8 undo of 5.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Ada", "lastName=Lovelace", "phones:mobile=+44 1")
    try sandbox.succeed("new", "firstName=Bob", "emails:work=bob@example.org")
    try sandbox.succeed("group", "new", "Friends")
    try sandbox.succeed("group", "add", "Friends", "1")
    try sandbox.succeed("set", "1", "jobTitle=Analyst", "--author", "Grace", "--note", "new job")
    try sandbox.succeed("set", "1/phones/0", "+44 2")
    try sandbox.succeed("delete", "2", "--note", "asked to")
    try sandbox.succeed("undo", "5")
  }

  private func names(_ words: String...) throws -> [String] {
    let run = try sandbox.run(words + ["--json"])
    return try run.jsonLines().compactMap { $0.text("name") }
  }

  @Test func `every reading command answers as of a commit`() throws {
    #expect(try names("list") == ["Ada Lovelace"])
    #expect(try names("list", "--as-of", "6") == ["Bob", "Ada Lovelace"])
    #expect(try names("list", "--as-of", "1") == ["Ada Lovelace"])
    #expect(try names("list", "--as-of", "0") == [])
    #expect(try names("list", "--as-of", "head") == ["Ada Lovelace"])
    #expect(try names("find", "bob@example.org", "--as-of", "6") == ["Bob"])
    #expect(try sandbox.run("find", "bob@example.org").failed(with: 1))
    #expect(try names("find", "+44 1", "--as-of", "5") == ["Ada Lovelace"])
    #expect(try names("group", "members", "Friends", "--as-of", "4") == ["Ada Lovelace"])
    #expect(try names("group", "list", "--as-of", "2") == [])
    let title = try sandbox.succeed("show", "1", "--json", "--as-of", "6").json()
    #expect(title.text("jobTitle") == "Analyst")
    #expect(try sandbox.succeed("show", "1", "--json").json()["jobTitle"] == nil)
    #expect(try sandbox.succeed("stat", "--json", "--as-of", "6").json().number("people") == 2)
    #expect(try sandbox.succeed("history", "1", "--json", "--as-of", "5").lines.count == 6)
    #expect(try sandbox.succeed("log", "--json", "--as-of", "4").lines.count == 4)
    #expect(try names("deleted", "--as-of", "6") == [])
    let cards = try sandbox.succeed("export", "--as-of", "2").output
    #expect(cards.contains("bob@example.org") && cards.contains("+44 1"))
    #expect(try !sandbox.succeed("export").output.contains("bob@example.org"))
  }

  @Test func `blame tells the last and the effective writer, and all values before`() throws {
    let then = try sandbox.succeed("blame", "1/jobTitle", "--json", "--as-of", "7").json()
    #expect(then.number("commit") == 5 && then.text("author") == "Grace")
    let run = try sandbox.succeed("blame", "1", "--all", "--json")
    let slots = try run.jsonLines()
    let number = try #require(slots.first { $0.text("slot") == "1/phones/0/value" })
    #expect(number.text("value") == "+44 2")
    #expect(number.list("earlier")?.map { $0.text("value") } == ["+44 1"])
    let title = try #require(slots.first { $0.text("slot") == "1/jobTitle" })
    #expect(title["value"] == nil)
    #expect(title.list("earlier")?.first?.text("value") == "Analyst")
    #expect(try sandbox.succeed("blame", "1", "--all").output.contains("1/jobTitle, before"))
  }

  @Test(
    arguments: [
      (["--author", "Grace"], [5]), (["--kind", "undo"], [8]), (["--record", "2"], [7, 2]),
      (["--record", "1", "--property", "jobTitle"], [8, 5]), (["--property", "phones"], [6, 1]),
      (["--property", "existence", "--record", "2"], [7, 2]), (["2-4"], [4, 3, 2]),
      (["--before", "4", "--limit", "2"], [3, 2]), (["--record", "group:1"], [4, 3]),
      (["--program", "contactlog", "--before", "4"], [3, 2, 1]),
      (["--since", "1 hour ago", "--limit", "1"], [8]), (["--property", "member"], [4]),
      (
        ["--author", "Grace", "--author", "tester", "--kind", "save", "--property", "jobTitle"], [5]
      ),
    ] as [([String], [Int])])
  func `the log is filtered`(words: [String], commits: [Int]) throws {
    let run = try sandbox.run(["log", "--json"] + words)
    #expect(try run.jsonLines().compactMap { $0.number("commit") } == commits, "\(run.errors)")
  }

  @Test func `the log of nothing is exit code 1`() throws {
    #expect(try sandbox.run("log", "--author", "Nobody").code == 1)
    #expect(try sandbox.run("log", "--until", "2001-01-01").code == 1)
  }

  @Test func `one commit is shown with all its changes`() throws {
    let commit = try sandbox.succeed("log", "5", "--json").json()
    #expect(commit.number("records") == 1)
    #expect(commit["undoneBy"] as? [Int] == [8])
    let change = try #require(commit.list("changes")?.first)
    #expect(change.text("slot") == "1/jobTitle" && change.text("new") == "Analyst")
    #expect(change["old"] == nil)
    let text = try sandbox.succeed("log", "5").output
    #expect(text.contains("new job") && text.contains("Analyst") && text.contains("undone by 8"))
    #expect(try sandbox.run("log", "99").failed(with: 1))
    #expect(try sandbox.run("log", "4-2").failed(with: 64))
    let all = try sandbox.succeed("log", "--json", "--changes").jsonLines()
    #expect(all.allSatisfy { $0.list("changes")?.count == $0.number("events") })
  }

  @Test func `what was deleted is told with who, when and why`() throws {
    let run = try sandbox.succeed("deleted", "--json")
    #expect(
      fieldNames(run.output) == [
        "id", "uid", "kind", "name", "commit", "time", "author", "program", "note",
      ])
    let bob = try run.json()
    #expect(bob.text("name") == "Bob" && bob.number("commit") == 7)
    #expect(bob.text("author") == "tester" && bob.text("note") == "asked to")
    #expect(try sandbox.succeed("deleted", "--before", "7", "--json").output == "")
    try sandbox.succeed("undo", "7")
    #expect(try sandbox.succeed("deleted", "--json").output == "")
  }

  @Test func `diff tells what was added, removed and changed`() throws {
    let run = try sandbox.succeed("diff", "1", "7", "--json")
    let items = try run.jsonLines()
    #expect(items.compactMap { $0.text("change") } == ["changed", "added"])
    let slots = try #require(items[0].list("changes"))
    #expect(slots.compactMap { $0.text("slot") } == ["1/jobTitle", "1/phones/0/value"])
    #expect(slots[1].text("old") == "+44 1" && slots[1].text("new") == "+44 2")
    #expect(
      items[1].list("changes")?.compactMap { $0.text("slot") } == [
        "group:1", "group:1/name", "group:1/members/1",
      ])
    // Bob came and went in between; backwards he is added again.
    let back = try sandbox.succeed("diff", "head", "2", "--json").jsonLines()
    #expect(back.compactMap { $0.text("change") } == ["changed", "added", "removed"])
    #expect(try sandbox.succeed("diff", "5", "6").output.contains("+44 2"))
    #expect(try sandbox.run("diff", "head").code == 1)
    let one = try sandbox.succeed("diff", "0", "head", "1", "--json").jsonLines()
    #expect(one.compactMap { $0.object("record")?.text("kind") } == ["person", "group"])
  }

  @Test func `diff writes pairs of cards on request`() throws {
    let text = try sandbox.succeed("diff", "5", "7", "--vcard").output
    let sides = text.split(separator: "\r\n").filter { $0.hasPrefix("X-CONTACTLOG-SIDE") }
    #expect(sides.map { $0.split(separator: ":")[1] } == ["before", "after", "before"])
    #expect(text.contains("+44 1") && text.contains("+44 2") && text.contains("Bob"))
    let pair = try sandbox.succeed("diff", "5", "7", "1", "--vcard", "--json").json()
    #expect(pair.text("before")?.contains("+44 1") == true)
    #expect(pair.text("after")?.contains("+44 2") == true)
  }

  @Test(
    arguments: [
      (["1", "jobTitle=Analyst"], 5), (["1", "empty", "jobTitle"], 8), (["2", "removed"], 7),
      (["1", "member", "Friends"], 4), (["1", "phone=+44 2"], 6), (["1", "lastName=Lovelace"], 1),
      (["2", "email=bob@example.org"], 2),
    ] as [([String], Int)])
  func `when finds the commit after which something became true`(
    words: [String], commit: Int
  ) throws {
    let run = try sandbox.run(["when"] + words + ["--json"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(try run.json().number("commit") == commit)
  }

  @Test(
    arguments: [
      (["1", "removed"], 1, "never true"), (["1", "jobTitle=X"], 1, "never true"),
      (["1", "empty", "note"], 1, "never true"), (["9", "removed"], 1, "no record 9"),
      (["1", "member", "Enemies"], 1, "Enemies"), (["1", "full"], 64, "word 1"),
      (["1", "empty"], 64, "must follow 'empty'"), (["1", "empty", "shoe"], 64, "word 2"),
      (["1", "empty", "note", "now"], 64, "word 3"), (["1", "removed", "now"], 64, "word 2"),
      (["1", "member"], 64, "must follow 'member'"), (["1", "shoe=7"], 64, "word 1"),
      (["1", "members=7"], 64, "word 1"), (["1"], 64, "CONDITION is missing"),
    ] as [([String], Int32, String)])
  func `a condition that is never true or makes no sense is said`(
    words: [String], code: Int32, text: String
  ) throws {
    let run = try sandbox.run(["when"] + words)
    #expect(run.failed(with: code) && run.errors.contains(text), "\(run.code) \(run.errors)")
  }

  @Test(
    arguments: [
      (["list", "--as-of", "99"], 1, "no commit 99"),
      (["list", "--as-of", "99999999999999999999999"], 1, "no commit"),
      (["show", "1", "--as-of", "2001-01-01"], 1, "first commit"),
      (["show", "2", "--as-of", "1"], 1, "no record 2"),
      (["export", "--as-of", "whenever"], 64, "neither a commit nor a time"),
      (["find", "Ada", "--as-of", "2026-02-30"], 64, "no such day"),
      (["log", "--since", "soon"], 64, "no time"), (["log", "--kind", "guess"], 64, "guess"),
      (["log", "--property", "shoe"], 64, "shoe"), (["log", "x"], 64, "'x' is no commit"),
      (["log", "--record", "9"], 1, "no record 9"), (["diff", "99"], 1, "no commit 99"),
      (["diff", "0", "99"], 1, "no commit 99"), (["diff", "never"], 64, "neither"),
      (["diff", "0", "1", "9"], 1, "no record 9"),
      (["history", "1", "--as-of", "0"], 1, "no record"),
      (["blame", "2"], 1, "removed"), (["deleted", "--limit", "0"], 64, "--limit"),
    ] as [([String], Int32, String)])
  func `bad moments and filters are told with their code`(
    words: [String], code: Int32, text: String
  ) throws {
    let run = try sandbox.run(words)
    #expect(run.failed(with: code) && run.errors.contains(text), "\(run.code) \(run.errors)")
  }
}
