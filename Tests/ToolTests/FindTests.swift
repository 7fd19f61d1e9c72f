import Foundation
import TestSupport
import Testing

/// `find` and `list` for people and for other programs.
@Suite struct FindTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed(
      "new", "firstName=Zoë", "lastName=Åberg", "emails=zoe@example.org", "organization=Acme Inc")
    try sandbox.succeed("new", "firstName=Ada", "lastName=Lovelace", "phones=+49 30 123456")
    try sandbox.succeed(
      "new", "firstName=Bob", "lastName=Zuse", "emails=bob@example.org", "note=sails a dinghy")
    try sandbox.succeed("add", "3", "emails", "b@example.com")
  }

  private func ids(_ words: String...) throws -> [Int] {
    try sandbox.run(words + ["--json"]).jsonLines().compactMap { $0.number("id") }
  }

  @Test func `fields narrow a query`() throws {
    #expect(try ids("find", "org:acme") == [1])
    #expect(try ids("find", "has:email -org:acme") == [3])
    let negated = try sandbox.run("find", "--json", "--", "-has:email")
    #expect(try negated.jsonLines().compactMap { $0.number("id") } == [2])
    #expect(try ids("find", "text:dinghy") == [3] && ids("find", "email:@example.com") == [3])
    #expect(try ids("find", "created-by:tester", "zu") == [3])
    #expect(try ids("find", "changed-since:2000-01-01 name:ada") == [2])
  }

  @Test func `a number is found as it is dialled`() throws {
    #expect(try ids("find", "phone:\"030 123456\"", "--region", "DE") == [2])
    #expect(try ids("find", "0049 30 123456") == [2] && ids("find", "phone:3456") == [2])
    let run = try sandbox.succeed("find", "+49 30 123456", "--json")
    #expect(fieldNames(run.output) == ["id", "uid", "kind", "name", "match"])
    #expect(try run.json().text("match") == "exact")
    #expect(try sandbox.succeed("find", "+4930123456").output.contains("exact"))
    #expect(try sandbox.run("find", "030 123456", "--region", "XX").failed(with: 65))
  }

  @Test func `rows for programs say what a match is worth`() throws {
    let tsv = try sandbox.succeed("find", "zo", "--tsv")
    #expect(tsv.lines[0] == "id\tuid\tkind\tname\tmatch")
    #expect(tsv.lines[1].hasSuffix("\tperson\tZoë Åberg\tname"))
    let json = try sandbox.succeed("find", "zoe aberg", "--json").json()
    #expect(json.text("match") == "wholeName")
  }

  @Test func `mutt gets addresses it can read`() throws {
    try sandbox.succeed("set", "1", "nickname=Tab\tName")
    #expect(
      try sandbox.succeed("find", "--mutt", "z").output == """
        3 addresses
        zoe@example.org\tZoë Åberg\tAcme Inc
        bob@example.org\tBob Zuse\t
        b@example.com\tBob Zuse\t

        """)
    for query in ["nobody", "ada"] {
      let run = try sandbox.run("find", "--mutt", query)
      #expect(run.code == 1 && run.output == "no address found\n")
    }
    #expect(try sandbox.run("find", "--mutt", "--json", "zoe").failed(with: 64))
  }

  @Test(
    arguments: [
      ("nmae:zoe", "at character 1: there is no field 'nmae'"),
      ("zoe \"ada", "at character 5: this quotation mark has no partner"),
      ("zoe has:wings", "at character 9: has: takes one of photo"),
      ("changed-since:soon", "at character 15: "), (" ", "at character 1: nothing to look for"),
    ]) func `a query that is wrong says where`(query: String, message: String) throws
  {
    let run = try sandbox.run("find", query)
    #expect(run.failed(with: 64) && run.errors.contains(message), "\(run.errors)")
  }

  @Test(.timeLimit(.minutes(1))) func `long queries end`() throws {
    let digits = String(repeating: "9", count: 1000)
    #expect(try sandbox.run("find", digits).failed(with: 1))
    #expect(try sandbox.run("find", String(repeating: "é", count: 50_000)).code == 1)
  }

  @Test func `a list is in the order of any locale`() throws {
    #expect(try ids("list") == [1, 2, 3] && ids("list", "--locale", "sv") == [2, 3, 1])
    #expect(try ids("list", "--locale", "sv", "--limit", "2") == [2, 3])
    #expect(try ids("list", "--locale", "sv", "--after", "2") == [3, 1])
    #expect(try ids("list", "--from", "2", "--limit", "1") == [2])
    #expect(try ids("list", "--from", "4") == [] && ids("list", "--after", "bob") == [])
    #expect(try sandbox.run("list", "--locale", "qx").failed(with: 65))
    #expect(try sandbox.run("list", "--after", "99").failed(with: 1))
    #expect(try sandbox.run("verify").code == 0)
  }

  @Test func `sections and positions are shown`() throws {
    #expect(
      try sandbox.succeed("list", "--sections").output == """
        section  from  count
        A           1      1
        L           2      1
        Z           3      1

        """)
    let sections = try sandbox.succeed("list", "--sections", "--locale", "sv", "--json").jsonLines()
    #expect(sections.map { $0.text("section") } == ["L", "Z", "Å"])
    let position = try sandbox.succeed("list", "--position", "zoe", "--locale", "sv", "--json")
      .json()
    #expect(position.number("position") == 3 && position.number("count") == 3)
    #expect(position.text("section") == "Å")
  }

  @Test(arguments: ["locales=qx", "locales=de,,xx", "locales=de_XX", "region=XX", "region=DEU"])
  func `settings that cannot be are refused`(setting: String) throws {
    #expect(try sandbox.run("settings", setting).failed(with: 65))
    #expect(try sandbox.succeed("settings", "--json").json().text("region") == "")
  }

  @Test func `cards stand as another server sorts them`() throws {
    guard let rows = try SharedFolder.rows(ofTable: "data/names/eds-order.tsv"),
      let file = SharedFolder.file("data/vcards/eds-sorted.vcf")
    else { return }
    let store = sandbox.path("eds")
    try sandbox.succeed("init", "--store", store)
    try sandbox.succeed("import", file.path, "--store", store)
    let english = try #require(rows.first { $0[0] == "en_US" })
    let wanted = english[1].split(separator: " ").map { "sorted-\($0)" }
    let list = try sandbox.succeed("list", "--locale", "en_US", "--json", "--store", store)
      .jsonLines().compactMap { $0.text("uid") }
    // The other server puts a card without a name first, here it is last.
    #expect(list.filter { $0 != wanted[0] } == Array(wanted.dropFirst()))
    #expect(list.last == wanted[0])
  }
}
