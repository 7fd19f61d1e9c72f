import ContactModel
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// Somebody tampers with a store, with right checksums: verify, rebuild and replay find it.
@Suite(.temporaryDirectory) struct IntegrityTests {
  let store: Store
  let path = TemporaryDirectory.path + "/store"
  let digests: [(name: String, digest: ContentHash)]

  init() throws {
    store = try Store.create(at: path)
    let group = try store.group("Friends")
    let ada = try store.person("Ada")
    try store.edit {
      try $0.addMember(ada, to: group)
      try $0.add(.phones, to: ada, "030 1234567")
      try $0.setImage([1, 2, 3], mediaType: "image/png", of: ada)
    }
    let session = store.session(author: "ada", program: "tests")
    try session.set(.note, of: ada, to: "x")
    try session.save(note: "because")
    digests = try store.digests()
  }

  private func tamper(_ tampering: Tampering) throws {
    let opened = store.opened
    try opened.environment.write { try tampering.change($0, opened.reader.tables) }
  }

  @Test(arguments: Tampering.withTheLog)
  func `tampering with the log is found by all that read it`(_ tampering: Tampering) throws {
    try tamper(tampering)
    #expect(try store.fault()?.kind == tampering.kind)
    if tampering.isBehindTheEnd { return }
    let fault = try store.replay(into: path + "-copy").fault
    #expect(fault?.kind == tampering.kind)
  }

  @Test(arguments: Tampering.withTheLog)
  func `a rebuild from a log that was tampered with is refused`(_ tampering: Tampering) throws {
    try tamper(tampering)
    // Photos are no part of the projections, and what stands behind the end is not read.
    if tampering.isAboutPhotos || tampering.isBehindTheEnd { return }
    #expect(throws: (any Error).self) { try store.rebuild() }
    #expect(isSame(try store.digests(), digests))
    #expect(try store.record(.person(1))?.text(.firstName) == "Ada")
  }

  @Test(arguments: Tampering.withProjections)
  func `tampering with a projection is found and mended`(_ tampering: Tampering) throws {
    // LOG-06
    try tamper(tampering)
    let fault = try #require(try store.fault())
    #expect(fault.kind == tampering.kind)
    try store.rebuild()
    #expect(try store.fault() == nil)
    #expect(isSame(try store.digests(), digests))
  }

  @Test(arguments: Tampering.withProjections)
  func `a replay shows that a projection was tampered with`(_ tampering: Tampering) throws {
    try tamper(tampering)
    let proof = try store.replay(into: path + "-copy")
    #expect(proof.fault?.kind == .projection)
    #expect(isSame(proof.digests, digests))
    let copy = try Store.open(at: path + "-copy")
    #expect(try copy.fault() == nil)
  }

  @Test func `of what differs a replay names the record whose last change is the oldest`() throws {
    let bea = try store.person("Bea")
    let cleo = try store.person("Cleo")
    let last = try store.lastCommit()
    try store.edit { try $0.set(.note, of: bea, to: "later") }
    let opened = store.opened
    try opened.environment.write { transaction in
      for id in [bea, cleo] {
        try transaction.delete(
          KeyBuffer(id).span, in: opened.reader.tables.projections[0].records)
      }
    }
    let fault = try #require(try store.replay(into: path + "-copy").fault)
    #expect(fault.kind == .projection && fault.commit == last && fault.record == cleo)
  }

  @Test func `counts in the head that are wrong are found and mended`() throws {
    let opened = store.opened
    var head = try store.head()
    head.counts[0] = 7
    try opened.environment.write { try Tampering.put(head, $0, opened.reader.tables) }
    #expect(try store.fault()?.kind == .projection)
    try store.rebuild()
    #expect(try store.fault() == nil)
    #expect(try store.read { try $0.count(.person) } == 1)
  }

  @Test func `a head that goes back by a commit is found`() throws {
    let opened = store.opened
    let old = try store.head()
    try store.edit { try $0.set(.note, of: .person(1), to: "later") }
    try opened.environment.write { try Tampering.put(old, $0, opened.reader.tables) }
    #expect(try store.fault() != nil)
  }

  @Test func `the proof of a sound store names its end`() throws {
    let proof = try store.verify()
    let (commit, position, hash) = try store.read { ($0.commit, $0.position, $0.hash) }
    #expect(proof.isSound && proof.commits == commit && proof.events == position)
    #expect(proof.head == hash)
    #expect(isSame(proof.digests, digests))
  }

  @Test func `an empty store is sound, rebuilt and replayed`() throws {
    let empty = try Store.create(at: path + "-empty")
    #expect(try empty.fault() == nil)
    try empty.rebuild()
    let proof = try empty.replay(into: path + "-copy")
    #expect(proof.fault == nil && proof.commits == 0 && proof.events == 0)
    let copy = try Store.open(at: path + "-copy")
    #expect(copy.book == empty.book)
    #expect(try copy.person("Ada") == .person(1))
  }

  @Test func `a replayed store goes on where the log ended`() throws {
    _ = try store.replay(into: path + "-copy")
    let copy = try Store.open(at: path + "-copy")
    let parent = try copy.read { $0.hash }
    let commit = try copy.edit { try $0.set(.note, of: .person(1), to: "later") }
    #expect(commit.number == 5 && commit.header.parent == parent)
    #expect(try copy.person("Grace") == .person(2))
    #expect(try copy.fault() == nil)
  }

  @Test func `a replay into a folder that is taken is refused and leaves it alone`() throws {
    #expect(throws: StoreError(.exists, "")) { try store.replay(into: path) }
    #expect(try store.fault() == nil)
  }
}
