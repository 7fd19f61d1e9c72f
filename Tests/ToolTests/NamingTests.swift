import Foundation
import Testing

/// How records are named, listed and found.
@Suite struct NamingTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Zoë", "lastName=Long", "--uid", "urn:zoe")
    try sandbox.succeed("new", "firstName=Ada", "lastName=Lovelace", "phones=+44 20 7946 0018")
    try sandbox.succeed("new", "firstName=Ada", "lastName=Byron", "emails=Ada@Engine.example")
  }

  private func ids(_ words: String...) throws -> [Int] {
    try sandbox.run(words + ["--json"]).jsonLines().compactMap { $0.number("id") }
  }

  @Test func `a list is in order of name`() throws {
    #expect(try ids("list") == [3, 1, 2])
    #expect(try ids("list", "--order", "firstName") == [3, 2, 1])
    #expect(try ids("list", "--limit", "2") == [3, 1])
  }

  @Test func `rows have the promised fields`() throws {
    let run = try sandbox.succeed("list", "--json")
    #expect(fieldNames(run.output) == ["id", "uid", "kind", "name"])
    let tsv = try sandbox.succeed("list", "--tsv")
    #expect(tsv.lines[0] == "id\tuid\tkind\tname")
    #expect(tsv.lines[2] == "1\turn:zoe\tperson\tZoë Long")
  }

  @Test func `a table is for reading`() throws {
    #expect(
      try sandbox.succeed("list").output == """
        id  name          kind
         3  Ada Byron     person
         1  Zoë Long      person
         2  Ada Lovelace  person

        """)
  }

  @Test func `a record is named by number uid or name`() throws {
    for word in ["1", "person:1", "urn:zoe", "Zoë Long", "zoË lONG"] {
      #expect(try sandbox.succeed("show", word, "--json").json().number("id") == 1, "\(word)")
    }
  }

  @Test func `reading takes the beginning of a name`() throws {
    #expect(try sandbox.succeed("show", "zo", "--json").json().number("id") == 1)
    #expect(try sandbox.succeed("show", "lov", "--json").json().number("id") == 2)
  }

  @Test func `changing wants the whole name and says what is near`() throws {
    let run = try sandbox.run("delete", "zo")
    #expect(run.failed(with: 1))
    #expect(run.errors.contains("near: 1 Zoë Long"))
  }

  @Test func `an ambiguous name lists the candidates`() throws {
    let run = try sandbox.run("show", "ada")
    #expect(run.failed(with: 2))
    #expect(run.errors.contains("2 Ada Lovelace"))
    #expect(run.errors.contains("3 Ada Byron"))
  }

  @Test func `people are found by name number and address`() throws {
    #expect(try ids("find", "zoe") == [1])
    #expect(Set(try ids("find", "ADA")) == [2, 3])
    #expect(try ids("find", "lovelace", "ada") == [2])
    #expect(try ids("find", "020", "7946", "0018") == [2])
    #expect(try ids("find", "ada@engine.example") == [3])
    #expect(try ids("find", "ada", "--in", "email") == [3])
    #expect(try ids("find", "engine", "--in", "email") == [])
    #expect(try ids("find", "ada", "--limit", "1").count == 1)
  }

  @Test func `groups are named by number alone where a group is wanted`() throws {
    try sandbox.succeed("group", "new", "Friends")
    try sandbox.succeed("group", "add", "1", "1", "Ada Byron")
    #expect(try ids("group", "members", "group:1") == [1, 3])
    #expect(try ids("group", "members", "Friends") == [1, 3])
    try sandbox.succeed("group", "remove", "friends", "1")
    #expect(try ids("group", "members", "1") == [3])
    let group = try sandbox.succeed("show", "group:1", "--json")
    #expect(
      fieldNames(group.output) == [
        "id", "uid", "kind", "name", "members", "created", "modified",
      ])
    #expect(try group.json().list("members")?.first?.number("id") == 3)
    let person = try sandbox.succeed("show", "3", "--json").json()
    #expect(person.list("groups")?.first?.text("kind") == "group")
    let list = try sandbox.succeed("group", "list", "--json").json()
    #expect(list.text("name") == "Friends")
    #expect(list.number("memberCount") == 1)
  }

  @Test func `a removed group leaves its people and comes back with them`() throws {
    try sandbox.succeed("group", "new", "Friends")
    try sandbox.succeed("group", "add", "Friends", "1", "2")
    let commit = try #require(
      try sandbox.succeed("group", "delete", "Friends", "--json").json().number("commit"))
    #expect(try ids("list").count == 3)
    #expect(try ids("group", "list") == [])
    try sandbox.succeed("undo", "\(commit)")
    #expect(try ids("group", "members", "Friends") == [1, 2])
  }

  @Test func `settings are shown and set by name`() throws {
    let run = try sandbox.succeed("settings", "region=gb", "locales=sv,de", "--json")
    #expect(fieldNames(run.output) == ["region", "locales"])
    #expect(try run.json().text("region") == "GB")
    let all = try sandbox.succeed("settings", "--json")
    #expect(
      fieldNames(all.output) == ["region", "nameOrder", "nameDisplay", "locales", "massChange"])
    #expect(try all.json()["locales"] as? [String] == ["sv", "de"])
    #expect(try ids("list", "--locale", "de") == [3, 1, 2])
    try sandbox.succeed("settings", "nameOrder=firstName", "nameDisplay=lastNameFirst")
    #expect(try sandbox.succeed("list", "--tsv").lines[1].hasSuffix("\tByron Ada"))
  }

  @Test func `stat counts what there is`() throws {
    let stat = try sandbox.succeed("stat", "--json").json()
    #expect(stat.number("people") == 3)
    #expect(stat.number("groups") == 0)
    #expect(stat.number("commits") == 3)
    #expect((stat.number("bytes") ?? 0) > 0)
  }
}
