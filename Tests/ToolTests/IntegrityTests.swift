import Foundation
import Testing

/// Verify, replay, rebuild, and stores that are not what they should be.
@Suite struct IntegrityTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("import", Project.people)
    try sandbox.succeed("set", "1/note", "edited")
    try sandbox.succeed("undo", "2")
  }

  @Test func `a sound store proves itself`() throws {
    let run = try sandbox.succeed("verify", "--json")
    #expect(fieldNames(run.output) == ["ok", "commits", "events", "head", "digests"])
    let proof = try run.json()
    #expect(proof["ok"] as? Bool == true)
    #expect(proof.number("commits") == 3)
    #expect(proof.text("head")?.count == 64)
    #expect((proof.object("digests")?.count ?? 0) >= 5)
  }

  @Test func `a replayed store is identical`() throws {
    let run = try sandbox.succeed("replay", sandbox.store, "--into", "copy", "--json")
    let proof = try run.json()
    #expect(proof["ok"] as? Bool == true)
    let (source, copy) = (
      try sandbox.succeed("verify", "--json").output,
      try sandbox.succeed("verify", "--json", "--store", "copy").output
    )
    #expect(source == copy)
    #expect(run.output == source)
    let logs = try [sandbox.store, "copy"].map {
      try sandbox.succeed("log", "--json", "--store", $0).output
    }
    #expect(logs[0] == logs[1])
  }

  @Test func `a replay under another time zone and locale is identical`() throws {
    let other = try sandbox.run(
      ["replay", sandbox.store, "--into", "copy", "--json"],
      environment: ["TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"])
    #expect(other.output == (try sandbox.succeed("verify", "--json").output))
  }

  @Test func `a replay of a damaged log says that nothing is left of it`() throws {
    let file = URL(filePath: sandbox.store + "/data.mdb")
    var bytes = try Data(contentsOf: file)
    var place = bytes.startIndex
    while let found = bytes.range(of: Data("Finbar".utf8), in: place..<bytes.endIndex) {
      bytes[found.lowerBound] ^= 1
      place = found.upperBound
    }
    try bytes.write(to: file)
    let run = try sandbox.run("replay", sandbox.store, "--into", "copy")
    #expect(run.code == 4 && run.output.contains("nothing is left at"))
    #expect(!run.output.contains("digest of") && run.errors.contains("commit 1"))
    #expect(try sandbox.run("list", "--store", "copy").code == 66)
  }

  @Test func `a replay never goes into something that is there`() throws {
    #expect(try sandbox.run("replay", sandbox.store, "--into", sandbox.store).failed(with: 73))
    #expect(try sandbox.run("replay", "nowhere", "--into", "copy").failed(with: 66))
  }

  @Test func `a rebuild changes nothing that was right`() throws {
    let before = try sandbox.succeed("verify", "--json").output
    let rebuilt = try sandbox.succeed("rebuild", "--json")
    #expect(rebuilt.output == before)
    #expect(try sandbox.succeed("verify", "--json").output == before)
  }

  @Test func `an empty store is sound`() throws {
    try sandbox.succeed("init", "--store", "empty")
    let proof = try sandbox.succeed("verify", "--store", "empty", "--json").json()
    #expect(proof.number("events") == 0)
    #expect(try sandbox.run("replay", "empty", "--into", "copy").code == 0)
    #expect(try sandbox.run("rebuild", "--store", "empty").code == 0)
  }

  @Test func `a flipped bit in a stored name is noticed when it is read and by verify`() throws {
    let path = sandbox.path("store/data.mdb")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let name = Data("Ashworth".utf8)
    var flips = 0
    var from = data.startIndex
    while let found = data.range(of: name, in: from..<data.endIndex) {
      data[found.lowerBound] ^= 1
      from = found.upperBound
      flips += 1
    }
    #expect(flips > 0)
    try data.write(to: URL(fileURLWithPath: path))
    let show = try sandbox.run("show", "1")
    #expect(show.failed(with: 69))
    #expect(!show.errors.contains("shworth"))
    let verify = try sandbox.run("verify", "--json")
    #expect(verify.code == 4)
    #expect(try verify.json()["ok"] as? Bool == false)
    #expect(try verify.json().object("fault")?.text("reason")?.isEmpty == false)
    #expect(try sandbox.run("replay", sandbox.store, "--into", "copy").code == 4)
  }
}
