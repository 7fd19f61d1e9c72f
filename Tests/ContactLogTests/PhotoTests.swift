import ContactModel
import LMDB
import TestSupport
import Testing

@testable import ContactLog

@Suite(.temporaryDirectory) struct PhotoTests {
  let store: Store
  let ada: RecordID

  init() throws {
    store = try Store.inTemporaryDirectory()
    ada = try store.person("Ada")
  }

  private func hasBytes(_ bytes: [UInt8]) throws -> Bool {
    try store.read { try $0.blob(ContentHash(of: bytes.span)) } != nil
  }

  @Test func `a photo's bytes are kept once for two people`() throws {
    let bytes = [UInt8](repeating: 9, count: 10_000)
    let grace = try store.person("Grace")
    try store.edit {
      try $0.setImage(bytes, mediaType: "image/png", of: ada)
      try $0.setImage(bytes, mediaType: "image/jpeg", of: grace)
    }
    let blobs = try store.opened.environment.read {
      try $0.count(of: store.opened.reader.tables.blobs)
    }
    #expect(blobs == 1)
    #expect(try store.record(grace)?[.image]?.blob?.mediaType == "image/jpeg")
  }

  @Test func `a photo tried out and replaced before the save leaves no bytes`() throws {
    try store.edit {
      try $0.setImage([1, 2, 3], mediaType: "image/png", of: ada)
      try $0.setImage([4, 5, 6], mediaType: "image/png", of: ada)
    }
    #expect(try hasBytes([4, 5, 6]))
    #expect(try !hasBytes([1, 2, 3]))
  }

  @Test func `a photo of a person dropped before the save leaves no bytes`() throws {
    try store.edit {
      let id = try $0.createPerson()
      try $0.setImage([1, 2, 3], mediaType: "image/png", of: id)
      try $0.remove(id)
      try $0.set(.note, of: ada, to: "x")
    }
    #expect(try !hasBytes([1, 2, 3]))
  }

  @Test func `a reverted photo leaves no bytes`() throws {
    let session = store.session(author: "ada", program: "tests")
    try session.setImage([1, 2, 3], mediaType: "image/png", of: ada)
    session.revert()
    try session.set(.note, of: ada, to: "x")
    try session.save()
    #expect(try !hasBytes([1, 2, 3]))
  }

  @Test func `no photo and one too large are refused`() throws {
    let session = store.session(author: "ada", program: "tests")
    #expect(throws: StoreError(.invalid, "")) {
      try session.setImage([], mediaType: "image/png", of: ada)
    }
    let large = [UInt8](repeating: 0, count: 16 << 20 + 1)
    #expect(throws: StoreError(.invalid, "")) {
      try session.setImage(large, mediaType: "image/png", of: ada)
    }
    #expect(!session.hasUnsavedChanges)
  }

  @Test func `photos are replayed and checked`() throws {
    try store.edit { try $0.setImage([1, 2, 3], mediaType: "image/png", of: ada) }
    let proof = try store.replay(into: TemporaryDirectory.path + "/copy")
    #expect(proof.fault == nil)
    let copy = try Store.open(at: TemporaryDirectory.path + "/copy")
    #expect(try copy.read { try $0.blob(ContentHash(of: [1, 2, 3].span)) } == [1, 2, 3])
    #expect(try copy.fault() == nil)
  }
}
