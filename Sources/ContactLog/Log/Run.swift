internal import ContactModel
internal import LMDB

/// Consecutive events of one commit on one record: one row of the log.
///
/// One put costs far more than encoding an event, and a card makes ten or more events on one
/// record. Where runs begin is a pure function of the batch; the frame is not hashed.
struct Run: Sendable {
  /// Above this many bytes of events the next event begins a run of its own: LMDB moves values of
  /// about half a page out of line.
  static let softLimit = 1_400

  /// Position of the first event.
  var first: Position
  /// The commit the events belong to.
  var commit: UInt64
  /// First position of the record's previous run; 0: none.
  var previous: Position
  /// The events, in order of position.
  var events: [Event]

  /// Position of the last event.
  var last: Position { first + UInt64(events.count) - 1 }

  /// Writes what stands in front of the events.
  static func frame(
    _ encoder: inout CBOREncoder, count: Int, commit: UInt64, previous: Position
  ) {
    encoder.array(3)
    encoder.unsigned(UInt64(count))
    encoder.unsigned(commit)
    encoder.unsigned(previous)
  }

  /// Reads only what stands in front of the events.
  static func frame(
    _ bytes: Span<UInt8>
  ) throws -> (count: Int, commit: UInt64, previous: Position) {
    var decoder = CBORDecoder(bytes)
    return try frame(&decoder)
  }

  /// Reads what stands in front of the events.
  static func frame(
    _ decoder: inout CBORDecoder
  ) throws -> (count: Int, commit: UInt64, previous: Position) {
    guard try decoder.array() == 3 else { throw CBORError(code: .wrongFields, offset: 0) }
    return (try decoder.unsigned(Int.self), try decoder.unsigned(), try decoder.unsigned())
  }

  /// Reads of a run's events only the record, which is the same in all, and whether one of them changes
  /// the record itself: not only memberships and links that stand with it.
  ///
  /// Every event begins with its type and its record. Types 23 to 31 are those of relations (and what a
  /// later version puts between them changes nothing but a date); see docs/format.md, "Event kinds".
  static func outline(
    _ bytes: Span<UInt8>
  ) throws -> (count: Int, commit: UInt64, previous: Position, record: UInt64, isOwn: Bool) {
    var decoder = CBORDecoder(bytes)
    guard try decoder.array() == 3 else { throw CBORError(code: .wrongFields, offset: 0) }
    let count = try decoder.unsigned(Int.self)
    let commit = try decoder.unsigned()
    let previous = try decoder.unsigned()
    var record: UInt64 = 0
    var isOwn = false
    for _ in 0..<count where !isOwn {
      var event = decoder
      guard try event.map() > 1, try event.unsigned() == 0 else {
        throw CBORError(code: .wrongFields, offset: decoder.offset)
      }
      isOwn = !(23...31).contains(try event.unsigned())
      guard try event.unsigned() == 1 else {
        throw CBORError(code: .wrongFields, offset: decoder.offset)
      }
      record = try event.unsigned()
      if !isOwn { try decoder.skip() }
    }
    return (count, commit, previous, record, isOwn)
  }

  /// Reads a run; `event` is handed each event with its position and its bytes.
  @discardableResult
  static func read(
    _ bytes: Span<UInt8>, first: Position,
    _ event: (Event, Position, Span<UInt8>) throws -> Void
  ) throws -> (count: Int, commit: UInt64, previous: Position) {
    var decoder = CBORDecoder(bytes)
    let (count, commit, previous) = try frame(&decoder)
    for index in 0..<count {
      let start = decoder.offset
      let decoded = try decoder.event()
      try event(
        decoded, first + UInt64(index), bytes.extracting(start..<decoder.offset))
    }
    try decoder.finish()
    return (count, commit, previous)
  }

  /// Reads one event of a run; `nil` when it has fewer.
  static func event(_ bytes: Span<UInt8>, _ index: Int) throws -> (event: Event, commit: UInt64)? {
    var decoder = CBORDecoder(bytes)
    guard try decoder.array() == 3 else { throw CBORError(code: .wrongFields, offset: 0) }
    let count = try decoder.unsigned(Int.self)
    let commit = try decoder.unsigned()
    _ = try decoder.unsigned()
    guard index < count else { return nil }
    for _ in 0..<index { try decoder.skip() }
    return (try decoder.event(), commit)
  }

  init(_ bytes: Span<UInt8>, first: Position) throws {
    self.first = first
    var events: [Event] = []
    let frame = try Self.read(bytes, first: first) { event, _, _ in events.append(event) }
    commit = frame.commit
    previous = frame.previous
    self.events = events
    guard !events.isEmpty else { throw CBORError(code: .wrongFields, offset: 0) }
  }
}
