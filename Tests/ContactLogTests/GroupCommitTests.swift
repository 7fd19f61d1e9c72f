import ContactModel
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import ContactLog

@Suite(.temporaryDirectory) struct GroupCommitTests {
  let store: Store

  init() throws { store = try Store.inTemporaryDirectory() }

  /// How many LMDB transactions were committed so far.
  private func transactions() throws -> Int { try store.opened.environment.read { $0.id } }

  private func request(_ session: Session) -> CommitRequest {
    let draft = Draft(
      batch: (0..<16).map { _ in UInt8.random(in: 0...255) }, author: session.author,
      program: session.program, kind: .save, note: nil)
    return session.state.withLock { Session.request($0.edits, draft, .report) }
  }

  /// Has the store carry out all requests in one transaction.
  private func commitTogether(_ requests: [CommitRequest]) throws {
    store.queue.withLock { $0 += requests.dropLast() }
    _ = try? store.commit(#require(requests.last))
  }

  @Test func `savers that wait for each other share a transaction`() throws {
    let before = try transactions()
    let names = Mutex<Set<String>>([])
    let threads = DispatchGroup()
    // While this thread holds the writer's lock one saver leads and fifteen queue behind it.
    try store.withWriterLock {
      for number in 0..<16 {
        let session = store.session(author: "saver \(number)", program: "tests")
        try session.set(.firstName, of: session.createPerson(), to: .text("\(number)"))
        Thread.detachNewThread {
          threads.enter()
          defer { threads.leave() }
          if let commit = try? session.save() {
            _ = names.withLock { $0.insert(commit.header.author) }
          }
        }
      }
      while store.queue.withLock({ $0.count }) < 15 { usleep(1000) }
    }
    while names.withLock({ $0.count }) < 16 { usleep(1000) }
    threads.wait()
    #expect(try transactions() - before == 2)
    #expect(try store.lastCommit() == 16)
    #expect(try store.read { try $0.count(.person) } == 16)
    #expect(try store.fault() == nil)
  }

  @Test func `sixteen threads that save at once all succeed in fewer transactions`() throws {
    let before = try transactions()
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let session = store.session(author: "saver \(number)", program: "tests")
      for _ in 0..<5 {
        #expect(throws: Never.self) {
          try session.set(.firstName, of: session.createPerson(), to: .text("\(number)"))
          try session.save()
        }
      }
    }
    #expect(try store.lastCommit() == 80)
    #expect(try transactions() - before <= 80)
    #expect(try store.fault() == nil)
  }

  @Test func `of several batches only the one in conflict fails`() throws {
    let ada = try store.person("Ada")
    let sessions = (0..<4).map { store.session(author: "s\($0)", program: "tests") }
    try sessions[0].set(.firstName, of: ada, to: "first")
    try sessions[1].set(.firstName, of: ada, to: "second")
    try sessions[1].set(.lastName, of: sessions[1].createPerson(), to: "lost")
    try sessions[2].set(.lastName, of: ada, to: "disjoint")
    try sessions[3].set(.firstName, of: ada, to: "first")
    let requests = sessions.map(request)
    let before = try transactions()
    try commitTogether(requests)
    let outcomes = requests.map { $0.outcome.withLock { $0 } }
    #expect(try transactions() - before == 1)
    #expect(try outcomes[0]?.get()?.number == 2)
    #expect(throws: StoreError(.conflict, "")) { try outcomes[1]?.get() }
    #expect(try outcomes[2]?.get()?.number == 3)
    #expect(try outcomes[3]?.get() == nil)
    let record = try #require(try store.record(ada))
    #expect(record.text(.firstName) == "first" && record.text(.lastName) == "disjoint")
    #expect(try store.read { try $0.count(.person) } == 1)
    #expect(try store.fault() == nil)
  }

  @Test func `batches of one transaction see each other's new records and entries`() throws {
    let ada = try store.person("Ada")
    let sessions = (0..<3).map { store.session(author: "s\($0)", program: "tests") }
    for session in sessions {
      try session.add(.phones, to: ada, "1", label: Label("home"))
      try session.set(.firstName, of: session.createPerson(), to: .text(session.author))
    }
    try commitTogether(sessions.map(request))
    #expect(try store.record(ada)?.entries(.phones).map(\.identifier).sorted() == [0, 1, 2])
    #expect(try store.read { try $0.list(.person).records.count } == 4)
    #expect(try store.fault() == nil)
  }

  @Test func `joining a group that an earlier batch removed fails alone`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends")
    let sessions = (0..<3).map { store.session(author: "s\($0)", program: "tests") }
    try sessions[0].remove(group)
    try sessions[1].addMember(ada, to: group)
    try sessions[2].set(.note, of: ada, to: "x")
    let requests = sessions.map(request)
    try commitTogether(requests)
    #expect(throws: StoreError(.removed, "")) { try requests[1].outcome.withLock { $0 }?.get() }
    #expect(try store.record(ada)?.text(.note) == "x")
    #expect(try store.read { try $0.groups(of: ada) } == [])
    #expect(try store.fault() == nil)
  }

  @Test func `removing a member that an earlier batch added ends the membership`() throws {
    let ada = try store.person("Ada")
    let group = try store.group("Friends")
    let sessions = (0..<2).map { store.session(author: "s\($0)", program: "tests") }
    try sessions[0].addMember(ada, to: group)
    try sessions[1].remove(ada)
    try commitTogether(sessions.map(request))
    #expect(try store.members(group) == [])
    #expect(try store.fault() == nil)
  }

  @Test func `saving while another rebuild of this thread runs is busy, not a dead lock`() throws {
    // LMDB-06
    let path = TemporaryDirectory.path + "/second"
    var options = Store.Options()
    options.waiting = .milliseconds(50)
    let store = try Store.create(at: path, options: options)
    _ = try store.person("Ada")
    var codes: [StoreError.Code] = []
    try store.rebuild { _, _ in
      do { _ = try store.person("Eve") } catch let error as StoreError {
        codes.append(error.code)
      } catch {
      }
    }
    #expect(!codes.isEmpty && codes.allSatisfy { $0 == .busy })
  }

  @Test func `saving inside a snapshot leaves the snapshot as it was`() throws {
    let ada = try store.person("Ada")
    try store.read { snapshot in
      try store.edit { try $0.set(.firstName, of: ada, to: "Later") }
      #expect(try snapshot.record(ada)?.text(.firstName) == "Ada")
      #expect(snapshot.commit == 1)
    }
    #expect(try store.record(ada)?.text(.firstName) == "Later")
  }
}
