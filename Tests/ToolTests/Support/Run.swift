import Foundation
import Testing

/// The tool while it works.
struct RunningTool {
  let process: Process
  fileprivate let output: String
  fileprivate let errors: String

  init(process: Process, output: String, errors: String) {
    self.process = process
    self.output = output
    self.errors = errors
  }

  /// What it wrote, once it has ended.
  ///
  /// A tool that hangs is killed: a test never waits for ever.
  func result() throws -> Run {
    let deadline = ContinuousClock().now.advanced(by: .seconds(120))
    while process.isRunning, ContinuousClock().now < deadline { usleep(5_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return Run(
      code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      bytes: try Data(contentsOf: URL(fileURLWithPath: output)),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
  }
}

/// How a run of the tool ended.
struct Run {
  /// The exit code, or the number of the signal that ended it.
  let code: Int32
  /// Whether a signal ended it.
  let wasKilled: Bool
  /// Standard output as bytes.
  let bytes: Data
  /// Standard error.
  let errors: String

  /// Standard output as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }
  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Standard output as one JSON object.
  func json() throws -> [String: Any] { try Self.object(output) }

  /// Standard output as JSON Lines.
  func jsonLines() throws -> [[String: Any]] { try lines.map(Self.object) }

  private static func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any], "no JSON object: \(text)")
  }

  /// Whether the run failed as every failure must: with this code, one line that names the tool,
  /// nothing raw in it, and nothing on standard output.
  func failed(with expected: Int32) -> Bool {
    let line = errors.dropLast()
    return code == expected && !wasKilled && errors.hasPrefix("contactlog: ")
      && errors.hasSuffix("\n") && !line.contains("\n") && output.isEmpty
      && line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}
