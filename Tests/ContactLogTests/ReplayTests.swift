import ContactModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// Replays into stores that are there: what is new is taken, and nothing else.
@Suite(.temporaryDirectory) struct ReplayTests {
  let fixture: OpenLogFixture
  let target = TemporaryDirectory.path + "/copy"

  init() throws { fixture = try OpenLogFixture() }

  private var head: UInt64 { get throws { try fixture.store.read { $0.commit } } }

  @Test func `a replica follows commit by commit, and is equal at each`() throws {
    for number in 0...(try head) {
      _ = try Store.replay(.store(fixture.store), into: target, to: .commit(number))
      let copy = try Store.open(at: target)
      let fresh = "\(fixture.folder)/fresh-\(number)"
      _ = try Store.replay(.store(fixture.store), into: fresh, to: .commit(number))
      let other = try Store.open(at: fresh)
      #expect(isSame(try copy.digests(), try other.digests()), "\(number)")
      #expect(try copy.fault() == nil && other.fault() == nil)
      #expect(try copy.head().commit == number)
      copy.close()
      other.close()
    }
  }

  @Test func `a replay that has nothing new changes nothing`() throws {
    let path = try fixture.write(fixture.lines())
    _ = try fixture.replayed(path, into: "copy")
    let before = try Data(contentsOf: URL(filePath: target + "/data.mdb"))
    #expect(try fixture.replayed(path, into: "copy").applied == 0)
    #expect(try Store.replay(.store(fixture.store), into: target).applied == 0)
    #expect(try Data(contentsOf: URL(filePath: target + "/data.mdb")) == before)
  }

