import FileSystem
import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct FileTests {
  private var folder: String { TemporaryDirectory.path }
  private var path: String { "\(folder)/file" }

  @Test func `a written file reads back, private to its owner`() throws {
    try File.write([1, 2, 3], toNewFile: path)
    #expect(try File.read(path, limit: 3) == [1, 2, 3])
    #expect(try FileInfo.at(path)?.mode == 0o600)
  }

  @Test func `a file that is there is never overwritten`() throws {
    try File.write([1], toNewFile: path)
    #expect(throws: FileSystemError(code: .exists)) { try File.write([2], toNewFile: path) }
    #expect(try File.read(path, limit: 9) == [1])
  }

  @Test func `no file is written through a symbolic link`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(folder)/victim")
    #expect(throws: FileSystemError(code: .exists)) { try File.write([2], toNewFile: path) }
    #expect(try FileInfo.at("\(folder)/victim") == nil)
  }

  @Test func `a file above the limit is refused`() throws {
    try File.write([1, 2, 3, 4], toNewFile: path)
    #expect(throws: FileSystemError(code: .tooLarge)) { try File.read(path, limit: 3) }
  }

  @Test func `large files are read in pieces`() throws {
    let bytes = (0..<(FileReader.chunkSize * 2 + 77)).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try File.write(bytes, toNewFile: path)
    var reader = try FileReader(path: path)
    var (pieces, all, piece): ([Int], [UInt8], [UInt8]) = ([], [], [])
    while try reader.read(into: &piece) {
      pieces.append(piece.count)
      all += piece
    }
    #expect(pieces == [FileReader.chunkSize, FileReader.chunkSize, 77])
    #expect(all == bytes && piece.isEmpty)
  }

  @Test func `a missing file says so`() throws {
    #expect(throws: FileSystemError(code: .noSuchFile)) { try File.read(path, limit: 1) }
    #expect(try FileInfo.at(path) == nil)
    try File.remove(path)
  }

  @Test func `a touched file changes its time`() throws {
    try File.touch(path)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    try File.touch(path)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(try #require(date).timeIntervalSince1970 > 1_000_000)
  }

  @Test func `errors hold no path`() {
    let error = #expect(throws: FileSystemError.self) { try File.read(path, limit: 1) }
    #expect(error?.description == "open: No such file or directory")
  }
}

@Suite(.temporaryDirectory) struct DirectoryTests {
  private var folder: String { "\(TemporaryDirectory.path)/folder" }

  @Test func `a directory has its mode whatever the umask`() async throws {
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      umask(0o277)
      try Directory.create(folder)
    }
    #expect(try FileInfo.at(folder)?.mode == 0o700)
    #expect(try FileInfo.at(folder)?.kind == .directory)
    #expect(throws: FileSystemError(code: .exists)) { try Directory.create(folder) }
    try Directory.synchronize(folder)
  }

  @Test func `renaming never replaces`() throws {
    try Directory.create(folder)
    try Directory.create(folder + "2")
    #expect(throws: FileSystemError(code: .exists)) {
      try Directory.rename(folder, to: folder + "2")
    }
    try Directory.rename(folder, to: folder + "3")
    #expect(try FileInfo.at(folder) == nil)
  }

  @Test func `a tree is removed without following links out of it`() throws {
    let outside = folder + "-outside"
    try Directory.create(outside)
    try File.write([1], toNewFile: "\(outside)/kept")
    try Directory.create(folder)
    try Directory.create("\(folder)/inner")
    try File.write([1], toNewFile: "\(folder)/inner/file")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: outside)
    #expect(try Directory.contents(of: folder) == ["inner", "link"])
    try Directory.removeTree(folder)
    try Directory.removeTree(folder)
    #expect(try FileInfo.at(folder) == nil)
    #expect(try File.read("\(outside)/kept", limit: 1) == [1])
  }
}

struct ProcessTests {
  @Test func `the clocks run in their units`() {
    let seconds = Double(FileSystem.Clock.wallMicroseconds()) / 1_000_000
    #expect(abs(seconds - Date().timeIntervalSince1970) < 5)
    let start = FileSystem.Clock.monotonicNanoseconds()
    usleep(2_000)
    #expect(FileSystem.Clock.monotonicNanoseconds() - start >= 2_000_000)
  }

  @Test func `the process knows itself`() {
    #expect(FileSystem.Process.id == Int(ProcessInfo.processInfo.processIdentifier))
    #expect(FileSystem.Process.userName == NSUserName())
    #expect(!FileSystem.Process.programName.contains("/"))
    #expect(FileSystem.Process.environment("PATH") != nil)
    #expect(FileSystem.Process.environment("CONTACTLOG_NO_SUCH_VARIABLE") == nil)
    #expect(FileSystem.Process.peakMemoryBytes > 1 << 20)
    #expect(FileSystem.Process.computingNanoseconds > 0)
  }

  @Test func `writes are counted`() throws {
    let before = FileSystem.Process.ioCounters
    try FileHandle(forWritingTo: URL(filePath: "/dev/null")).write(contentsOf: Data(count: 1000))
    let after = FileSystem.Process.ioCounters
    #expect(after.writtenBytes >= before.writtenBytes + 1000)
    #expect(after.writeCalls > before.writeCalls)
  }
}
