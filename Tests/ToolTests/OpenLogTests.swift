import Foundation
import Testing

/// `log export`, `replay`, `anchor` and `verify --anchor`: what they say and how they end.
@Suite struct OpenLogTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("import", Project.people)
    try sandbox.succeed("set", "1/note", "edited")
    try sandbox.succeed("undo", "2")
  }

  private func head(_ store: String) throws -> String? {
    try sandbox.succeed("verify", "--json", "--store", store).json().text("head")
  }

  @Test func `both forms go out and come back with the same head`() throws {
    let lines = try sandbox.succeed("log", "export", "-o", "log.jsonl", "--json").json()
    #expect(lines.number("commits") == 3 && lines.number("files") == 1)
    try sandbox.succeed("log", "export", "--segments", "archive")
    let piped = try sandbox.succeed("log", "export")
    #expect(piped.bytes == (try Data(contentsOf: sandbox.folder.appending(path: "log.jsonl"))))
    for (index, source) in ["log.jsonl", "archive", "archive/00000001.segment"].enumerated() {
      let run = try sandbox.succeed("replay", source, "--into", "copy\(index)", "--json")
      #expect(try run.json()["ok"] as? Bool == true)
      #expect(try head("copy\(index)") == head("store"))
      #expect(
        try sandbox.succeed("verify", "--json", "--store", "copy\(index)").output
          == sandbox.succeed("verify", "--json").output)
    }
    let run = try sandbox.run(["replay", "-", "--into", "copy"], input: Array(piped.bytes))
    #expect(run.code == 0)
    #expect(try head("copy") == head("store"))
  }

  @Test func `an output file is never replaced unless told to`() throws {
    try sandbox.succeed("log", "export", "-o", "log.jsonl")
    #expect(try sandbox.run("log", "export", "-o", "log.jsonl").failed(with: 73))
    try sandbox.succeed("log", "export", "-o", "log.jsonl", "--force", "--to", "1")
    #expect(
      try sandbox.run("replay", "log.jsonl", "--into", "copy", "--json").json().number("commits")
        == 1)
    let mode = try FileManager.default.attributesOfItem(atPath: sandbox.path("log.jsonl"))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `ranges that are not there are told`() throws {
    #expect(try sandbox.run("log", "export", "--from", "9").failed(with: 1))
    #expect(try sandbox.run("log", "export", "--to", "9").failed(with: 1))
    #expect(try sandbox.run("log", "export", "--from", "3", "--to", "2").failed(with: 64))
    #expect(try sandbox.run("log", "export", "--from", "x").failed(with: 64))
    #expect(try sandbox.run("log", "export", "--segments", "a", "-o", "b").failed(with: 64))
    #expect(try sandbox.run("log", "export", "--from", "3").lines.count == 4)
  }

  @Test func `an edited line is refused with its number, and nothing is made`() throws {
    let text = try sandbox.succeed("log", "export").output
    let number = try #require(text.split(separator: "\n").firstIndex { $0.contains("edited") }) + 1
    try sandbox.write("log.jsonl", text.replacing("edited", with: "forged"))
    let run = try sandbox.run("replay", "log.jsonl", "--into", "copy")
    #expect(run.code == 4 && run.errors.contains("line \(number)"))
    #expect(!run.errors.contains("forged"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("copy")))
  }

  @Test func `a cut file gives what is whole and goes on when it is whole`() throws {
    let text = try sandbox.succeed("log", "export").output
    try sandbox.write("log.jsonl", String(text.dropLast(text.count / 60)))
    let run = try sandbox.run("replay", "log.jsonl", "--into", "copy")
    #expect(run.code == 65 && run.errors.contains("line "))
    try sandbox.write("log.jsonl", text)
    let more = try sandbox.succeed("replay", "log.jsonl", "--into", "copy", "--json").json()
    #expect((more.number("applied") ?? 0) > 0)
    #expect(try head("copy") == head("store"))
  }

  @Test func `what is no log, and a store with commits of its own, are refused`() throws {
    try sandbox.write("letter", "Dear Ada")
    #expect(try sandbox.run("replay", "letter", "--into", "copy").failed(with: 65))
    try FileManager.default.createDirectory(
      at: sandbox.folder.appending(path: "plain"), withIntermediateDirectories: false)
    #expect(try sandbox.run("replay", "plain", "--into", "copy").failed(with: 66))
    #expect(try sandbox.run("replay", "nothing", "--into", "copy").failed(with: 66))
    #expect(try sandbox.run("replay", sandbox.store).failed(with: 64))
    #expect(try sandbox.run("replay", "letter", "--into", "copy", "--follow").failed(with: 64))
    try sandbox.succeed("replay", sandbox.store, "--into", "copy", "--to", "2")
    try sandbox.succeed("set", "1/note", "own", "--store", "copy")
    let run = try sandbox.run("replay", sandbox.store, "--into", "copy")
    #expect(run.failed(with: 4) && run.errors.contains("commits that the log does not have"))
    try sandbox.succeed("init", "--store", "other")
    #expect(try sandbox.run("replay", sandbox.store, "--into", "other").failed(with: 4))
  }

  @Test func `a follower takes what is saved, and Ctrl-C ends it`() throws {
    try sandbox.succeed("replay", sandbox.store, "--into", "copy")
    let tool = try sandbox.start(["replay", sandbox.store, "--into", "copy", "--follow"])
    try sandbox.succeed("set", "1/note", "followed")
    let deadline = ContinuousClock.now + .seconds(20)
    while try head("copy") != head("store"), ContinuousClock.now < deadline { usleep(100_000) }
    kill(tool.process.processIdentifier, SIGINT)
    let run = try tool.result()
    #expect(run.code == 130)
    #expect(try head("copy") == head("store"))
  }

  @Test func `an anchor is one line that verify compares`() throws {
    let anchor = try sandbox.succeed("anchor").lines
    #expect(anchor.count == 1)
    let line = anchor[0]
    #expect(line.hasPrefix("contactlog:") && line.contains(":3:"))
    #expect(try sandbox.succeed("anchor", "--json").json().text("anchor") == line)
    try sandbox.succeed("set", "1/note", "later")
    try sandbox.succeed("verify", "--anchor", line)
    try sandbox.succeed("verify", "--anchor", line, "--copy")
    #expect(try sandbox.run("verify", "--anchor", "contactlog:1:2:3").failed(with: 65))
    try sandbox.succeed("init", "--store", "other")
    let other = try sandbox.run("verify", "--anchor", line, "--store", "other")
    #expect(other.failed(with: 65) && other.errors.contains("another book"))
    // A store that ends earlier, and one that was written anew.
    try sandbox.succeed("replay", sandbox.store, "--into", "copy", "--to", "2")
    let cut = try sandbox.run("verify", "--anchor", line, "--store", "copy")
    #expect(cut.code == 4 && cut.errors.contains("cut"))
    try sandbox.succeed("set", "1/note", "another", "--store", "copy")
    let forged = try sandbox.run("verify", "--anchor", line, "--store", "copy", "--json")
    #expect(forged.code == 4)
    #expect(try forged.json().object("fault")?.number("commit") == 3)
  }

  @Test func `a zeroed page is told, and no damage ends verify`() throws {
    let file = sandbox.folder.appending(path: "store/data.mdb")
    let whole = try Data(contentsOf: file)
    for page in 0..<whole.count / 4096 {
      var bytes = whole
      bytes.resetBytes(in: page * 4096..<(page + 1) * 4096)
      if bytes == whole { continue }
      try bytes.write(to: file)
      let run = try sandbox.run("verify", "--json")
      #expect(!run.wasKilled && [0, 4].contains(run.code), "page \(page): \(run.errors)")
      if run.code == 4 { #expect(try run.json().object("fault")?.number("page") != nil) }
    }
  }
}
