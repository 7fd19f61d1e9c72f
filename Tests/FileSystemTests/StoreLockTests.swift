import FileSystem
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct StoreLockTests {
  private var path: String { "\(TemporaryDirectory.path)/store.lock" }
  private let busy = FileSystemError(code: .busy)

  @Test func `one writer keeps another out and is named`() throws {
    let (first, second) = (try StoreLock(path: path), try StoreLock(path: path))
    try first.acquire(waitingAtMost: .zero)
    let error = #expect(throws: busy) { try second.acquire(waitingAtMost: .milliseconds(5)) }
    #expect(error?.reason.contains("process \(FileSystem.Process.id) ") == true)
    #expect(second.holder()?.process == FileSystem.Process.id)
    #expect(second.holder()?.program == FileSystem.Process.programName)
    first.release()
    #expect(second.holder() == nil)
    try second.acquire(waitingAtMost: .zero)
  }

  @Test func `threads exclude each other although the kernel would let them`() throws {
    let lock = try StoreLock(path: path)
    try lock.acquire(waitingAtMost: .zero)
    #expect(throws: busy) { try lock.acquire(waitingAtMost: .milliseconds(3)) }
    lock.release()
    lock.release()
    try lock.acquire(waitingAtMost: .zero)
  }

  @Test func `a waiting writer gets the lock when it is released`() async throws {
    let (first, second) = (try StoreLock(path: path), try StoreLock(path: path))
    try first.acquire(waitingAtMost: .zero)
    // So long because on a busy machine other tests may hold all threads that could release it.
    async let waiting: Void = second.acquire(waitingAtMost: .seconds(600))
    try await Task.sleep(for: .milliseconds(20))
    first.release()
    try await waiting
    #expect(first.holder() != nil)
  }

  @Test func `closing another descriptor of the file keeps the lock`() throws {
    let (first, second) = (try StoreLock(path: path), try StoreLock(path: path))
    try first.acquire(waitingAtMost: .zero)
    _ = try Data(contentsOf: URL(filePath: path))
    #expect(throws: busy) { try second.acquire(waitingAtMost: .zero) }
  }

  @Test func `a lock goes with the process that held it`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let lock = try StoreLock(path: path)
      try lock.claimProcess()
      try lock.acquire(waitingAtMost: .zero)
      kill(getpid(), SIGKILL)
    }
    let lock = try StoreLock(path: path)
    #expect(lock.holder() == nil)
    try lock.acquire(waitingAtMost: .zero)
  }

  @Test func `a second copy in one process is refused until the first goes`() throws {
    do {
      let first = try StoreLock(path: path)
      try first.claimProcess()
      let second = try StoreLock(path: path)
      #expect(throws: FileSystemError(code: .alreadyOpen)) { try second.claimProcess() }
      withExtendedLifetime(first) {}
    }
    try StoreLock(path: path).claimProcess()
  }

  @Test func `a lock file replaced meanwhile locks nothing`() throws {
    let lock = try StoreLock(path: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: FileSystemError(code: .replaced)) { try lock.acquire(waitingAtMost: .zero) }
  }

  @Test func `a symbolic link is not followed`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(TemporaryDirectory.path)/victim")
    #expect(throws: FileSystemError(code: .symbolicLink)) { try StoreLock(path: path) }
    #expect(!FileManager.default.fileExists(atPath: "\(TemporaryDirectory.path)/victim"))
  }
}
