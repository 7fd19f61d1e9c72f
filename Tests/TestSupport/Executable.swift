public import Foundation

/// Runs a program to its end and keeps what it wrote.
public struct Executable: Sendable {
  /// What a finished program left.
  public struct Output: Sendable {
    /// The exit code, or the signal's number where ``signalled``.
    public var status: Int
    /// Whether a signal ended it.
    public var signalled: Bool
    public var output: String
    public var errors: String
  }

  /// The program did not end in time and was killed.
  public struct TimedOut: Error { public var output: Output }

  public var url: URL

  public init(_ url: URL) { self.url = url }

  /// A product of this package, built beside the tests.
  public init(product: String) {
    url = Bundle.main.bundleURL.appending(path: product)
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - environment: Added to, and replacing, that of the tests.
  ///   - input: What it reads from standard input.
  ///   - timeout: After this time it is killed.
  public func run(
    _ arguments: [String] = [], environment: [String: String] = [:], input: Data = Data(),
    directory: URL? = nil, timeout: Duration = .seconds(60)
  ) async throws -> Output {
    // Files, not pipes: a full pipe that nobody reads would stop the program.
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    try input.write(to: files[0])
    try Data().write(to: files[1])
    try Data().write(to: files[2])

    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = directory }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()

    let deadline = ContinuousClock.now.advanced(by: timeout)
    while process.isRunning, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    let timedOut = process.isRunning
    if timedOut { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let output = Output(
      status: Int(process.terminationStatus),
      signalled: process.terminationReason == .uncaughtSignal,
      output: try String(contentsOf: files[1], encoding: .utf8),
      errors: try String(contentsOf: files[2], encoding: .utf8))
    if timedOut { throw TimedOut(output: output) }
    return output
  }
}
