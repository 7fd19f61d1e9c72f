public import ContactModel
internal import FileSystem

/// What an export of the log wrote.
public struct LogExport: Sendable, Hashable {
  /// The first commit written.
  public var first: UInt64
  /// The last commit written; smaller than `first` where there was none.
  public var last: UInt64
  /// How many events.
  public var events: UInt64
  /// The leaf hash of the last commit.
  public var head: ContentHash
  /// How many bytes.
  public var bytes: Int
  /// How many files; 1 for JSON Lines.
  public var files: Int
}

extension Store {
  /// Writes commits of the log as JSON Lines, bit-exact: docs/log-format.md.
  ///
  /// Each commit is checked on the way: hashes, positions, the chain. Bytes that events name stand
  /// in front of the first commit of the export that names them.
  ///
  /// - Parameters:
  ///   - first: The first commit, from 1.
  ///   - last: The last commit; by default the last one there is when the export begins.
  ///   - progress: Handed how many events were written, and how many there are in the log.
  ///   - write: Handed whole lines.
  /// - Throws: ``LogFault`` for what is wrong with the log; ``StoreError`` with code `notFound` for
  ///   commits that are not there, `closed`, `busy` or `io`; and what `write` throws.
  /// - Complexity: O(*n*) in the events written. Memory holds one commit, and the hash of each photo.
  public func exportLogLines(
    from first: UInt64 = 1, through last: UInt64 = .max,
    progress: (UInt64, UInt64) -> Void = { _, _ in }, write: @escaping ([UInt8]) throws -> Void
  ) throws -> LogExport {
    do {
      let input = try StoreInput(self, from: first, through: last)
      let sink = try LinesSink(input.start, write: write)
      var export = try Self.copy(input, to: sink, progress)
      export.bytes = sink.byteCount
      return export
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// Writes commits of the log as segments of at most 64 MiB into a folder, bit-exact:
  /// docs/log-format.md.
  ///
  /// A folder that has segments of this book already is continued behind its last one. Each
  /// segment, mode 0600, appears whole or not at all; an export that was cut short is continued too.
  ///
  /// - Parameters:
  ///   - folder: Where the segments go; made, with mode 0700, if it is not there.
  ///   - first: The first commit; by default the one behind the last segment, or 1.
  ///   - last: The last commit; by default the last one there is when the export begins.
  ///   - progress: Handed how many events were written, and how many there are in the log.
  /// - Throws: As ``exportLogLines(from:through:progress:write:)``; ``StoreError`` with code
  ///   `exists` for a folder that has something else in it, `diverged` for segments of another book
  ///   or of other commits, `invalid` for a `first` that does not continue them, `full`,
  ///   `permission`.
  /// - Complexity: As ``exportLogLines(from:through:progress:write:)``, and the last segment is read.
  public func exportLogSegments(
    to folder: String, from first: UInt64? = nil, through last: UInt64 = .max,
    progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> LogExport {
    try exportLogSegments(
      to: folder, from: first, through: last, limit: SegmentFrame.segmentLimit, progress)
  }

  func exportLogSegments(
    to folder: String, from first: UInt64?, through last: UInt64, limit: Int,
    _ progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> LogExport {
    do {
      let folder = Self.withoutSlash(folder)
      let known = try Self.lastSegment(in: folder)
      if let known { try check(known.end, of: known.book) }
      if let known, let first, first != known.end.commit + 1 {
        throw StoreError(
          .invalid, "the segments end with commit \(known.end.commit); they can only be continued")
      }
      let begin = known.map { $0.end.commit + 1 } ?? first ?? 1
      let input = try StoreInput(self, from: begin, through: last)
      let sink = SegmentSink(
        folder: folder, input.start, number: (known?.number ?? 0) + 1, limit: limit)
      if known != nil, input.head.commit < begin || last < begin {
        return LogExport(
          first: begin, last: begin - 1, events: 0, head: input.start.hash, bytes: 0, files: 0)
      }
      var export = try Self.copy(input, to: sink, progress)
      export.bytes = sink.byteCount
      export.files = sink.fileCount
      return export
    } catch {
      throw StoreError.translating(error)
    }
  }

  /// What the last segment of a folder ends with; `nil` where there is none.
  ///
  /// Makes the folder.
  private static func lastSegment(
    in folder: String
  ) throws -> (number: Int, book: [UInt8], end: LogEnd)? {
    guard try FileInfo.at(folder) != nil else {
      try Directory.create(folder)
      return nil
    }
    let names = try Directory.contents(of: folder)
    guard
      names.allSatisfy({ SegmentFrame.number($0) != nil || $0.hasSuffix(".segment.part") })
    else {
      throw StoreError(
        .exists, "\(folder) has other things in it than segments; choose another folder")
    }
    guard let number = names.compactMap(SegmentFrame.number).max() else { return nil }
    let input = try SegmentInput(
      path: "\(folder)/\(SegmentFrame.name(number))", isFolder: false)
    while try input.next() != nil {}
    guard let end = input.end else { return nil }
    return (number, input.start.book, end)
  }

  /// Refuses the end of another log.
  func check(_ end: LogEnd, of book: [UInt8]) throws {
    guard book == identity.book else {
      throw StoreError(.diverged, "it belongs to another book")
    }
    if end.commit == 0 { return }
    let hash = try read { try $0.commit(end.commit)?.hash }
    guard hash == end.hash else {
      throw StoreError(.diverged, "the store's log has another commit \(end.commit), or none")
    }
  }

  /// Copies a store's commits to a sink and checks them.
  private static func copy(
    _ input: StoreInput, to sink: any LogSink, _ progress: (UInt64, UInt64) -> Void
  ) throws -> LogExport {
    let start = input.start
    var chain = LogChain(
      book: start.book, after: start.commit, position: start.position, hash: start.hash)
    var seen: Set<ContentHash> = []
    while case .commit(let commit)? = try input.next() {
      var runs: [LoggedRun] = []
      var events: [(event: Event, position: Position, bytes: [UInt8])] = []
      _ = try chain.check(
        commit, event: { events.append(($0, $1, $2.array)) },
        run: { index, previous in
          let run = commit.run(index)
          let frame = run.count - events.reduce(0) { $0 + $1.bytes.count }
          events[0].bytes = run.extracting(..<frame).array + events[0].bytes
          runs.append(LoggedRun(previous: previous, events: events))
          events.removeAll()
        })
      for case .blob(let reference)? in runs.lazy.flatMap(\.events).map(\.event.change.value)
      where seen.insert(reference.hash).inserted {
        guard let bytes = try input.blob(reference.hash),
          ContentHash(of: bytes.span) == reference.hash
        else {
          throw LogFault(
            kind: .damaged, commit: chain.commit,
            reason: "bytes that an event names are missing or wrong")
        }
        try sink.add(blob: bytes)
      }
      try sink.add(commit, runs)
      progress(chain.position, input.head.position)
    }
    try sink.finish(LogEnd(commit: chain.commit, position: chain.position, hash: chain.hash))
    return LogExport(
      first: start.commit + 1, last: chain.commit, events: chain.position - start.position,
      head: chain.hash, bytes: 0, files: 1)
  }
}
