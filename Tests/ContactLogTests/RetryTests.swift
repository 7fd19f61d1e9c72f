import ContactModel
import Synchronization
import TestSupport
import Testing

@testable import ContactLog

/// A save whose outcome was unknown is tried again with the same batch id.
@Suite(.temporaryDirectory) struct RetryTests {
  let store: Store
  let batch: [UInt8] = Array(1...16)

  init() throws { store = try Store.inTemporaryDirectory() }

  private func session() throws -> Session {
    let session = store.session(author: "ada", program: "tests")
    let group = try session.createGroup(named: "Friends")
    for name in ["Ada", "Grace"] {
      let person = try session.createPerson()
      try session.set(.firstName, of: person, to: .text(name))
      try session.addMember(person, to: group)
    }
    session.state.withLock { $0.batch = batch }
    return session
  }

  @Test func `a batch saved twice is one commit`() throws {
    // LOG-10
    let session = try session()
    let draft = Draft(
      batch: batch, author: "ada", program: "tests", kind: .save, note: "once")
    let edits = session.state.withLock { $0.edits }
    let first = try #require(try store.commit(Session.request(edits, draft, .report)))
    let second = try #require(try store.commit(Session.request(edits, draft, .report)))
    #expect(second.number == first.number && second.hash == first.hash)
    #expect(second.note == "once")
    #expect(try store.lastCommit() == 1)
    #expect(try store.read { try [$0.count(.person), $0.count(.group)] } == [2, 1])
    #expect(try store.fault() == nil)
  }

  @Test func `a batch twice in one transaction is one commit`() throws {
    let session = try session()
    let draft = Draft(batch: batch, author: "ada", program: "tests", kind: .save, note: nil)
    let edits = session.state.withLock { $0.edits }
    let requests = (0..<2).map { _ in Session.request(edits, draft, .report) }
    store.queue.withLock { $0.append(requests[0]) }
    #expect(try store.commit(requests[1])?.number == 1)
    #expect(try requests[0].outcome.withLock { $0 }?.get()?.number == 1)
    #expect(try store.lastCommit() == 1)
  }

  @Test func `the retry tells the ids of the new records`() throws {
    let first = try #require(try session().save())
    let retry = try #require(try session().save())
    #expect(retry.number == first.number)
    #expect(retry.ids == first.ids)
    #expect(retry.ids.count == 3)
  }

  @Test func `after a retry the session is clean and saves anew`() throws {
    try session().save()
    let session = try session()
    try session.save()
    #expect(!session.hasUnsavedChanges)
    try session.set(.note, of: .person(1), to: "x")
    #expect(try session.save()?.number == 2)
  }

  @Test func `changes wait until the outcome of the last save is known`() throws {
    let session = try session()
    #expect(throws: StoreError(.outcomeUnknown, "")) { try session.createPerson() }
    session.revert()
    #expect(throws: Never.self) { try session.createPerson() }
  }
}
