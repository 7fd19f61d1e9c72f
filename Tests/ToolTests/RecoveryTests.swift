import Foundation
import Testing

/// Bringing back what is gone: undelete, restore, and the guard against losing much at once.
@Suite struct RecoveryTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Ada", "phones:mobile=+44 1")
    try sandbox.succeed("group", "new", "Friends")
    try sandbox.succeed("group", "add", "Friends", "Ada")
  }

  private func show(_ record: String = "1") throws -> [String: Any] {
    try sandbox.succeed("show", record, "--json").json()
  }

  // MARK: Undelete

  @Test func `a removed person comes back into its groups`() throws {
    let uid = try #require(try show().text("uid"))
    try sandbox.succeed("delete", "1")
    let run = try sandbox.succeed("undelete", uid, "--json")
    #expect(
      fieldNames(run.output) == ["commit", "undo", "undoes", "events", "changes", "obstacles"])
    let report = try run.json()
    #expect(report["undoes"] as? [Int] == [4])
    #expect(
      report.list("changes")?.compactMap { $0.text("slot") } == ["1", "group:1/members/1"])
    let person = try show()
    #expect(person.text("uid") == uid && person.list("phones")?.first?.number("id") == 0)
    #expect(person.list("groups")?.count == 1)
    try sandbox.succeed("undo", "5")
    #expect(try sandbox.run("show", "1").failed(with: 1))
  }

  @Test func `several come back at once, and text names them`() throws {
    try sandbox.succeed("delete", "1", "group:1")
    let dry = try sandbox.succeed("undelete", "1", "--dry-run").output
    #expect(dry.contains("1 Ada comes back"))
    #expect(dry.contains("removed since  group:1/members/1: was yes; by tester through contactlog"))
    let text = try sandbox.succeed("undelete", "1", "group:1").output
    #expect(text.contains("group:1 Friends comes back"))
    #expect(try show().list("groups")?.count == 1)
  }

  @Test(arguments: [
    (["undelete", "1"], 1, "1 is not removed; there is nothing to bring back"),
    (["undelete", "9"], 1, "there is no record 9"),
    (["undelete"], 64, "RECORD"),
    (["restore", "1", "--as-of", "9"], 1, "there is no commit 9; the last one is commit 3"),
    (["restore", "1", "--as-of", "1990-01-01"], 1, "nothing was saved by '1990-01-01'"),
    (["restore", "1", "--as-of", "whenever"], 64, "'whenever' is neither a commit nor a time"),
    (["restore", "group:1", "--as-of", "1"], 1, "group:1 did not exist as of commit 1"),
    (["restore", "1/phones/7", "--as-of", "1"], 1, "there never was 1/phones/7"),
    (["restore", "1"], 64, "--as-of is missing"),
    (["restore", "--as-of", "1"], 64, "--all restores the whole book"),
    (["restore", "1", "--all", "--as-of", "1"], 64, "--all is the whole book"),
  ])
  func `what cannot be brought back is said`(
    _ words: [String], _ code: Int, _ message: String
  ) throws {
    let run = try sandbox.run(words)
    #expect(run.failed(with: Int32(code)), "\(run.code) \(run.output)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try sandbox.succeed("log", "--json").lines.count == 3)
  }

  // MARK: Restore

  @Test func `a slot, a record and the book are set back`() throws {
    try sandbox.succeed("set", "1", "jobTitle=Analyst", "note=n")
    try sandbox.succeed("set", "1", "jobTitle=Countess", "note=m")
    try sandbox.succeed("restore", "1/jobTitle", "--as-of", "4")
    #expect(try show().text("jobTitle") == "Analyst" && show().text("note") == "m")
    let run = try sandbox.succeed("restore", "1", "--as-of", "3", "--json").json()
    #expect(run.list("changes")?.compactMap { $0.text("slot") } == ["1/jobTitle", "1/note"])
    #expect(try show()["jobTitle"] == nil && show()["note"] == nil)
    let commit = try sandbox.succeed("log", "--json", "--limit", "1").json()
    #expect(commit.text("kind") == "restore" && commit.text("note") == "as of commit 3")
    try sandbox.succeed("new", "firstName=Grace")
    try sandbox.succeed("delete", "1")
    let dry = try sandbox.succeed("restore", "--all", "--as-of", "5", "--dry-run").output
    #expect(dry.contains("1 Ada comes back") && dry.contains("2 Grace is removed"))
    try sandbox.succeed("restore", "--all", "--as-of", "5", "--note", "as it was")
    #expect(try show().text("jobTitle") == "Countess")
    #expect(try sandbox.succeed("list", "--json").lines.count == 1)
    try sandbox.succeed("undo", "10")
    #expect(try show("2").text("firstName") == "Grace")
    #expect(try sandbox.run("show", "1").failed(with: 1))
  }

  @Test func `a time is a moment as well`() throws {
    let commit = try sandbox.succeed("log", "--json", "--limit", "1").json()
    let time = try #require(commit.text("time"))
    Thread.sleep(forTimeInterval: 0.01)
    try sandbox.succeed("set", "1/note", "later")
    try sandbox.succeed("restore", "1", "--as-of", time)
    #expect(try show()["note"] == nil)
  }

  // MARK: Undo of an import

  @Test func `an import of which somebody removed a card is undone but for that one`() throws {
    let report = try sandbox.succeed("import", Project.people, "--json").json()
    let id = try #require(report.text("importId"))
    try sandbox.succeed("delete", "2")
    let refused = try sandbox.run("undo", "--import", id)
    #expect(refused.code == 5)
    #expect(refused.output.contains("removed since  2 "))
    #expect(refused.errors.contains("of what commit 5 removed; --skip leaves these"))
    try sandbox.succeed("undo", "--import", id, "--skip")
    #expect(try sandbox.succeed("list", "--json").lines.count == 1)
    try sandbox.succeed("undelete", "2")
    #expect(try show("2").text("name")?.isEmpty == false)
    #expect(try sandbox.succeed("verify", "--json").json()["ok"] as? Bool == true)
  }

  // MARK: Mass changes

  @Test func `much at once is held until it is confirmed`() throws {
    let cards = (0..<30).map {
      "BEGIN:VCARD\nVERSION:3.0\nUID:u\($0)\nFN:P\($0)\nN:P\($0)\nEND:VCARD\n"
    }
    let file = try sandbox.write("many.vcf", cards.joined())
    try sandbox.succeed("import", file)
    let words = ["delete"] + (2...25).map { "\($0)" }
    let run = try sandbox.run(words)
    #expect(run.failed(with: 7))
    #expect(run.errors.contains("this would remove 24 and empty 0 of 32 records"))
    #expect(run.errors.contains("--confirm-mass-change saves it all the same"))
    let settings = try sandbox.succeed("settings", "--json").json()
    #expect(settings.object("massChange")?.number("records") == 20)
    try sandbox.succeed("settings", "massChange=30,10")
    #expect(try sandbox.run(words).code == 0)
    try sandbox.succeed("undo", "5")
    try sandbox.succeed("settings", "massChange=")
    #expect(try sandbox.run(words).code == 7)
    #expect(try sandbox.run(words + ["--confirm-mass-change"]).code == 0)
    #expect(
      try sandbox.succeed("settings", "massChange=off", "--tsv").output == "massChange\toff\n")
    #expect(try sandbox.run("settings", "massChange=x").failed(with: 65))
  }
}
