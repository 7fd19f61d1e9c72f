import ContactLog
import ContactModel
import Foundation
import TestSupport
import Testing

/// Processes killed at any moment: what they acknowledged is there, and nothing is there in part.
@Suite(.temporaryDirectory, .serialized) struct KillTests {
  let path: String

  init() throws {
    path = TemporaryDirectory.path + "/store"
    let store = try Store.create(at: path)
    _ = try store.group("Everybody")
    store.close()
  }

  /// Lets a worker do something and kills it after some time more.
  ///
  /// - Returns: The last number it told.
  private func killed(
    _ arguments: String..., after milliseconds: Double, warm: Bool = true
  ) throws -> UInt64 {
    let worker = try Worker(arguments)
    guard worker.line() == "ready" else { return 0 }
    // The first commit takes longest.
    var first: UInt64?
    if warm { first = worker.line().flatMap { UInt64($0) } }
    usleep(UInt32(milliseconds * 1000))
    worker.kill()
    return worker.lines().compactMap { UInt64($0) }.last ?? first ?? 0
  }

  private func moment(_ round: Int) -> Double { 0.5 + 19.5 * Double(round * 37 % 100) / 100 }

  @Test func `of two hundred writers killed no acknowledged save is lost and none is partial`()
    throws
  {
    var acknowledged: UInt64 = 1
    var landed = 0
    for round in 0..<200 {
      let last = try killed("save", path, after: moment(round), warm: round % 4 > 0)
      let store = try Store.open(at: path)
      defer { store.close() }
      let head = try store.lastCommit()
      #expect(head >= max(last, acknowledged), "round \(round)")
      if head > max(last, acknowledged) { landed += 1 }
      try store.read { snapshot in
        for number in acknowledged + 1..<head + 1 {
          try checkSave(number, snapshot)
        }
        // The first commit made the group, each later one a person.
        #expect(try snapshot.count(.person) == Int(head) - 1)
        #expect(try snapshot.members(of: .group(1)).count == Int(head) - 1)
      }
      if round % 20 == 19 { #expect(try store.fault() == nil) }
      acknowledged = head
    }
    #expect(acknowledged > 150, "the writers hardly wrote")
    print("killed 200 writers: \(acknowledged) commits, \(landed) saved but not acknowledged")
  }

  private func checkSave(_ number: UInt64, _ snapshot: borrowing Snapshot) throws {
    let commit = try #require(try snapshot.commit(number))
    let events = try snapshot.events(of: number)
    #expect(events.count == 6 && commit.header.count == 6)
    let id = RecordID.person(Int32(number) - 1)
    let record = try #require(try snapshot.record(id))
    #expect(record.text(.note) == commit.note && record.entries(.phones).count == 1)
    #expect(try snapshot.find(name: record.text(.firstName) ?? "") == [id])
    #expect(try snapshot.groups(of: id) == [.group(1)])
  }

  @Test func `three writers killed in turn leave a sound store`() throws {
    for round in 0..<10 {
      let workers = try (0..<3).map { _ in try Worker("save", path) }
      for worker in workers { #expect(worker.line() == "ready") }
      usleep(30_000)
      workers[round % 3].kill()
      usleep(20_000)
      for worker in workers { worker.kill() }
      let last = workers.flatMap { $0.lines() }.compactMap { UInt64($0) }.max() ?? 0
      let store = try Store.open(at: path)
      #expect(try store.lastCommit() >= last)
      #expect(try store.fault() == nil)
      store.close()
    }
  }

  @Test func `killed imports leave whole commits`() throws {
    var acknowledged: UInt64 = 1
    for round in 0..<20 {
      let last = try killed("import", path, after: 2 * moment(round))
      let store = try Store.open(at: path)
      defer { store.close() }
      let head = try store.lastCommit()
      #expect(head >= max(last, acknowledged))
      let count = try store.read { try $0.count(.person) }
      #expect(count == (Int(head) - 1) * 20)
      #expect(try store.fault() == nil)
      acknowledged = head
    }
    #expect(acknowledged > 5)
  }

  @Test func `killed rebuilds leave the projections as they were`() throws {
    do {
      let store = try Store.open(at: path)
      for number in 0..<50 { _ = try store.person("P\(number)") }
      store.close()
    }
    var digests: [(name: String, digest: ContentHash)]?
    for round in 0..<20 {
      _ = try killed("rebuild", path, after: 2 * moment(round))
      let store = try Store.open(at: path)
      defer { store.close() }
      let found = try store.digests()
      if let digests { #expect(isSame(found, digests)) }
      digests = found
      #expect(try store.fault() == nil)
      if round % 5 == 0 {
        #expect(try store.read { try $0.list(.person).records.count } == 50)
        try store.rebuild()
        #expect(isSame(try store.digests(), found))
      }
    }
  }

  @Test func `killed replays leave a whole store or none`() throws {
    let store = try Store.open(at: path)
    for number in 0..<20 { _ = try store.person("P\(number)") }
    let digests = try store.digests()
    store.close()
    for round in 0..<15 {
      let copies = "\(TemporaryDirectory.path)/copy-\(round)"
      _ = try killed("replay", path, copies, after: 3 * moment(round), warm: false)
      let made = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.path)
        .filter { $0.hasPrefix("copy-\(round)-") && !$0.contains(".new-") }
      for name in made {
        let copy = try Store.open(at: TemporaryDirectory.path + "/" + name)
        #expect(isSame(try copy.digests(), digests), "\(name)")
        #expect(try copy.lastCommit() == 21)
        copy.close()
      }
    }
  }

  @Test func `a killed creation leaves a whole store or none`() throws {
    for round in 0..<20 {
      let path = "\(TemporaryDirectory.path)/new-\(round)"
      let worker = try Worker("create", path)
      usleep(UInt32(1000 * round))
      worker.kill()
      _ = worker.lines()
      if FileManager.default.fileExists(atPath: path) {
        let store = try Store.open(at: path)
        #expect(try store.fault() == nil)
        store.close()
      } else {
        try Store.create(at: path).close()
      }
    }
  }
}
