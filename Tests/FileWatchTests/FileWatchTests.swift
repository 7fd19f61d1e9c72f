import FileWatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct FileWatchTests {
  /// Waits until a condition holds.
  private func wait(_ milliseconds: Int = 5_000, _ condition: () -> Bool) async -> Bool {
    for _ in 0..<milliseconds / 5 {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
  }

  private func write(_ text: String, _ path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func `a write is looked at long before the time is over`() async throws {
    let path = TemporaryDirectory.path + "/feed"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let looks = Atomic(0)
    let watch = FileWatch(path: path, atLeastEvery: 60_000) { looks.add(1, ordering: .relaxed) }
    // The watch may not be set up yet: the write is repeated.
    let seen = await wait {
      try? write("x", path)
      return looks.load(ordering: .relaxed) > 0
    }
    #expect(seen)
    withExtendedLifetime(watch) {}
  }

  @Test func `without a file it looks by the clock`() async throws {
    let looks = Atomic(0)
    let watch = FileWatch(path: TemporaryDirectory.path + "/none", atLeastEvery: 10) {
      looks.add(1, ordering: .relaxed)
    }
    #expect(await wait { looks.load(ordering: .relaxed) > 3 })
    withExtendedLifetime(watch) {}
  }

  @Test func `a file that takes the place of another is watched again`() async throws {
    let path = TemporaryDirectory.path + "/feed"
    let looks = Atomic(0)
    let watch = FileWatch(path: path, atLeastEvery: 20) { looks.add(1, ordering: .relaxed) }
    for _ in 1...3 {
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      try FileManager.default.removeItem(atPath: path)
      let before = looks.load(ordering: .relaxed)
      #expect(await wait { looks.load(ordering: .relaxed) > before })
    }
    withExtendedLifetime(watch) {}
  }

  @Test func `it ends with the object`() async throws {
    let looks = Atomic(0)
    var watch: FileWatch? = FileWatch(path: TemporaryDirectory.path + "/none", atLeastEvery: 5) {
      looks.add(1, ordering: .relaxed)
    }
    #expect(await wait { looks.load(ordering: .relaxed) > 0 })
    #expect(watch != nil)
    watch = nil
    try await Task.sleep(for: .milliseconds(50))
    let last = looks.load(ordering: .relaxed)
    try await Task.sleep(for: .milliseconds(100))
    #expect(looks.load(ordering: .relaxed) == last)
  }
}
