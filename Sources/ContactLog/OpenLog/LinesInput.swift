internal import ContactModel

/// A log in JSON Lines, read line by line; each is made anew from its raw bytes and compared.
final class LinesInput: LogInput {
  let start: LogStart
  private(set) var place: String?
  /// What the last line says.
  private(set) var end: LogEnd?
  private let file: FileBytes
  private var lineNumber = 1
  private var lineStart: UInt64 = 0
  private var position: Position
  private var waiting: StoredCommit?
  private var waitingPlace: String?
  private var number: UInt64 = 0
  private var run: OpenRun?
  private var queued: LogItem?
  private var failure: (any Error)?
  private var isOver = false

  /// A run of which not all events were read.
  private struct OpenRun {
    let first: Position
    let line: Int
    /// What stands in front of its events.
    let frame: (count: Int, commit: UInt64, previous: Position)
    var count = 0
    var bytes: [UInt8] = []
  }

  /// Begins to read a file of which nothing was taken yet.
  ///
  /// - Throws: ``StoreError`` with code `invalid` for what is no exported log; ``LogFault``.
  init(_ file: FileBytes) throws {
    self.file = file
    guard let line = try file.takeLine() else {
      throw LogFault(
        kind: .cut, commit: 0, reason: "the file ends here, but not its log", place: "line 1")
    }
    var scanner = LineScanner(line)
    guard scanner.literal(#"{"log":"#), let format = scanner.number() else {
      throw StoreError(.invalid, "the file is no exported log: line 1 does not begin one")
    }
    guard format == Identity.format else {
      throw StoreError(.newerFormat, "a later version wrote this log; update contactlog")
    }
    guard scanner.literal(#","book":""#), let book = scanner.hex(), book.count == 16,
      scanner.literal(#"","commit":"#), let commit = scanner.number(),
      scanner.literal(#","position":"#), let position = scanner.number(),
      scanner.literal(#","hash":""#), let hash = scanner.hash(), scanner.literal(#""}"#),
      scanner.isAtEnd, max(commit, position) <= LogStart.largest
    else {
      throw LogFault(
        kind: .damaged, commit: 0, reason: "the line is not in form", place: "line 1")
    }
    start = LogStart(book: book, commit: commit, position: position, hash: hash)
    self.position = position
  }

  func blob(_ hash: ContentHash) throws -> [UInt8]? { nil }

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
        guard let finished = try? finishCommit(), finished.lastPosition == position else {
          throw error
        }
        place = waitingPlace
        failure = error
        return .commit(finished)
      }
    }
    return nil
  }

  /// Reads a line; hands over what it completes.
  private func step() throws -> LogItem? {
    lineStart = file.offset
    guard let line = try file.takeLine() else { throw try cut() }
    lineNumber += 1
    if line.starts(with: #"{"event":"#.utf8) {
      try takeEvent(line)
      return nil
    }
    let item = try take(line)
    // Of a commit the place is its own line, not the one that ends it.
    place = waitingPlace ?? "line \(lineNumber)"
    waitingPlace = nil
    let finished = try finishCommit()
    if case .commit(let commit)? = item {
      waiting = commit
      number = try CommitRow(commit.row.span).decodedHeader().number
      waitingPlace = "line \(lineNumber)"
    }
    guard let finished else {
      if case .commit? = item { return nil }
      return item
    }
    if case .blob? = item { queued = item }
    return .commit(finished)
  }

  /// Takes a line that is no event.
  private func take(_ line: [UInt8]) throws -> LogItem? {
    if line.starts(with: #"{"blob":"#.utf8) {
      let raw = try raw(line)
      try compare(line, LogLine.blob(raw.span))
      return .blob(ContentHash(of: raw.span), raw)
    }
    if line.starts(with: #"{"commit":"#.utf8) {
      let raw = try raw(line)
      try compare(line, reading { try LogLine.commit(raw) })
      return .commit(StoredCommit(row: raw))
    }
    var scanner = LineScanner(line)
    guard scanner.literal(#"{"end":"#), let commit = scanner.number(),
      scanner.literal(#","position":"#), let position = scanner.number(),
      scanner.literal(#","hash":""#), let hash = scanner.hash(), scanner.literal(#""}"#),
      scanner.isAtEnd
    else { throw damage("the line is not in form") }
    guard try file.isOver() else {
      lineNumber += 1
      throw damage("lines follow the end")
    }
    end = LogEnd(commit: commit, position: position, hash: hash)
    isOver = true
    return nil
  }

  private func takeEvent(_ line: [UInt8]) throws {
    let raw = try raw(line)
    var scanner = LineScanner(line)
    guard scanner.literal(#"{"event":"#), let at = scanner.number() else {
      throw damage("the line is not in form")
    }
    let isFirst = scanner.literal(#","run":"#)
    let (event, frame) = try reading {
      var decoder = CBORDecoder(raw.span)
      let frame = try isFirst ? Run.frame(&decoder) : nil
      let event = try decoder.event()
      try decoder.finish()
      return (event, frame)
    }
    try compare(line, LogLine.event(event, at: at, run: frame?.previous, raw: raw.span))
    guard at == position + 1, waiting != nil, frame != nil || run != nil else {
      throw damage("the event is not the next one")
    }
    if let frame {
      try finishRun()
      run = OpenRun(first: at, line: lineNumber, frame: frame)
    }
    position = at
    run?.count += 1
    run?.bytes += raw
  }

  private func finishRun() throws {
    guard let run else { return }
    guard run.frame.count == run.count, run.frame.commit == number else {
      throw LogFault(
        kind: .damaged, commit: number, reason: "the run does not have the events that it counts",
        place: "line \(run.line)")
    }
    waiting?.addRun(first: run.first, run.bytes.span)
    self.run = nil
  }

  private func finishCommit() throws -> StoredCommit? {
    try finishRun()
    defer { waiting = nil }
    return waiting
  }

  // MARK: - Faults

  private func raw(_ line: [UInt8]) throws -> [UInt8] {
    guard let raw = LineScanner.raw(line) else { throw damage("the line is not in form") }
    return raw
  }

  private func compare(_ line: [UInt8], _ wanted: [UInt8]) throws {
    guard line == wanted else { throw damage("the line does not say what its raw bytes say") }
  }

  private func reading<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch is CBORError {
      throw damage("the raw bytes are not in form")
    }
  }

  private func damage(_ reason: String) -> LogFault {
    LogFault(kind: .damaged, commit: 0, reason: reason, place: "line \(lineNumber)")
  }

  private func cut() throws -> LogFault {
    let isBetween = try file.isOver()
    return LogFault(
      kind: .cut, commit: 0,
      reason: isBetween
        ? "the file ends here, but not its log" : "the file ends within this line",
      place: "line \(lineNumber + (isBetween ? 0 : 1)), byte \(lineStart)")
  }
}
