internal import ContactModel
internal import LMDB

/// Folds a log into records and relations, for rebuilding, replaying and verifying.
///
/// Memory is bounded by taking the records in ranges of numbers: one walk over the log for each.
struct Fold {
  /// How many records one walk keeps in memory.
  static let recordsAtATime: Int32 = 250_000

  /// A folded record.
  struct Folded {
    var record: Record
    var newestRun: Position
  }

  /// The numbers folded in this walk.
  let numbers: Range<Int32>
  private(set) var records: [[Folded]] = [[], [], []]
  /// All relations; folded in the first walk only.
  private(set) var relations: [RelationKey: Relation] = [:]
  private var current: (kind: Int, index: Int)?

  init(numbers: Range<Int32>) { self.numbers = numbers }

  /// Whether this walk folds what belongs to no range.
  private var isFirst: Bool { numbers.lowerBound == 0 }

  /// The ranges of numbers that walks take, for records numbered below `next`.
  static func ranges(next: SIMD4<Int32>) -> [Range<Int32>] {
    let end = max(next.max(), 1)
    return stride(from: 0, to: end, by: Int(recordsAtATime)).map {
      $0..<min(end, $0 + recordsAtATime)
    }
  }

  /// Folds one event.
  ///
  /// - Throws: ``LogFault`` for a record whose number is not the next one, an event of a record that
  ///   was never created, and an event that names another than its slot's last writer.
  mutating func add(_ event: Event, at position: Position, _ header: CommitHeader) throws {
    if isFirst, let key = event.relationKey {
      let relation = relations[key, default: .none]
      try check(event, against: relation.writers.last, at: position, header)
      relations[key, default: .none].apply(event, at: position)
    }
    let id = event.record
    guard numbers.contains(id.number) else { return current = nil }
    let kind = Int(id.kind.rawValue)
    let index = Int(id.number - numbers.lowerBound)
    // Numbers begin at 1: place 0 of the first range stays empty.
    if isFirst, records[kind].isEmpty {
      records[kind].append(Folded(record: Record(id: RecordID(id.kind, 0)), newestRun: 0))
    }
    if case .created = event.change, index == records[kind].count {
      records[kind].append(Folded(record: Record(id: id), newestRun: 0))
    }
    guard index < records[kind].count, index > 0 || !isFirst else {
      throw fault("the event at position \(position) is of a record that was never created", header)
    }
    if event.relationKey == nil, let slot = event.change.slot(at: position) {
      let last = records[kind][index].record.writers(of: slot)?.last ?? 0
      try check(event, against: last, at: position, header)
    }
    records[kind][index].record.apply(event, at: position, time: header.time)
    current = (kind, index)
  }

  private func check(
    _ event: Event, against last: Position, at position: Position, _ header: CommitHeader
  ) throws {
    guard event.previous == last else {
      throw fault(
        "the event at position \(position) names another than the last writer of its slot", header)
    }
  }

  private func fault(_ reason: String, _ header: CommitHeader) -> LogFault {
    LogFault(kind: .chain, commit: header.number, reason: reason)
  }

  /// Notes that the events since the last call were one run, and checks its back pointer.
  mutating func endRun(first: Position, previous: Position, commit: UInt64) throws {
    guard let current else { return }
    guard records[current.kind][current.index].newestRun == previous else {
      throw LogFault(
        kind: .chain, commit: commit,
        reason: "the run at position \(first) points back to another than the record's last run")
    }
    records[current.kind][current.index].newestRun = first
  }
}
