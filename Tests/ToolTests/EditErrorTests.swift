import Foundation
import Testing

/// Words of the command line that cannot be.
@Suite struct EditErrorTests {
  private static let cases: [(words: [String], code: Int32)] = [
    (["set", "1", "birthday=tomorrow"], 65), (["set", "1/birthday", "1978-02-30"], 65),
    (["set", "1", "shoeSize=42"], 64), (["set", "1", "jobTitle"], 64),
    (["set", "1", "firstName="], 65), (["set", "1/phones", "2"], 64),
    (["set", "1/phones/7", "2"], 1), (["set", "1", "kind=robot"], 65),
    (["set", "1", "name=Ada"], 64), (["set", "group:1", "firstName=Ada"], 64),
    (["set", "9", "firstName=Ada"], 1), (["add", "1", "jobTitle", "x"], 64),
    (["add", "group:1", "phones", "2"], 64), (["add", "1", "addresses", "12 Mill Lane"], 64),
    (["add", "1", "addresses", "planet=Mars"], 65), (["add", "1", "phones", "1", "2"], 64),
    (["label", "1/note", "x"], 64), (["label", "nonsense", "x"], 64),
    (["remove", "1/note"], 64), (["remove", "1/phones/9"], 1), (["clear", "1/phones/0"], 64),
    (["delete", "77"], 1), (["delete", "source:0"], 65), (["new", "Ada"], 64),
    (["new", "name=Ada"], 64), (["new", "note:work=x"], 64), (["group", "new", ""], 65),
    (["group", "add", "Friends", "group:1"], 65), (["group", "remove", "Friends", "1"], 1),
    (["group", "members", "Foes"], 1), (["group"], 64), (["undo", "99"], 1), (["undo"], 64),
    (["undo", "x"], 64), (["undo", "0"], 64), (["undo", "1", "--skip", "--force"], 64),
    (["undo", "--import", "abc"], 64),
    (["undo", "--import", "00000000000000000000000000000000"], 1),
    (["find", "nobody"], 1), (["show", "nobody"], 1), (["show", "0"], 1),
    (["show", "99999999999999999999"], 1), (["history", "7"], 1), (["blame", "7"], 1),
    (["list", "--limit", "0"], 64), (["list", "--locale", "qx"], 65),
    (["new", "firstName=x", "--wait", "x"], 64), (["settings", "colour=red"], 64),
    (["settings", "region=Germany"], 65), (["replay", "x"], 64), (["export", "nobody"], 1),
    (["import", "missing.vcf"], 66), (["import", "."], 74), (["lst"], 64),
  ]

  @Test func `each is one clear line with its code and changes nothing`() throws {
    let sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Ada", "phones=1")
    try sandbox.succeed("group", "new", "Friends")
    let before = try sandbox.succeed("log", "--json").output
    for (words, code) in Self.cases {
      let run = try sandbox.run(words)
      #expect(run.failed(with: code), "\(words): \(run.code) \(run.errors)\(run.output)")
    }
    #expect(try sandbox.succeed("log", "--json").output == before)
  }

  @Test func `who wants to remove a person is told the command that does`() throws {
    let sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Ada")
    let run = try sandbox.run("remove", "1")
    #expect(run.failed(with: 64) && run.errors.contains("contactlog delete"))
  }
}
