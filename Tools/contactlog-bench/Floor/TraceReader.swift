import Foundation

/// Reads the transactions of a trace, one at a time.
struct TraceReader {
  private let file: FileHandle

  init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw BenchError("cannot read \(path)")
    }
    self.file = file
  }

  /// The next transaction; `nil` at the end.
  func next() throws -> Trace? {
    guard let head = try file.read(upToCount: 8), !head.isEmpty else { return nil }
    guard head.count == 8 else { throw BenchError("the trace ends early") }
    let count = Int(OperationCodec.little(head.span, 0, 8))
    guard count > 0 else { return Trace() }
    guard let stored = try file.read(upToCount: count), stored.count == count else {
      throw BenchError("the trace ends early")
    }
    return try Trace(stored: [UInt8](stored))
  }
}

// MARK: - Names of the tables, beside the trace

extension TraceReader {
  static func write(tables: [String], of trace: String) throws {
    try tables.joined(separator: "\n").write(
      toFile: "\(trace).tables", atomically: false, encoding: .utf8)
  }

  static func tables(of trace: String) throws -> [String] {
    try String(contentsOfFile: "\(trace).tables", encoding: .utf8).split(separator: "\n").map {
      String($0)
    }
  }
}
