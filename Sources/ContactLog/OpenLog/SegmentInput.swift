internal import ContactModel
internal import FileSystem

/// Segments read one after another.
final class SegmentInput: LogInput {
  let start: LogStart
  private(set) var place: String?
  /// What the last whole segment ended with.
  private(set) var end: LogEnd?
  /// The number of the segment being read.
  private(set) var number: Int
  private let folder: String?
  private var file: FileBytes
  private var name: String
  private var waiting: StoredCommit?
  private var queued: LogItem?
  private var failure: (any Error)?
  private var isOver = false

  /// Reads all segments of a folder, or one file.
  ///
  /// - Throws: ``StoreError`` with code `invalid` for what is no segment, `noStore` where there is
  ///   none; ``LogFault``; ``FileSystemError``.
  init(path: String, isFolder: Bool) throws {
    folder = isFolder ? path : nil
    number = 1
    if isFolder {
      let numbers = try Directory.contents(of: path).compactMap(SegmentFrame.number)
      guard let first = numbers.min() else {
        throw StoreError(.noStore, "\(path) has neither a store nor segments in it")
      }
      number = first
    }
    name = isFolder ? SegmentFrame.name(number) : path
    file = try FileBytes(path: isFolder ? "\(path)/\(name)" : path)
    (start, number) = try Self.begin(file, name)
    if isFolder, SegmentFrame.name(number) != name {
      throw LogFault(
        kind: .damaged, commit: 0, reason: "the segment has another number than its name",
        place: name)
    }
  }

  private static func begin(_ file: FileBytes, _ name: String) throws -> (LogStart, Int) {
    guard try Array(file.peek(8)) == SegmentFrame.magic else {
      let isCut = try SegmentFrame.magic.starts(with: file.peek(8))
      if isCut { throw cut(name, 0) }
      throw StoreError(.invalid, "\(name) is no segment of a log")
    }
    _ = try file.take(8)
    guard let frame = try frame(file, name), frame.kind == .start else {
      throw cut(name, file.offset)
    }
    return try reading(name, 8) { try LogStart.segment(frame.payload) }
  }

  /// The next frame; `nil` at the end of the file.
  private static func frame(
    _ file: FileBytes, _ name: String
  ) throws -> (kind: SegmentFrame.Kind, payload: [UInt8])? {
    let offset = file.offset
    let head = try Array(file.peek(SegmentFrame.headCount))
    if head.isEmpty { return nil }
    guard head.count == SegmentFrame.headCount else { throw cut(name, offset) }
    let count = head[1...].reduce(0) { $0 << 8 | Int($1) }
    guard let kind = SegmentFrame.Kind(rawValue: head[0]), count < FileBytes.longest else {
      throw damage("there is no such frame", name, offset)
    }
    let size = SegmentFrame.headCount + count
    guard let bytes = try file.take(size + SegmentFrame.checkCount) else {
      throw cut(name, offset)
    }
    guard bytes[size...] == SegmentFrame.check(bytes.span.extracting(..<size)) else {
      throw damage("the frame is not what was written", name, offset)
    }
    return (kind, Array(bytes[SegmentFrame.headCount..<size]))
  }

  func next() throws -> LogItem? {
    if let queued {
      self.queued = nil
      return queued
    }
    if let failure { throw failure }
    while !isOver {
      do {
        if let item = try step() { return item }
      } catch {
        // What is whole in front of the fault is handed over first.
        guard let waiting, waiting.isWhole else { throw error }
        self.waiting = nil
        failure = error
        return .commit(waiting)
      }
    }
    return nil
  }

  /// Reads a frame; hands over what it completes.
  private func step() throws -> LogItem? {
    let offset = file.offset
    guard let (kind, payload) = try Self.frame(file, name) else { throw Self.cut(name, offset) }
    if kind == .run {
      try addRun(payload, offset)
      return nil
    }
    let finished = waiting
    waiting = nil
    do {
      let item = try take(kind, payload, offset)
      guard let finished else { return item }
      queued = item
      return .commit(finished)
    } catch {
      waiting = finished
      throw error
    }
  }

  private func take(
    _ kind: SegmentFrame.Kind, _ payload: [UInt8], _ offset: UInt64
  ) throws -> LogItem? {
    place = "\(name), byte \(offset)"
    switch kind {
    case .start, .run: throw Self.damage("the frame is out of place", name, offset)
    case .blob: return .blob(ContentHash(of: payload.span), payload)
    case .commit:
      waiting = StoredCommit(row: payload)
      return nil
    case .end:
      try finish(payload, offset)
      return nil
    }
  }

  private func addRun(_ payload: [UInt8], _ offset: UInt64) throws {
    guard waiting != nil, payload.count > 8 else {
      throw Self.damage("the frame is out of place", name, offset)
    }
    let first = payload[..<8].reduce(0) { $0 << 8 | Position($1) }
    waiting?.addRun(first: first, payload.span.extracting(8...))
  }

  /// Ends a segment and opens the next one.
  private func finish(_ payload: [UInt8], _ offset: UInt64) throws {
    let (end, goesOn) = try Self.reading(name, offset) { try LogEnd.segment(payload) }
    guard try file.isOver() else { throw Self.damage("bytes follow the end", name, file.offset) }
    self.end = end
    guard let folder else { return isOver = true }
    let next = SegmentFrame.name(number + 1)
    guard try FileInfo.at("\(folder)/\(next)") != nil else {
      if goesOn {
        throw LogFault(
          kind: .cut, commit: 0, reason: "the log goes on in \(next), which is missing",
          place: name)
      }
      return isOver = true
    }
    file = try FileBytes(path: "\(folder)/\(next)")
    let (start, found) = try Self.begin(file, next)
    guard found == number + 1, start.book == self.start.book, start.commit == end.commit,
      start.position == end.position, start.hash == end.hash
    else {
      throw LogFault(
        kind: .chain, commit: 0, reason: "the segment does not continue \(name)", place: next)
    }
    number += 1
    name = next
  }

  func blob(_ hash: ContentHash) throws -> [UInt8]? { nil }

  private static func reading<R>(
    _ name: String, _ offset: UInt64, _ body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch is CBORError {
      throw damage("the frame is not in form", name, offset)
    }
  }

  private static func cut(_ name: String, _ offset: UInt64) -> LogFault {
    LogFault(
      kind: .cut, commit: 0, reason: "the file ends here, but not its log",
      place: "\(name), byte \(offset)")
  }

  private static func damage(_ reason: String, _ name: String, _ offset: UInt64) -> LogFault {
    LogFault(kind: .damaged, commit: 0, reason: reason, place: "\(name), byte \(offset)")
  }
}
