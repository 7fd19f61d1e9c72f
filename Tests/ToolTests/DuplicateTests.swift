import Foundation
import TestSupport
import Testing

/// `duplicates`, `link` and `unlink`.
@Suite struct DuplicateTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    for _ in 0..<2 {
      try sandbox.succeed("new", "firstName=Ada", "lastName=Lovelace", "emails=ada@example.org")
    }
    try sandbox.succeed("new", "firstName=Bob", "lastName=Zuse", "emails=ada@example.org")
  }

  @Test func `the surest pairs come first, with reasons`() throws {
    let run = try sandbox.succeed("duplicates", "--json")
    let rows = try run.jsonLines()
    #expect(rows.compactMap { $0.text("grade") } == ["certain", "possible", "possible"])
    #expect(fieldNames(run.lines[0]) == ["grade", "first", "second", "reasons", "objections"])
    #expect(rows[0]["reasons"] as? [String] == ["name", "email"])
    let certain = try sandbox.succeed("duplicates", "--min", "certain", "--tsv")
    #expect(certain.lines.count == 2 && certain.lines[1].hasSuffix("\tname,email\t"))
    #expect(try sandbox.succeed("duplicates", "--limit", "1").output.contains("certain"))
    #expect(try sandbox.run("duplicates", "--min", "sure").failed(with: 64))
  }

  @Test func `what was decided is not proposed`() throws {
    try sandbox.succeed("link", "1", "2")
    try sandbox.succeed("link", "--apart", "1", "3")
    #expect(try sandbox.run("duplicates").failed(with: 1))
    let shown = try sandbox.succeed("show", "1").output
    #expect(shown.contains("same as") && shown.contains("kept apart"))
    let links = try sandbox.succeed("show", "1", "--json").json()
    #expect((links["links"] as? [Any])?.count == 1 && (links["keptApart"] as? [Any])?.count == 1)
  }

  @Test func `people kept apart are linked only when that was taken back`() throws {
    try sandbox.succeed("link", "--apart", "1", "2")
    #expect(try sandbox.run("link", "1", "2").failed(with: 5))
    try sandbox.succeed("unlink", "1", "2")
    try sandbox.succeed("link", "1", "2", "3")
    #expect(try sandbox.run("link", "--apart", "1", "2").failed(with: 5))
    try sandbox.succeed("unlink", "3")
    #expect(try sandbox.succeed("show", "3", "--json").json()["links"] == nil)
    #expect(try sandbox.run("unlink", "3").failed(with: 1))
    #expect(try sandbox.run("link", "1", "1").failed(with: 64))
    #expect(try sandbox.run("link", "1", "9").failed(with: 1))
  }

  @Test func `values that many share are told`() throws {
    let cards = (0..<60).map {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:P\($0) X\($0)\r\nN:X\($0);P\($0);;;\r\nTEL:+49301234567\r\nEND:VCARD\r\n"
    }
    try sandbox.succeed("import", try sandbox.write("many.vcf", cards.joined()))
    let run = try sandbox.succeed("duplicates")
    #expect(run.errors == "contactlog: not compared: 60 people share the phone '49301234567'\n")
  }
}
