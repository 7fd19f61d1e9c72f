import Foundation

/// Reads operations from a file a piece at a time, so that memory does not grow with the file.
struct OperationReader {
  private let file: FileHandle
  private var buffer: [UInt8] = []
  private var position = 0

  init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw BenchError("cannot read \(path)")
    }
    self.file = file
  }

  /// Up to `count` operations; fewer at the end of the file, then none.
  mutating func next(_ count: Int) throws -> [Operation] {
    var operations: [Operation] = []
    operations.reserveCapacity(min(count, 1 << 20))
    while operations.count < count, let operation = try next() { operations.append(operation) }
    return operations
  }

  /// The next operation; `nil` at the end of the file.
  mutating func next() throws -> Operation? {
    guard try fill(4) else {
      if position == buffer.count { return nil }
      throw BenchError("the operations end in the middle of one")
    }
    let length = Int(OperationCodec.little(buffer.span, position, 4))
    guard try fill(4 + length) else { throw BenchError("the operations end in the middle of one") }
    let start = position + 4
    position = start + length
    guard let operation = OperationCodec.decode(buffer.span.extracting(start..<position)) else {
      throw BenchError("an operation cannot be read")
    }
    return operation
  }

  /// Makes `count` bytes available; `false` where the file ends before.
  private mutating func fill(_ count: Int) throws -> Bool {
    while buffer.count - position < count {
      guard let data = try file.read(upToCount: 1 << 20), !data.isEmpty else { return false }
      buffer.removeFirst(position)
      position = 0
      buffer.append(contentsOf: data)
    }
    return true
  }
}
