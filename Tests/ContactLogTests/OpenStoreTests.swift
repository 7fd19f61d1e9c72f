import ContactModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContactLog

/// What may happen to a store while it is open.
@Suite(.temporaryDirectory) struct OpenStoreTests {
  let path: String
  let store: Store

  init() throws {
    path = TemporaryDirectory.path + "/store"
    store = try Store.create(at: path)
    _ = try store.person("Ada")
  }

  // MARK: Opening twice

  @Test func `a process opens a store once`() throws {
    #expect(throws: StoreError(.alreadyOpen, "")) { try Store.open(at: path) }
    _ = try store.person("Grace")
    #expect(try store.read { try $0.count(.person) } == 2)
  }

  @Test func `a process opens a store once, whatever path it goes by`() throws {
    let other = TemporaryDirectory.path + "/other"
    try FileManager.default.createSymbolicLink(
      atPath: other, withDestinationPath: TemporaryDirectory.path)
    #expect(throws: StoreError(.alreadyOpen, "")) { try Store.open(at: other + "/store") }
    #expect(throws: StoreError(.alreadyOpen, "")) { try Store.open(at: path + "/") }
    _ = try store.person("Grace")
  }

  @Test func `a store that is open is not made anew`() throws {
    #expect(throws: StoreError(.exists, "")) { try Store.create(at: path) }
    _ = try store.person("Grace")
  }

  @Test func `a closed store can be opened again, and says that it is closed`() throws {
    let session = store.session(author: "ada", program: "tests")
    try session.createPerson()
    store.close()
    store.close()
    let again = try Store.open(at: path)
    #expect(throws: StoreError(.closed, "")) { try store.read { $0.commit } }
    #expect(throws: StoreError(.closed, "")) { try session.save() }
    #expect(throws: StoreError(.closed, "")) { try store.verify() }
    #expect(throws: StoreError(.closed, "")) { try store.rebuild() }
    #expect(throws: StoreError(.closed, "")) { try store.undo(1) }
    #expect(try again.read { try $0.count(.person) } == 1)
    _ = try again.person("Grace")
  }

  @Test func `readers at work when a store is closed finish their work`() throws {
    let record = try store.read { snapshot in
      store.close()
      return try snapshot.record(.person(1))
    }
    #expect(record != nil)
    #expect(throws: StoreError(.closed, "")) { try store.read { $0.commit } }
  }

  // MARK: Files that go

  @Test(arguments: ["data.mdb", "lock.mdb", "store.lock"])
  func `no save is acknowledged into a file that was replaced`(_ name: String) throws {
    try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(path)/copy")
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    try FileManager.default.moveItem(atPath: "\(path)/copy", toPath: "\(path)/\(name)")
    let session = store.session(author: "ada", program: "tests")
    try session.createPerson()
    #expect(throws: StoreError(.replaced, "")) { try session.save() }
    #expect(session.hasUnsavedChanges)
    store.close()
    let again = try Store.open(at: path)
    #expect(try again.read { try $0.count(.person) } == 1)
  }

  @Test(arguments: ["data.mdb", "lock.mdb", "store.lock"])
  func `no save is acknowledged when a file was deleted`(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    #expect(throws: StoreError(.replaced, "")) { try store.person("Eve") }
  }

  // MARK: Space

  @Test func `a full map fails the save, loses nothing, and grows when opened larger`() throws {
    store.close()
    var options = Store.Options()
    options.mapSize = 1 << 20
    let small = try Store.open(at: path, options: options)
    let note = String(repeating: "n", count: 50_000)
    var code: StoreError.Code?
    var saved = 1
    let session = small.session(author: "ada", program: "tests")
    while code == nil, saved < 100 {
      try session.set(.note, of: session.createPerson(), to: .text(note))
      do {
        try session.save()
        saved += 1
      } catch let error as StoreError { code = error.code }
    }
    #expect(code == .full)
    #expect(session.hasUnsavedChanges)
    #expect(try small.read { try $0.count(.person) } == saved)
    session.revert()
    #expect(try small.fault() == nil)
    small.close()
    let large = try Store.open(at: path)
    #expect(try large.person("Grace") == .person(Int32(saved) + 1))
    #expect(try large.fault() == nil)
  }

  @Test func `a store that another process grew beyond the map is followed`() throws {
    // LMDB-02 and LMDB-04
    _ = try store.group("Everybody")
    store.close()
    var options = Store.Options()
    options.mapSize = 1 << 20
    let small = try Store.open(at: path, options: options)
    let isOver = Mutex(false)
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      Thread.detachNewThread {
        defer { threads.leave() }
        while !isOver.withLock({ $0 }) {
          #expect(throws: Never.self) { try small.read { try $0.record(.person(1)) } }
        }
      }
    }
    let writer = try Worker("set", path, "1", "note", String(repeating: "n", count: 100_000))
    #expect(writer.lines() == ["commit 3"])
    for _ in 0..<20 {
      _ = try Worker.run("set", path, "1", "note", String(repeating: "m", count: 60_000))
      _ = try Worker.run("set", path, "1", "note", String(repeating: "n", count: 60_000))
    }
    isOver.withLock { $0 = true }
    threads.wait()
    #expect(try small.record(.person(1))?.text(.note)?.utf8.count == 60_000)
    #expect(try small.fault() == nil)
    _ = try small.person("Grace")
  }

  @Test func `a limit on the file's size fails saves and loses nothing`() throws {
    _ = try store.group("Everybody")
    store.close()
    // Blocks of 512 bytes; the signal is ignored, as the tool does it.
    let blocks = try FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size]
    let limit = (blocks as? Int ?? 0) / 512 + 100
    let worker = try Worker(["save", path], shell: "trap '' XFSZ; ulimit -f \(limit)")
    let lines = worker.lines()
    // LMDB does not tell a limit from other faults of the disk.
    let last = try #require(lines.last)
    #expect(last.hasPrefix("error full") || last.hasPrefix("error io"), "\(last)")
    try expectWhole(lines)
  }

  @Test func `a full file system fails saves and loses nothing`() throws {
    _ = try store.group("Everybody")
    store.close()
    let mount = TemporaryDirectory.path + "/mount"
    let script = """
      mkdir '\(mount)' && mount -t tmpfs -o size=1200k,mode=700 tmpfs '\(mount)' || exit 9; \
      cp -r '\(path)' '\(mount)/store'; "$0" save '\(mount)/store'; rm -f '\(mount)/store/feed'; \
      "$0" verify '\(mount)/store'; umount '\(mount)'; exit
      """
    let shell =
      geteuid() == 0
      ? script : "exec unshare -Urm sh -c \"$(cat <<'END'\n\(script)\nEND\n)\" \"$0\""
    let lines = try Worker(["save", path], shell: shell).finish()
    guard !lines.isEmpty else {
      return print("SKIPPED: no small file system can be mounted here")
    }
    #expect(lines.contains { $0.hasPrefix("error full") }, "\(lines.suffix(3))")
    #expect(lines.last == "sound")
  }

  private func expectWhole(_ lines: [String]) throws {
    let last = try #require(lines.compactMap { UInt64($0) }.last)
    let store = try Store.open(at: path)
    #expect(try store.lastCommit() == last)
    #expect(try store.fault() == nil)
    _ = try store.person("Grace")
  }
}
