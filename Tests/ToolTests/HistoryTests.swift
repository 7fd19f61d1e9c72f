import Foundation
import Testing

/// What happened, who did it, and how it is taken back.
@Suite struct HistoryTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Ada", "phones:mobile=+44 1", "--note", "first")
    try sandbox.succeed("set", "1/jobTitle", "Analyst", "--author", "Grace")
    try sandbox.succeed("set", "1/jobTitle", "Countess")
  }

  @Test func `the log has the promised fields the newest first`() throws {
    let run = try sandbox.succeed("log", "--json")
    #expect(
      fieldNames(run.lines[2]) == [
        "commit", "time", "author", "program", "kind", "note", "events", "records", "firstPosition",
        "lastPosition", "hash", "parent",
      ])
    let commits = try run.jsonLines()
    #expect(commits.compactMap { $0.number("commit") } == [3, 2, 1])
    #expect(commits[0].text("parent") == commits[1].text("hash"))
    #expect(commits[2].text("parent") == String(repeating: "0", count: 64))
    #expect(commits[2].text("note") == "first")
    #expect(commits[0]["note"] == nil)
    #expect(commits[1].text("kind") == "save")
    #expect(commits[1].text("program") == "contactlog")
    #expect(commits[2].number("firstPosition") == 1)
    #expect(commits[2].number("lastPosition") == 3)
    #expect(commits[2].number("events") == 3)
  }

  @Test func `the log is limited and begins where it is told`() throws {
    let one = try sandbox.succeed("log", "--json", "--limit", "1", "--before", "3").jsonLines()
    #expect(one.compactMap { $0.number("commit") } == [2])
  }

  @Test func `history has old and new of every change`() throws {
    let run = try sandbox.succeed("history", "1", "--json")
    #expect(
      fieldNames(run.lines[4]) == [
        "commit", "position", "time", "author", "program", "record", "change", "slot", "old", "new",
      ])
    let items = try run.jsonLines()
    #expect(
      items.compactMap { $0.text("change") } == [
        "created", "valueSet", "entryAdded", "valueSet", "valueSet",
      ])
    #expect(items[2].text("slot") == "1/phones/0")
    #expect(items[2].object("new")?.text("label") == "mobile")
    #expect(items[3].text("author") == "Grace")
    #expect(items[3]["old"] == nil)
    #expect(items[4].text("old") == "Analyst")
    #expect(items[4].text("new") == "Countess")
    #expect(items[4].object("record")?.number("id") == 1)
  }

  @Test func `history of one slot leaves the others out`() throws {
    let items = try sandbox.succeed("history", "1/jobTitle", "--json").jsonLines()
    #expect(items.count == 2)
    try sandbox.succeed("label", "1/phones/0", "home")
    #expect(try sandbox.succeed("history", "1/phones/0", "--json").lines.count == 2)
    #expect(try sandbox.succeed("history", "1", "--limit", "1", "--json").lines.count == 1)
  }

  @Test func `blame names who set what stands`() throws {
    let run = try sandbox.succeed("blame", "1", "--json")
    #expect(
      fieldNames(run.output) == [
        "record", "slot", "value", "commit", "position", "time", "author", "program",
      ])
    let title = try #require(try run.jsonLines().first { $0.text("slot") == "1/jobTitle" })
    #expect(title.number("commit") == 3)
    #expect(title.text("value") == "Countess")
  }

  @Test func `after an undo blame names the commit that set the value first`() throws {
    try sandbox.succeed("undo", "3")
    let title = try sandbox.succeed("blame", "1/jobTitle", "--json").json()
    #expect(title.number("commit") == 2)
    #expect(title.number("lastCommit") == 4)
    #expect(title.text("author") == "Grace")
  }

  @Test func `an undo is a commit that names what it undoes`() throws {
    let run = try sandbox.succeed("undo", "3", "--json")
    #expect(
      fieldNames(run.output) == ["commit", "undo", "undoes", "events", "changes", "obstacles"])
    #expect(try run.json().number("commit") == 4)
    #expect(try run.json()["undoes"] as? [Int] == [3])
    #expect(try sandbox.succeed("show", "1", "--json").json().text("jobTitle") == "Analyst")
    let commit = try sandbox.succeed("log", "--json", "--limit", "1").json()
    #expect(commit["undoes"] as? [Int] == [3])
    #expect(commit.text("kind") == "undo")
  }

  @Test func `an undo is undone like any commit`() throws {
    try sandbox.succeed("undo", "3")
    try sandbox.succeed("undo", "4")
    #expect(try sandbox.succeed("show", "1", "--json").json().text("jobTitle") == "Countess")
  }

  @Test func `a later change stands in the way of an undo and is named`() throws {
    let run = try sandbox.run("undo", "2", "--json")
    #expect(run.code == 5)
    #expect(
      run.errors
        == "contactlog: nothing was undone: 1 value changed since; --skip leaves these and takes back"
        + " the others, --force takes these back too\n")
    let obstacle = try #require(try run.json().list("obstacles")?.first)
    #expect(obstacle.text("slot") == "1/jobTitle" && obstacle.text("reason") == "superseded")
    #expect(obstacle.text("then") == "Analyst" && obstacle.text("now") == "Countess")
    #expect(obstacle.number("commit") == 3 && obstacle.text("author") == "tester")
    #expect(obstacle.text("program") == "contactlog" && obstacle.text("time") != nil)
    let text = try sandbox.run("undo", "2", "--dry-run")
    #expect(text.code == 5 && text.errors.isEmpty)
    #expect(text.output.contains("1/jobTitle: was Analyst, is Countess; by tester through"))
    #expect(try sandbox.succeed("log", "--json").lines.count == 3)
    #expect(try sandbox.succeed("undo", "2", "--skip", "--json").json().isNull("commit"))
    try sandbox.succeed("undo", "2", "--force")
    #expect(try sandbox.succeed("show", "1", "--json").json()["jobTitle"] == nil)
  }

  @Test func `a range of commits is taken back at once`() throws {
    try sandbox.succeed("undo", "1..3")
    #expect(try sandbox.succeed("list", "--json").output.isEmpty)
    #expect(try sandbox.succeed("history", "1", "--json").lines.count > 5)
  }

  @Test func `a dry run changes nothing`() throws {
    let run = try sandbox.succeed("undo", "3", "--dry-run", "--json").json()
    #expect(run.number("events") == 1)
    #expect(run.isNull("commit"))
    let change = try #require(run.list("changes")?.first)
    #expect(change.text("slot") == "1/jobTitle")
    #expect(change.text("from") == "Countess" && change.text("to") == "Analyst")
    let text = try sandbox.succeed("undo", "3", "--dry-run").output
    #expect(text.contains("1/jobTitle: Countess -> Analyst"))
    #expect(try sandbox.succeed("log", "--json").lines.count == 3)
  }

  @Test func `what was undone already is not undone again, and the undo is named`() throws {
    try sandbox.succeed("undo", "3")
    for words in [["undo", "3"], ["undo", "3", "--force"], ["undo", "3", "--dry-run"]] {
      let run = try sandbox.run(words)
      #expect(run.failed(with: 6))
      #expect(run.errors.contains("commit 3 was undone by commit 4 already; undo 4 to bring it"))
    }
    try sandbox.succeed("undo", "4")
    #expect(try sandbox.run("undo", "4").failed(with: 6))
  }

  @Test func `an unknown commit is named`() throws {
    let run = try sandbox.run("undo", "2..9")
    #expect(run.failed(with: 1))
    #expect(run.errors == "contactlog: there is no commit 9; the last one is commit 3\n")
  }

  @Test func `an undo is limited to a record or slot`() throws {
    try sandbox.succeed("new", "firstName=Grace")
    try sandbox.succeed("set", "1", "note=n", "nickname=A")
    let run = try sandbox.succeed("undo", "5", "--only", "1/note", "--json").json()
    #expect(run.list("changes")?.compactMap { $0.text("slot") } == ["1/note"])
    #expect(try sandbox.run("undo", "5", "--only", "2").failed(with: 1))
    try sandbox.succeed("undo", "5", "--only", "1/nickname")
    #expect(try sandbox.succeed("show", "1", "--json").json()["nickname"] == nil)
  }

  @Test func `times are local in a table and UTC for programs`() throws {
    let table = try sandbox.run(["log", "--limit", "1"], environment: ["TZ": "UTC+5"])
    let json = try sandbox.succeed("log", "--json", "--limit", "1").json()
    let utc = try #require(json.text("time")).prefix(19).replacing("T", with: " ")
    #expect(!table.output.contains(utc))
    #expect(try sandbox.succeed("log", "--limit", "1").output.contains(utc))
  }
}
