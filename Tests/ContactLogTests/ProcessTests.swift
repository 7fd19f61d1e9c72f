import ContactLog
import ContactModel
import Foundation
import TestSupport
import Testing

/// Several processes at work on one store.
@Suite(.temporaryDirectory, .serialized) struct ProcessTests {
  let path: String
  let store: Store

  init() throws {
    path = TemporaryDirectory.path + "/store"
    store = try Store.create(at: path)
    _ = try store.person("Ada")
    _ = try store.person("Grace")
  }

  @Test func `two processes save in turn and a third sees whole commits only`() throws {
    let watcher = try Worker("watch", path)
    #expect(watcher.line() == "ready")
    let writers = try (0..<2).map { _ in try Worker("pair", path, "40") }
    for writer in writers { #expect(writer.lines() == ["done"]) }
    let report = try #require(watcher.finish().last)
    #expect(report.contains("0 differences, 0 backward"), "\(report)")
    #expect(report.hasSuffix("last 82"), "\(report)")
    let authors = try store.read { snapshot in
      try Set((3...82).map { try snapshot.commit($0)?.header.author })
    }
    #expect(authors.count == 2)
    #expect(try store.fault() == nil)
  }

  @Test func `this process sees what another saved`() throws {
    let session = store.session(author: "ada", program: "tests")
    #expect(try Worker.run("set", path, "1", "jobTitle", "Countess") == ["commit 3"])
    #expect(try session.record(.person(1))?.text(.jobTitle) == "Countess")
    #expect(try store.lastCommit() == 3)
  }

  @Test func `a slot that another process changed meanwhile is a conflict`() throws {
    let session = store.session(author: "ada", program: "tests")
    try session.set(.firstName, of: .person(1), to: "Mine")
    _ = try Worker.run("set", path, "1", "firstName", "Theirs")
    let error = #expect(throws: StoreError.self) { try session.save() }
    #expect(
      error?.conflicts == [
        SlotConflict(
          record: .person(1), slot: .value(.firstName), base: "Ada", theirs: "Theirs",
          mine: "Mine", writer: 5)
      ])
  }

  @Test func `other slots that another process changed meanwhile are merged`() throws {
    let session = store.session(author: "ada", program: "tests")
    try session.set(.firstName, of: .person(1), to: "Mine")
    _ = try Worker.run("set", path, "1", "lastName", "Theirs")
    try session.save()
    let record = try #require(try store.record(.person(1)))
    #expect(record.text(.firstName) == "Mine" && record.text(.lastName) == "Theirs")
  }

  @Test func `a writer that waits too long is told who has the lock`() throws {
    let holder = try Worker("lock", path)
    #expect(holder.line() == "locked")
    var options = Store.Options()
    options.waiting = .milliseconds(100)
    store.close()
    let impatient = try Store.open(at: path, options: options)
    let error = #expect(throws: StoreError.self) { try impatient.person("Eve") }
    #expect(error?.code == .busy)
    #expect(error?.reason.contains("\(holder.identifier)") == true, "\(error?.reason ?? "")")
    #expect(error?.reason.contains("StoreWorker") == true, "\(error?.reason ?? "")")
    #expect(try impatient.record(.person(1)) != nil)
    _ = holder.finish()
    #expect(try impatient.person("Eve") == .person(3))
  }

  @Test func `a stopped writer keeps others waiting and a killed one does not`() throws {
    let holder = try Worker("lock", path)
    #expect(holder.line() == "locked")
    holder.signal(SIGSTOP)
    let started = ContinuousClock.now
    let other = try Worker("set", path, "1", "note", "x")
    usleep(50_000)
    holder.kill()
    #expect(other.lines() == ["commit 3"])
    #expect(ContinuousClock.now - started < .seconds(4))
    #expect(try store.fault() == nil)
  }

  @Test(arguments: [
    ["TZ": "America/New_York", "LC_ALL": "C"], ["TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"],
    ["TZ": "UTC", "LC_ALL": "de_DE.UTF-8", "LANG": "sv_SE.UTF-8"],
  ])
  func `digests are the same in another process, time zone and locale`(
    _ environment: [String: String]
  ) throws {
    for name in ["\u{130}pek", "istanbul", "\u{C4}rzte", "\u{674E}", "Zo\u{E9}"] {
      let id = try store.person(name)
      try store.edit {
        try $0.set(.birthday, of: id, to: .instant(-7e8 + 0.1))
        try $0.add(.emails, to: id, "INFO@example.org")
      }
    }
    let digests = try store.digests().map { "\($0.name) \($0.digest.hex)" }
    store.close()
    let other = try Worker(["digests", path], environment: environment).finish()
    #expect(other == digests)
  }

  @Test func `locales that another process adds are kept by this one`() throws {
    store.close()
    let here = try Store.open(at: path)
    // Another store object of another process; settings are read anew before each save.
    try Self.setLocales(["de"], path)
    #expect(try here.fault() == nil)
    _ = try here.person("Alan")
    #expect(try here.read { try $0.list(.person, locale: "de").records.count } == 3)
    #expect(try here.fault() == nil)
  }

  @Test func `a rebuild keeps the locales that another process added`() throws {
    store.close()
    let here = try Store.open(at: path)
    try Self.setLocales(["de"], path)
    try here.rebuild()
    #expect(try here.fault() == nil)
    here.close()
    let again = try Store.open(at: path)
    #expect(try again.read { try $0.list(.person, locale: "de").records.count } == 2)
    #expect(try again.fault() == nil)
  }

  private static func setLocales(_ locales: [String], _ path: String) throws {
    #expect(try Worker(["locales", path] + locales).finish() == ["set"])
  }

  @Test func `a killed reader does not make the file grow`() throws {
    // LMDB-12
    func growth(_ saves: Int) throws -> Int {
      let file = path + "/data.mdb"
      func size() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
      }
      let before = try size()
      for number in 0..<saves {
        try store.edit { try $0.set(.note, of: .person(1), to: .text("\(number)")) }
      }
      return try size() - before
    }
    let usual = try growth(300)
    let reader = try Worker("read", path)
    #expect(reader.line() == "reading")
    reader.kill()
    _ = reader.lines()
    // The dead reader is noticed after 64 saves at most.
    let afterwards = try growth(300)
    print("300 saves grew the file by \(usual) bytes, with a dead reader by \(afterwards)")
    #expect(afterwards < 3 * usual + 64 * 40_000)
    #expect(try growth(300) < 2 * usual)
  }

  @Test func `a reader that goes on reading sees its commit while others write`() throws {
    let reader = try Worker("watch", path)
    #expect(reader.line() == "ready")
    _ = try Worker.run("pair", path, "5")
    #expect(reader.finish().last?.contains("0 differences, 0 backward") == true)
  }
}
