import Foundation
import TestSupport
import Testing

@testable import FileSystem

@Suite(.temporaryDirectory) struct StoreChecksTests {
  private var store: String { "\(TemporaryDirectory.path)/store" }

  init() throws {
    try Directory.create(store)
    for name in ["data.mdb", "lock.mdb", "store.lock"] {
      try File.write([1], toNewFile: "\(store)/\(name)")
    }
  }

  private func code() -> FileSystemError.Code? {
    do { try StoreChecks.inspect(store) } catch { return error.code }
    return nil
  }

  @Test func `a store as it is made passes`() throws {
    #expect(code() == nil)
  }

  @Test func `a folder that is not there is told from one that is no folder`() throws {
    try Directory.removeTree(store)
    #expect(code() == .noSuchFile)
    try File.write([], toNewFile: store)
    #expect(code() == .notADirectory)
  }

  @Test func `a symbolic link to a store is refused`() throws {
    try Directory.rename(store, to: store + "2")
    try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: store + "2")
    #expect(code() == .symbolicLink)
  }

  @Test(arguments: ["data.mdb", "lock.mdb", "store.lock"])
  func `a symbolic link inside is refused`(name: String) throws {
    try FileManager.default.moveItem(atPath: "\(store)/\(name)", toPath: "\(store)/other")
    try FileManager.default.createSymbolicLink(
      atPath: "\(store)/\(name)", withDestinationPath: "\(store)/other")
    #expect(code() == .symbolicLink)
  }

  @Test func `a pipe in place of a file is refused, not waited for`() async throws {
    try FileManager.default.removeItem(atPath: "\(store)/data.mdb")
    let mkfifo = Executable(URL(filePath: "/usr/bin/mkfifo"))
    #expect(try await mkfifo.run(["-m", "600", "\(store)/data.mdb"]).status == 0)
    #expect(code() == .notRegular)
  }

  @Test func `a file with a second name is refused`() throws {
    try FileManager.default.linkItem(atPath: "\(store)/data.mdb", toPath: "\(store)/second")
    #expect(code() == .hardLinked)
  }

  @Test(arguments: [0o720, 0o702]) func `a folder others can write to is refused`(mode: Int) throws
  {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store)
    #expect(code() == .writableByOthers)
  }

  @Test func `a file others can write to is refused`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: "\(store)/data.mdb")
    #expect(code() == .writableByOthers)
  }

  @Test(.enabled(if: geteuid() == 0)) func `a store of another user is refused`() throws {
    try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: store)
    #expect(code() == .foreignOwner)
  }

  @Test func `file systems without the promises are known by number`() {
    #expect(StoreChecks.refusedKind(magic: 0x6969) == "nfs")
    #expect(StoreChecks.refusedKind(magic: 0xFF53_4D42) == "smb")
    #expect(StoreChecks.refusedKind(magic: 0x6573_5546) == "fuse")
    #expect(StoreChecks.refusedKind(magic: 0x794C_7630) == "overlayfs")
    #expect(StoreChecks.refusedKind(magic: 0x0102_1997) == "9p")
    #expect(StoreChecks.refusedKind(magic: 0xEF53) == nil)
  }
}
