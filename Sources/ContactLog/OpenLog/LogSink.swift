internal import ContactModel
internal import FileSystem

/// Where an exported log goes.
protocol LogSink: AnyObject {
  /// Takes bytes that the next commit names.
  func add(blob: [UInt8]) throws
  /// Takes a commit, and its events run by run with the first position of the record's run before.
  func add(_ commit: StoredCommit, _ runs: [LoggedRun]) throws
  /// Takes the end.
  func finish(_ end: LogEnd) throws
}

/// A run taken apart, for a sink that writes events.
struct LoggedRun {
  let previous: Position
  /// The first one's bytes have the run's frame in front.
  var events: [(event: Event, position: Position, bytes: [UInt8])]
}

/// Writes JSON Lines.
final class LinesSink: LogSink {
  private let write: ([UInt8]) throws -> Void
  private(set) var byteCount = 0

  init(_ start: LogStart, write: @escaping ([UInt8]) throws -> Void) throws {
    self.write = write
    try put(LogLine.start(start))
  }

  private func put(_ line: [UInt8]) throws {
    byteCount += line.count + 1
    try write(line + [0x0A])
  }

  func add(blob: [UInt8]) throws { try put(LogLine.blob(blob.span)) }

  func add(_ commit: StoredCommit, _ runs: [LoggedRun]) throws {
    try put(LogLine.commit(commit.row))
    for run in runs {
      for (index, item) in run.events.enumerated() {
        try put(
          LogLine.event(
            item.event, at: item.position, run: index == 0 ? run.previous : nil,
            raw: item.bytes.span))
      }
    }
  }

  func finish(_ end: LogEnd) throws { try put(LogLine.end(end)) }
}

/// Writes segments into a folder, each whole before it has its name.
final class SegmentSink: LogSink {
  private let folder: String
  private let limit: Int
  private var start: LogStart
  private var end: LogEnd
  private var number: Int
  private var file: NewFile?
  private(set) var byteCount = 0
  private(set) var fileCount = 0

  /// - Parameter number: The number of the first segment.
  init(folder: String, _ start: LogStart, number: Int, limit: Int) {
    self.folder = folder
    self.start = start
    self.number = number
    self.limit = limit
    end = LogEnd(commit: start.commit, position: start.position, hash: start.hash)
  }

  func add(blob: [UInt8]) throws {
    var bytes: [UInt8] = []
    SegmentFrame.append(.blob, blob.span, to: &bytes)
    try put(bytes)
  }

  func add(_ commit: StoredCommit, _ runs: [LoggedRun]) throws {
    var bytes: [UInt8] = []
    SegmentFrame.append(.commit, commit.row.span, to: &bytes)
    for (index, first) in commit.firsts.enumerated() {
      var payload: [UInt8] = []
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        payload.append(UInt8(truncatingIfNeeded: first >> shift))
      }
      payload += commit.run(index).array
      SegmentFrame.append(.run, payload.span, to: &bytes)
    }
    try put(bytes)
    let row = try CommitRow(commit.row.span)
    let header = try row.decodedHeader()
    end = LogEnd(
      commit: header.number, position: header.lastPosition, hash: row.leafHash())
  }

  /// Adds frames that must stay in one file.
  private func put(_ frames: [UInt8]) throws {
    if let file, file.byteCount + frames.count + Self.endByteCount > limit {
      try close(goesOn: true)
    }
    if file == nil {
      file = try NewFile(path: "\(folder)/\(SegmentFrame.name(number))")
      var head = SegmentFrame.magic
      start.commit = end.commit
      start.position = end.position
      start.hash = end.hash
      SegmentFrame.append(.start, start.segmentBytes(number: number).span, to: &head)
      try file?.write(head)
    }
    try file?.write(frames)
  }

  /// The most bytes of an end frame.
  private static let endByteCount = 80

  private func close(goesOn: Bool) throws {
    var bytes: [UInt8] = []
    SegmentFrame.append(.end, end.segmentBytes(goesOn: goesOn).span, to: &bytes)
    try file?.write(bytes)
    byteCount += file?.byteCount ?? 0
    try file?.finish()
    file = nil
    number += 1
    fileCount += 1
  }

  func finish(_ end: LogEnd) throws {
    if file == nil { try put([]) }
    try close(goesOn: false)
    try Directory.synchronize(folder)
  }
}
