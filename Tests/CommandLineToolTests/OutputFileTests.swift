import Foundation
import Terminal
import Testing

@Suite final class OutputFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "contactlog-output-\(UUID().uuidString)")
  private var path: String { folder.appending(path: "file").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test func `a finished file has its bytes and is for its owner only`() throws {
    let file = try OutputFile(path: path, replacing: false)
    try file.write("héllo")
    try file.write(bytes: [10])
    try file.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "héllo\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try names() == ["file"])
  }

  @Test func `an unfinished file leaves nothing behind`() throws {
    do { try OutputFile(path: path, replacing: false).write("x") }
    #expect(try names() == [])
  }

  @Test func `an existing file is kept unless it may be replaced`() throws {
    try "old".write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: SystemError.self) { try OutputFile(path: path, replacing: false) }
    #expect(error?.alreadyExists == true)
    let file = try OutputFile(path: path, replacing: true)
    try file.write("new")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try file.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func `a file that appeared meanwhile is not overwritten`() throws {
    let file = try OutputFile(path: path, replacing: false)
    try "theirs".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: OutputError.self) { try file.finish() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "theirs")
  }

  @Test func `a device is written into and stays a device`() throws {
    let file = try OutputFile(path: "/dev/null", replacing: true)
    try file.write("x")
    try file.finish()
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func `a missing folder is an error`() {
    let error = #expect(throws: SystemError.self) {
      try OutputFile(path: path + "/no/file", replacing: false)
    }
    #expect(error?.isMissing == true)
  }
}
