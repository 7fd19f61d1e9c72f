import Foundation
import TestSupport

/// A process of its own that works on a store; see Tests/StoreWorker.
final class Worker {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  /// - Parameter shell: What a shell does before it becomes the worker.
  init(_ arguments: [String], environment: [String: String] = [:], shell: String? = nil) throws {
    let program = Executable(product: "StoreWorker").url
    if let shell {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments =
        ["-c", "\(shell); exec \"$0\" \"$@\"", program.path(percentEncoded: false)] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    // Where a process is to die, nobody reads its backtrace.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
  }

  deinit { kill() }

  var identifier: Int32 { process.processIdentifier }

  /// The next line; `nil` when the process has ended and all is read.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// The lines that are left, to the end of the process.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }

  /// Ends the process's input; it goes on by itself.
  func release() { try? input.fileHandleForWriting.close() }

  /// Tells the process to come to an end, and reads what it says.
  func finish() -> [String] {
    release()
    return lines()
  }

  /// Kills the process at once.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  func signal(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

  /// The lines of a run to the end.
  static func run(
    _ arguments: String..., environment: [String: String] = [:], shell: String? = nil
  ) throws -> [String] {
    try Worker(arguments, environment: environment, shell: shell).finish()
  }
}
