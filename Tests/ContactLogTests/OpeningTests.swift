import ContactModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ContactLog

/// What is not a whole store of this version is refused, and nothing is written.
@Suite(.temporaryDirectory) struct OpeningTests {
  let path: String

  init() throws {
    path = TemporaryDirectory.path + "/store"
    let store = try Store.create(at: path)
    _ = try store.person("Ada")
    store.close()
  }

  private func data(_ name: String = "data.mdb") throws -> Data {
    try Data(contentsOf: URL(filePath: path + "/" + name))
  }

  private func write(_ bytes: Data, _ name: String = "data.mdb") throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path + "/" + name))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  /// Opening fails with a code, says where, and leaves the file as it was.
  private func expectRefusal(
    _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try? data()
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try Store.open(at: path)
    }
    #expect(error?.code == code, "\(error?.reason ?? "")", sourceLocation: sourceLocation)
    #expect(error?.reason.contains(path) == true, sourceLocation: sourceLocation)
    #expect(error?.reason.contains("\n") == false, sourceLocation: sourceLocation)
    #expect((try? data()) == before, sourceLocation: sourceLocation)
  }

  // MARK: What is there

  @Test func `a folder that is not there is refused and not made`() throws {
    try FileManager.default.removeItem(atPath: path)
    try expectRefusal(.noStore)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an empty folder is not a store`() throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try expectRefusal(.notAStore)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test func `a file in place of the folder is refused`() throws {
    try FileManager.default.removeItem(atPath: path)
    try Data("x".utf8).write(to: URL(filePath: path))
    #expect(throws: StoreError.self) { try Store.open(at: path) }
    #expect(throws: StoreError(.exists, "")) { try Store.create(at: path) }
  }

  @Test func `an empty file is damage, not a new store`() throws {
    try write(Data())
    try expectRefusal(.damaged)
  }

  @Test func `a text file is not a store`() throws {
    try write(Data(String(repeating: "BEGIN:VCARD\n", count: 2000).utf8))
    try expectRefusal(.damaged)
  }

  @Test(arguments: [2, 3, 5, 1000]) func `a file cut short is refused`(_ pages: Int) throws {
    let whole = try data()
    try write(whole.prefix(min(pages * 4096, whole.count / 2)))
    try expectRefusal(.damaged)
  }

  @Test func `a file cut short by a part of a page is not read wrongly`() throws {
    let whole = try data()
    try write(whole.dropLast(100))
    let lines = try Worker.run("verify", path)
    #expect(lines == ["sound"] || lines.first?.contains("damaged") == true, "\(lines)")
  }

  @Test func `another program's database is not a store`() throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let environment = try Environment.create(directory: path)
    let table = try environment.openTables(["recipes"], create: true)[0]
    try environment.write { try $0.put([1].span, [2].span, in: table) }
    environment.close()
    try expectRefusal(.notAStore)
  }

  @Test(arguments: ["identity", "head"]) func `a store of a later format is refused`(
    _ row: String
  ) throws {
    let environment = try Environment.open(directory: path)
    let tables = try Tables(environment, create: false)
    try environment.write { transaction in
      // An array of fourteen, or of three that begins with format 2.
      let bytes: [UInt8] = row == "head" ? [0x8E] : [0x83, 0x02]
      try transaction.put(KeyBuffer(name: row), sealing: bytes, in: tables.meta)
    }
    environment.close()
    try expectRefusal(.newerFormat)
  }

  @Test(arguments: ["lock.mdb", "store.lock", "feed", "cache"])
  func `what can be made again need not be there`(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
    let store = try Store.open(at: path)
    _ = try store.person("Grace")
    #expect(try store.read { try $0.count(.person) } == 2)
    #expect(try store.fault() == nil)
  }

  // MARK: Access

  @Test(arguments: ["", "/data.mdb", "/lock.mdb", "/store.lock"])
  func `what others can write to is refused`(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: name.isEmpty ? 0o777 : 0o666], ofItemAtPath: path + name)
    try expectRefusal(.permission)
  }

  @Test func `a symbolic link to the folder is refused`() throws {
    let link = TemporaryDirectory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: StoreError(.fileSystem, "")) { try Store.open(at: link) }
  }

  @Test(arguments: ["data.mdb", "lock.mdb", "store.lock"])
  func `a symbolic link in the folder is refused and its target left alone`(_ name: String) throws {
    let victim = TemporaryDirectory.path + "/victim"
    try Data("precious".utf8).write(to: URL(filePath: victim))
    try FileManager.default.removeItem(atPath: path + "/" + name)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: victim)
    #expect(throws: StoreError(.fileSystem, "")) { try Store.open(at: path) }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
  }

  @Test func `a file with a second name is refused`() throws {
    try FileManager.default.linkItem(
      atPath: path + "/data.mdb", toPath: TemporaryDirectory.path + "/second")
    try expectRefusal(.fileSystem)
  }

  @Test func `a pipe in place of the file is refused at once`() throws {
    let pipe = "rm '\(path)/data.mdb'; mkfifo -m 600 '\(path)/data.mdb'"
    let lines = try Worker(["verify", path], shell: pipe).finish()
    #expect(lines.last?.hasPrefix("error fileSystem") == true, "\(lines)")
  }

  @Test func `a store has its modes whatever the umask`() throws {
    let made = TemporaryDirectory.path + "/made"
    _ = try Worker(["create", made], shell: "umask 000").finish()
    for (name, mode) in [("", 0o700), ("/data.mdb", 0o600), ("/lock.mdb", 0o600), ("/feed", 0o600)]
    {
      let found = try FileManager.default.attributesOfItem(atPath: made + name)
      #expect(found[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test func `a folder that cannot be written to is refused`() throws {
    // Modes do not hold for the superuser, so a worker goes on as nobody.
    let shell: String
    let files = try FileManager.default.contentsOfDirectory(atPath: path).map { path + "/" + $0 }
    if geteuid() == 0 {
      for file in files + [path] {
        try FileManager.default.setAttributes(
          [.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: file)
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: TemporaryDirectory.path)
      shell = "exec setpriv --reuid 65534 --regid 65534 --clear-groups \"$0\" \"$@\""
    } else {
      shell = ":"
    }
    for file in files where !file.hasSuffix("cache") {
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: path)
    let lines = try Worker(["set", path, "1", "note", "x"], shell: shell).finish()
    guard let line = lines.last else {
      return print("SKIPPED: no worker of another user can run here")
    }
    #expect(line.hasPrefix("error permission"), "\(line)")
    for file in files + [path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
    }
  }
}