  @Test func `a part of a log continues a store that ends in front of it`() throws {
    let path = try fixture.write(fixture.lines(from: 4))
    #expect(throws: StoreError(.diverged, "")) {
      try Store.replay(.exported(path), into: target)
    }
    _ = try Store.replay(.store(fixture.store), into: target, to: .commit(2))
    #expect(throws: StoreError(.diverged, "")) {
      try Store.replay(.exported(path), into: target)
    }
    _ = try Store.replay(.store(fixture.store), into: target, to: .commit(3))
    #expect(try fixture.replayed(path, into: "copy").applied == head - 3)
  }

  @Test func `a store with commits of its own is refused and left alone`() throws {
    _ = try Store.replay(.store(fixture.store), into: target, to: .commit(3))
    var copy = try Store.open(at: target)
    try copy.edit { try $0.set(.note, of: .person(1), to: "own") }
    let digests = try copy.digests()
    copy.close()
    let lines = try fixture.write(fixture.lines())
    for source in [
      LogSource.store(fixture.store), .exported(lines), .exported(try fixture.segments()),
    ] {
      #expect(throws: StoreError(.diverged, "")) { try Store.replay(source, into: target) }
    }
    copy = try Store.open(at: target)
    #expect(isSame(try copy.digests(), digests))
    // Nor does the source take a log that lacks its last commits.
    #expect(throws: StoreError(.diverged, "")) { try fixture.store.catchUp(with: .store(copy)) }
  }

  @Test func `another book is refused`() throws {
    let other = try Store.create(at: target)
    other.close()
    let path = try fixture.write(fixture.lines())
    #expect(throws: StoreError(.diverged, "")) {
      try Store.replay(.exported(path), into: target)
    }
  }

  @Test func `a replay ends at a commit or a time`() throws {
    let path = try fixture.write(fixture.lines())
    let times = try fixture.store.read { snapshot in
      try (1...3).map { try snapshot.commit($0)?.header.clock ?? 0 }
    }
    let time = Int64(times[1] >> 16) * 1_000
    let report = try Store.replay(.exported(path), into: target, to: .time(time))
    let wanted = times.count { $0 >> 16 <= times[1] >> 16 }
    #expect(Int(report.proof.commits) >= min(wanted, 2) && report.proof.fault == nil)
    let more = try Store.replay(
      .exported(path), into: target, to: .commit(report.proof.commits + 1))
    #expect(more.applied == 1)
  }

  @Test func `a killed replay goes on where it was`() throws {
    let path = try fixture.write(fixture.lines())
    let total = try fixture.store.read { $0.position }
    for last in [1, total / 2, total - 1] {
      // The worker has written nothing yet, or some; killed in every commit in turn.
      let worker = try Worker("replayLog", target, path, "\(last)")
      #expect(worker.finish().isEmpty)
      #expect(!FileManager.default.fileExists(atPath: target))
    }
    _ = try fixture.replayed(path, into: "copy")
    #expect(!FileManager.default.fileExists(atPath: target + ".new-replay"))
  }

  @Test func `a replay killed in the middle goes on with what it had written`() throws {
    let path = try fixture.write(fixture.lines())
    let total = try fixture.store.read { $0.position }
    let building = target + ".new-replay"
    var kept: UInt64 = 0
    for last in [total / 4, total / 2, total * 3 / 4] {
      // Each commit is written at once.
      let worker = try Worker("replayLog", target, path, "\(last)", "0")
      #expect(worker.finish().isEmpty)
      #expect(!FileManager.default.fileExists(atPath: target))
      let half = try Store.open(at: building)
      let commit = try half.head().commit
      half.close()
      #expect(commit > kept)
      kept = commit
    }
    #expect(kept < (try head))
    let inode = try FileManager.default.attributesOfItem(atPath: building + "/data.mdb")
    _ = try fixture.replayed(path, into: "copy")
    // The same file: it was not made anew.
    let made = try FileManager.default.attributesOfItem(atPath: target + "/data.mdb")
    #expect(made[.systemFileNumber] as? Int == inode[.systemFileNumber] as? Int)
    #expect(!FileManager.default.fileExists(atPath: building))
  }

  @Test func `what a killed replay had written is not written again`() throws {
    var options = Store.Options()
    options.replayChunk = 0
    var stops = 0
    let path = try fixture.write(fixture.lines())
    let head = try head
    for number in 1..<head {
      // Stopped behind the next commit; each is written at once.
      var first = true
      let report = try Store.replay(
        .exported(path), into: target, options: options,
        shouldStop: {
          defer { first = false }
          return first
        })
      #expect(report.wasStopped && report.proof.commits == number && report.applied == number)
      stops += 1
    }
    #expect(stops == Int(head) - 1)
    let again = try Store.replay(.store(fixture.store), into: target, options: options)
    #expect(!again.wasStopped && again.proof.fault == nil)
    let copy = try Store.open(at: target)
    #expect(isSame(try copy.digests(), try fixture.store.digests()))
    #expect(try copy.fault() == nil)
  }

  @Test func `a follower takes what is saved while it watches`() throws {
    _ = try Store.replay(.store(fixture.store), into: target)
    let worker = try Worker("follow", target, fixture.store.path)
    #expect(worker.line() == "ready")
    for number in 0..<5 {
      try fixture.store.edit { try $0.set(.note, of: .person(1), to: .text("n\(number)")) }
      #expect(worker.line()?.hasPrefix("applied ") == true)
    }
    let head = try head
    #expect(worker.finish().last == "followed to \(head)")
    let copy = try Store.open(at: target)
    #expect(isSame(try copy.digests(), try fixture.store.digests()))
    #expect(try copy.fault() == nil)
  }

  @Test func `segments are continued by what is new, and by nothing else`() throws {
    let folder = fixture.folder + "/archive"
    #expect(try fixture.store.exportLogSegments(to: folder, through: 3).last == 3)
    let more = try fixture.store.exportLogSegments(to: folder)
    let head = try head
    #expect(more.first == 4 && more.last == head && more.files == 1)
    #expect(try fixture.store.exportLogSegments(to: folder).files == 0)
    _ = try fixture.replayed(folder, into: "copy")
    let other = try Store.create(at: fixture.folder + "/other")
    #expect(throws: StoreError(.diverged, "")) { try other.exportLogSegments(to: folder) }
    #expect(throws: StoreError(.invalid, "")) {
      try fixture.store.exportLogSegments(to: folder, from: 1)
    }
    #expect(throws: StoreError(.exists, "")) {
      try fixture.store.exportLogSegments(to: fixture.folder)
    }
    #expect(throws: StoreError(.notFound, "")) {
      try fixture.store.exportLogLines(from: 99) { _ in }
    }
  }

  @Test func `a damaged log is not exported`() throws {
    let opened = fixture.store.opened
    let change = try #require(Tampering.withTheLog.first { $0.testDescription == "an author" })
    try opened.environment.write { transaction in
      try change.change(transaction, opened.reader.tables)
    }
    #expect(throws: (any Error).self) { try fixture.store.exportLogLines { _ in } }
  }
}
