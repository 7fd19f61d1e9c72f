internal import ContactModel

/// A commit as it is stored: its row and its runs, without checksums.
struct StoredCommit: Sendable {
  /// The value of the row in `commits`: header, salt, note.
  var row: [UInt8]
  /// First position of each run.
  private(set) var firsts: [Position] = []
  /// The values of the runs in `events`, one after another.
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(row: [UInt8]) { self.row = row }

  /// Bytes held.
  var byteCount: Int { row.count + bytes.count }

  /// The last position that the header counts; `nil` where it cannot be read.
  var lastPosition: Position? {
    try? CommitRow(row.span).decodedHeader().lastPosition
  }

  /// Whether the last run is the one that the header ends with.
  var isWhole: Bool {
    guard let lastPosition, let first = firsts.last else { return false }
    var decoder = CBORDecoder(run(firsts.count - 1))
    guard (try? decoder.array()) == 3, let count = try? decoder.unsigned(), count > 0
    else { return false }
    return first <= lastPosition && lastPosition - first == count - 1
  }

  /// How many records have events in it: each run names the record's run before, and the runs of a
  /// record follow one another.
  func recordCount() throws -> Int {
    var (count, last) = (0, Position.max)
    for (index, first) in firsts.enumerated() {
      if try Run.frame(run(index)).previous != last { count += 1 }
      last = first
    }
    return count
  }

  mutating func addRun(first: Position, _ run: Span<UInt8>) {
    firsts.append(first)
    for index in run.indices { bytes.append(run[index]) }
    ends.append(bytes.count)
  }

  /// The value of a run.
  @_lifetime(borrow self)
  func run(_ index: Int) -> Span<UInt8> {
    bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
  }
}

extension LogChain {
  /// Checks a whole commit.
  ///
  /// - Parameters:
  ///   - event: Handed each event with its position and its bytes.
  ///   - run: Handed each run's place in the commit, after its events, and the first position of
  ///     the record's run before.
  mutating func check(
    _ commit: StoredCommit,
    event: (Event, Position, Span<UInt8>) throws -> Void = { _, _, _ in },
    run: (Int, Position) throws -> Void = { _, _ in }
  ) throws -> (CommitHeader, CommitRow) {
    let row = try checking(self.commit + 1) { try CommitRow(commit.row.span) }
    let header = try begin(row)
    for (index, first) in commit.firsts.enumerated() {
      let previous = try self.run(first: first, commit.run(index), event)
      try run(index, previous)
    }
    try end()
    return (header, row)
  }
}

/// What an exported log begins with: the book, and what stands in front of the first commit.
struct LogStart: Sendable, Hashable {
  /// No log comes this far, and numbers that begin here can be counted up.
  static let largest: UInt64 = 1 << 61

  /// The book's id, 16 bytes.
  var book: [UInt8]
  /// The last commit in front; 0: none.
  var commit: UInt64 = 0
  /// The last event in front.
  var position: Position = 0
  /// The leaf hash of that commit.
  var hash = ContentHash.zero
}

/// What an exported log ends with.
struct LogEnd: Sendable, Hashable {
  /// The last commit.
  var commit: UInt64
  /// Its last event.
  var position: Position
  /// Its leaf hash.
  var hash: ContentHash
}

/// The next piece of a log that is read from front to back.
enum LogItem: Sendable {
  /// Bytes that a following commit names.
  case blob(ContentHash, [UInt8])
  case commit(StoredCommit)
}

/// A log that is read from front to back: a store's, or an exported one.
protocol LogInput: AnyObject {
  /// What the input begins with.
  var start: LogStart { get }
  /// Where the last item was found, for messages; `nil` for a store.
  var place: String? { get }
  /// The next item; `nil` at the end.
  ///
  /// - Throws: ``LogFault``: of kind `cut` where the input ends before its log does, `damaged` where
  ///   it is not what was written.
  func next() throws -> LogItem?
  /// Bytes that the input has at hand without handing them over; `nil`: none.
  func blob(_ hash: ContentHash) throws -> [UInt8]?
}
