import Foundation
import Testing

/// Adding, changing and removing people by hand.
@Suite struct EditTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed(
      "new", "firstName=Ada", "lastName=Lovelace", "birthday=1815-12-10",
      "phones:mobile=+44 20 7946 0018", "emails=ada@engine.example")
  }

  private func show(_ record: String = "1") throws -> [String: Any] {
    try sandbox.succeed("show", record, "--json").json()
  }

  @Test func `a new store tells its folder and ids`() throws {
    let run = try sandbox.succeed("init", "--store", sandbox.path("other"), "--json")
    #expect(fieldNames(run.output) == ["store", "book", "instance"])
    #expect(try run.json().text("book")?.count == 32)
  }

  @Test func `the data folder of a new user is made`() throws {
    let environment = ["CONTACTLOG_STORE": "", "XDG_DATA_HOME": sandbox.path("a/b")]
    #expect(try sandbox.run(["init"], environment: environment).code == 0)
    #expect(FileManager.default.fileExists(atPath: sandbox.path("a/b/contactlog/data.mdb")))
    #expect(try sandbox.run(["list"], environment: environment).code == 0)
  }

  @Test func `a person shows what it was made with`() throws {
    let run = try sandbox.succeed("show", "1", "--json")
    #expect(
      fieldNames(run.output) == [
        "id", "uid", "kind", "name", "firstName", "lastName", "birthday", "phones", "emails",
        "created", "modified",
      ])
    let person = try run.json()
    #expect(person.number("id") == 1)
    #expect(person.text("kind") == "person")
    #expect(person.text("name") == "Ada Lovelace")
    #expect(person.text("birthday") == "1815-12-10")
    #expect(person.list("phones")?.first?.number("id") == 0)
    #expect(person.list("phones")?.first?.text("label") == "mobile")
    #expect(person.list("phones")?.first?.text("value") == "+44 20 7946 0018")
    #expect(person.list("emails")?.first?["label"] == nil)
    #expect(person.text("created")?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil)
  }

  @Test func `a change prints its commit and how to undo it`() throws {
    let run = try sandbox.succeed("set", "1/jobTitle", "Analyst", "--json")
    #expect(fieldNames(run.output) == ["commit", "undo", "records"])
    let report = try run.json()
    #expect(report.number("commit") == 2)
    #expect(report.text("undo") == "contactlog undo 2")
    let record = try #require(report.list("records")?.first)
    #expect(record.text("kind") == "person")
    #expect(record.number("id") == 1)
    #expect(record.text("uid") == (try show().text("uid")))
    let table = try sandbox.succeed("set", "1/jobTitle", "Countess").output
    #expect(table.contains("commit     3 (1 event)\n"))
    #expect(table.hasSuffix("undo with  contactlog undo 3\n"))
  }

  @Test func `the undo command names a store that was named`() throws {
    let report = try sandbox.succeed(
      "set", "1/note", "x", "--store", sandbox.store, "--json"
    ).json()
    #expect(report.text("undo") == "contactlog undo 2 --store \(sandbox.store)")
  }

  @Test func `setting the same value again makes no commit`() throws {
    let run = try sandbox.succeed("set", "1", "firstName=Ada", "lastName=Lovelace", "--json")
    #expect(try run.json().isNull("commit"))
    #expect(try sandbox.succeed("log", "--json").lines.count == 1)
  }

  @Test func `several values are one commit`() throws {
    try sandbox.succeed(
      "set", "1", "jobTitle=Analyst", "phones/0=+44 20 7946 0019", "phones/0/label=engine room",
      "kind=organization")
    let person = try show()
    #expect(person.text("jobTitle") == "Analyst")
    #expect(person.text("kind") == "organization")
    #expect(person.list("phones")?.first?.text("value") == "+44 20 7946 0019")
    #expect(person.list("phones")?.first?.text("label") == "engine room")
    #expect(try sandbox.succeed("log", "--json").lines.count == 2)
  }

  @Test func `a birthday may have no year`() throws {
    try sandbox.succeed("set", "1/birthday", "--01-20")
    #expect(try show().text("birthday") == "--01-20")
  }

  @Test func `parts of an address are set one by one`() throws {
    try sandbox.succeed(
      "add", "1", "address", "street=12 Mill Lane", "city=Ely", "--label", "home")
    try sandbox.succeed("set", "1/addresses/0", "zip=CB7 4XX", "city=")
    let address = try #require(try show().list("addresses")?.first)
    #expect(address.object("value")?.text("street") == "12 Mill Lane")
    #expect(address.object("value")?.text("zip") == "CB7 4XX")
    #expect(address.object("value")?["city"] == nil)
    #expect(address.text("label") == "home")
  }

  @Test func `accounts have a service and a name`() throws {
    try sandbox.succeed("add", "1", "socialProfiles", "service=mastodon", "username=@ada")
    let value = try show().list("socialProfiles")?.first?.object("value")
    #expect(value?.text("service") == "mastodon")
    #expect(value?.text("username") == "@ada")
  }

  @Test func `entries keep their ids when others go`() throws {
    try sandbox.succeed("add", "1", "phones", "+44 1", "-l", "home")
    try sandbox.succeed("add", "1", "phones", "+44 2", "-l", "work")
    try sandbox.succeed("remove", "1/phones/1")
    try sandbox.succeed("add", "1", "phones", "+44 3")
    #expect(try show().list("phones")?.compactMap { $0.number("id") } == [0, 2, 3])
  }

  @Test func `a label is a usual word or one's own`() throws {
    try sandbox.succeed("label", "1/phones/0", "WORK")
    #expect(try show().list("phones")?.first?.text("label") == "work")
    try sandbox.succeed("label", "1/phones/0", "Boat House")
    #expect(try show().list("phones")?.first?.text("label") == "Boat House")
    try sandbox.succeed("label", "1/phones/0", "")
    #expect(try show().list("phones")?.first?["label"] == nil)
  }

  @Test func `values and whole lists are cleared`() throws {
    try sandbox.succeed("clear", "1/birthday", "1/phones")
    let person = try show()
    #expect(person["birthday"] == nil)
    #expect(person["phones"] == nil)
  }

  @Test func `an image is kept by its hash`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    try sandbox.write("portrait", bytes: png)
    try sandbox.succeed("set", "1/image", "@portrait")
    let image = try #require(try show().object("image"))
    #expect(image.text("type") == "image/png")
    #expect(image.number("bytes") == 11)
    #expect(image.text("sha256")?.count == 64)
    try sandbox.write("letter", "Dear Ada")
    #expect(try sandbox.run("set", "1/image", "@letter").failed(with: 65))
    #expect(try sandbox.run("set", "1/image", "@missing").failed(with: 66))
  }

  @Test func `a removed person is gone until it is undone`() throws {
    let report = try sandbox.succeed("delete", "1", "--json").json()
    #expect(try sandbox.run("show", "1").failed(with: 1))
    #expect(try sandbox.succeed("list", "--json").output.isEmpty)
    try sandbox.succeed("undo", "\(try #require(report.number("commit")))")
    #expect(try show().list("phones")?.count == 1)
  }

  @Test func `the author is told by option or environment`() throws {
    try sandbox.succeed("set", "1/note", "a", "--author", "Grace")
    try sandbox.succeed("set", "1/note", "b")
    let authors = try sandbox.succeed("log", "--json").jsonLines().map { $0.text("author") }
    #expect(authors == ["tester", "Grace", "tester"])
  }
}
