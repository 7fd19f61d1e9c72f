import Foundation
import Testing

/// A folder of its own, and the tool to work in it.
final class Sandbox {
  /// The temporary folder; removed at the end.
  let folder: URL
  /// Where the store is once `init` made it.
  var store: String { path("store") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "contactlog-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of something in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file into the folder and gives its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  /// Writes bytes into a file of the folder and gives its path.
  @discardableResult
  func write(_ name: String, bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }

  // MARK: - Running

  /// Runs the tool to its end.
  func run(
    _ words: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(words, input: Array(input.utf8), environment: environment)
  }

  /// Runs the tool to its end.
  func run(
    _ words: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Run {
    let process = try start(words, input: input, environment: environment)
    return try process.result()
  }

  /// Runs the tool and expects it to succeed.
  @discardableResult
  func succeed(
    _ words: String..., input: String = "", location: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try run(words, input: Array(input.utf8))
    #expect(run.code == 0, "\(words): \(run.errors)", sourceLocation: location)
    return run
  }

  /// Starts the tool and goes on; it reads the bytes given, or a pipe.
  func start(
    _ words: [String], input: [UInt8] = [], pipe: Pipe? = nil, environment: [String: String] = [:]
  ) throws -> RunningTool {
    let run = UUID().uuidString
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC", "CONTACTLOG_STORE": store,
      "CONTACTLOG_AUTHOR": "tester",
    ].merging(environment) { $1 }
    let (output, errors) = (path("\(run).out"), path("\(run).err"))
    if let pipe {
      process.standardInput = pipe
    } else {
      let file = URL(fileURLWithPath: try write("\(run).in", bytes: input))
      process.standardInput = try FileHandle(forReadingFrom: file)
    }
    process.standardOutput = try Self.file(output)
    process.standardError = try Self.file(errors)
    try process.run()
    return RunningTool(process: process, output: output, errors: errors)
  }

  private static func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// The built tool: beside the bundle of the tests.
  static let executable: URL = {
    let beside = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return beside.deletingLastPathComponent().appending(path: "contactlog")
  }()
}
