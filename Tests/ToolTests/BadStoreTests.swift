import FileSystem
import Foundation
import Testing

/// Folders that are no store, or not as one should be.
@Suite struct BadStoreTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.succeed("init")
    try sandbox.succeed("new", "firstName=Ada")
  }

  private var data: URL { sandbox.folder.appending(path: "store/data.mdb") }

  /// Whether reading and writing both fail with this code and one line.
  private func bothFail(with code: Int32) throws -> Bool {
    let (list, new) = (try sandbox.run("list"), try sandbox.run("new", "firstName=x"))
    #expect(list.errors == new.errors)
    return list.failed(with: code) && new.failed(with: code)
  }

  @Test func `a missing store is told with what makes one`() throws {
    let run = try sandbox.run("list", "--store", "nowhere")
    #expect(run.failed(with: 66))
    #expect(run.errors.contains("contactlog init"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("nowhere")))
  }

  @Test func `a folder that is no store is left alone`() throws {
    try FileManager.default.createDirectory(
      at: sandbox.folder.appending(path: "plain"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    try sandbox.write("plain/letter", "Dear Ada")
    #expect(try sandbox.run("list", "--store", "plain").failed(with: 66))
    #expect(try sandbox.run("init", "--store", "plain").failed(with: 73))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.path("plain")) == ["letter"])
  }

  @Test func `a store is not made below what is not there`() throws {
    #expect(try sandbox.run("init", "--store", "no/such/store").failed(with: 73))
    try sandbox.write("file", "x")
    #expect(try sandbox.run("init", "--store", "file/store").failed(with: 73))
    #expect(try sandbox.run("init", "--store", "").failed(with: 64))
  }

  @Test func `a file in the place of a store is refused`() throws {
    try sandbox.write("file", "x")
    let run = try sandbox.run("list", "--store", "file")
    #expect([66, 78].contains(run.code))
    #expect(run.failed(with: run.code))
    #expect(try sandbox.run("init", "--store", "file").failed(with: 73))
  }

  @Test func `an empty database file is damage and not a new store`() throws {
    try Data().write(to: data)
    #expect(try bothFail(with: 69))
    #expect(try Data(contentsOf: data).isEmpty)
    #expect(try sandbox.run("verify").code == 4)
  }

  @Test(arguments: [1, 4_096, 8_192, 12_288])
  func `a cut file is noticed`(length: Int) throws {
    let whole = try Data(contentsOf: data)
    try whole.prefix(length).write(to: data)
    let run = try sandbox.run("show", "1")
    #expect(run.failed(with: 69), "\(run.code) \(run.errors)")
    #expect(try sandbox.run("verify").code == 4)
  }

  @Test func `a foreign file is refused`() throws {
    try Data(repeating: 0x41, count: 65_536).write(to: data)
    #expect(try bothFail(with: 69))
  }

  @Test func `a store that others can write is refused`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: sandbox.store)
    #expect(try bothFail(with: 77))
  }

  @Test func `a symbolic link inside the store is refused`() throws {
    let elsewhere = sandbox.folder.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: data, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: data, withDestinationURL: elsewhere)
    let run = try sandbox.run("list")
    #expect([69, 77, 78].contains(run.code))
    #expect(run.failed(with: run.code), "\(run.errors)")
  }

  @Test(.enabled(if: !Project.isRoot, "root may write everywhere"))
  func `a folder one may not write is refused`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: sandbox.store)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: sandbox.store)
    }
    let run = try sandbox.run("new", "firstName=x")
    #expect(run.code == 0 || run.failed(with: 77))
    #expect(try sandbox.run("init", "--store", "store/inner").failed(with: 77))
  }

  @Test(.enabled(if: Project.isRoot, "only root can become somebody else"))
  func `a store of another user is refused`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    shell.arguments = [
      "--reuid", "65534", "--regid", "65534", "--clear-groups", Sandbox.executable.path, "list",
    ]
    shell.environment = ["CONTACTLOG_STORE": sandbox.store]
    let errors = Pipe()
    shell.standardError = errors
    try shell.run()
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 77, "\(text)")
    #expect(text.hasPrefix("contactlog: "))
  }

  @Test func `a store that another writer holds is waited for and its holder is named`() throws {
    let lock = try StoreLock(path: sandbox.path("store/store.lock"))
    try lock.acquire(waitingAtMost: .zero)
    let start = ContinuousClock().now
    let run = try sandbox.run("new", "firstName=x", "--wait", "0.2")
    #expect(run.failed(with: 75))
    #expect(run.errors.contains("\(ProcessInfo.processInfo.processIdentifier)"), "\(run.errors)")
    #expect(ContinuousClock().now - start >= .milliseconds(200))
    #expect(try sandbox.succeed("list", "--json").lines.count == 1)
    lock.release()
    #expect(try sandbox.run("new", "firstName=x").code == 0)
  }
}
