import CommandLineTool
import ContactLog
import ContactModel

/// What an undo, undelete or restore did, or would do.
struct UndoView {
  private let report: UndoReport
  private let context: Context
  private let mode: Mode
  private let names: [RecordID: String]

  /// How it was meant.
  enum Mode {
    case done, dryRun
    /// What stands in the way was too much: the report is of what would have been.
    case refused
  }

  /// Rows for people are no more than this: an import can have a hundred thousand.
  private static let rowLimit = 50

  /// - Parameter store: Knows what records that come or go are called.
  init(_ report: UndoReport, _ context: Context, _ store: Store, _ mode: Mode) throws {
    self.report = report
    self.context = context
    self.mode = mode
    let ids =
      report.changes.prefix(Self.rowLimit).map(\.record) + report.obstacles.map(\.record)
      + report.obstacles.lazy.filter { $0.reason == .circular }.compactMap(\.slot.other)
    names = try store.read { snapshot in
      var names: [RecordID: String] = [:]
      for id in ids where names[id] == nil {
        names[id] = try snapshot.recordOrRemoved(id)?.compositeName()
      }
      return names
    }
  }

  func write() throws {
    let undo = report.commit.map { context.undoCommand(String($0.number)) }
    try context.output.object(
      .fields([
        "commit": report.commit.map { .number($0.number) } ?? .null, "undo": .text(undo),
        "undoes": .list((report.commit?.header.undoes ?? []).map { .number($0) }),
        "events": .number(report.events), "changes": .array(report.changes.map(Self.json)),
        "obstacles": .array(report.obstacles.map(Self.json)),
        "dryRun": mode == .dryRun ? true : nil,
      ]),
      lines: lines(undo))
  }

  private func lines(_ undo: String?) -> [(label: String, value: String)] {
    let events = Plural.count(report.events, "event")
    var lines: [(label: String, value: String)] = []
    if let commit = report.commit {
      lines.append(("commit", "\(commit.number) (\(events))"))
    } else {
      let reason =
        switch mode {
        case .done: "nothing is left to change"
        case .dryRun: "a dry run of \(events)"
        case .refused: "nothing was undone"
        }
      lines.append(("commit", "none: \(reason)"))
    }
    let label = mode == .done ? "changed" : mode == .dryRun ? "would change" : "could change"
    let changes = report.changes.prefix(Self.rowLimit).map { (label, text($0)) }
    lines += changes
    lines += more(report.changes.count - changes.count)
    let obstacles = obstacleLines
    lines += obstacles.prefix(Self.rowLimit)
    lines += more(obstacles.count - min(obstacles.count, Self.rowLimit))
    if let undo { lines.append(("undo with", undo)) }
    return lines
  }

  private func more(_ count: Int) -> [(label: String, value: String)] {
    count > 0 ? [("", "and \(Plural.grouped(count)) more; --json lists all")] : []
  }

  // MARK: - Changes

  private func text(_ change: UndoChange) -> String {
    if change.slot == .existence {
      return named(change.record) + (change.to == .exists ? " comes back" : " is removed")
    }
    return Self.text(change)
  }

  /// A slot with what it held and holds.
  static func text(_ change: UndoChange) -> String {
    change.slotName + ": " + Self.text(change.from, change.slot) + " -> "
      + Self.text(change.to, change.slot)
  }

  private func named(_ id: RecordID) -> String {
    let name = names[id] ?? ""
    return name.isEmpty ? "\(id)" : "\(id) \(name)"
  }

  /// What a slot holds, for people.
  static func text(_ content: SlotContent, _ slot: Slot) -> String {
    let text = ContentView.text(content, of: slot.property)
    return text.isEmpty ? "nothing" : text
  }

  /// A slot with what it held and holds.
  static func json(_ change: UndoChange) -> JSON {
    .fields([
      "slot": .string(change.slotName), "from": json(change.from, change.slot),
      "to": json(change.to, change.slot),
    ])
  }

  private static func json(_ content: SlotContent, _ slot: Slot) -> JSON? {
    ContentView.json(content, of: slot.property)
  }

  // MARK: - Obstacles

  /// What a removed record held is one line, however much it was.
  private var obstacleLines: [(label: String, value: String)] {
    var gone: [RecordID: Int] = [:]
    for obstacle in report.obstacles where Self.isOfRemovedRecord(obstacle) {
      gone[obstacle.record, default: 0] += 1
    }
    var seen: Set<RecordID> = []
    return report.obstacles.compactMap { obstacle in
      let by = Self.by(obstacle)
      switch obstacle.reason {
      case .superseded, .undone:
        let label = obstacle.reason == .undone ? "undone already" : "changed since"
        return (
          label,
          "\(obstacle.slotName): was \(Self.text(obstacle.then, obstacle.slot)), is"
            + " \(Self.text(obstacle.now, obstacle.slot))\(by)"
        )
      case .circular:
        return (
          "would contain itself",
          "\(named(obstacle.record)), with \(obstacle.slot.other.map(named) ?? "the member") in it"
            + by
        )
      case .gone where Self.isOfRemovedRecord(obstacle):
        guard seen.insert(obstacle.record).inserted else { return nil }
        let slots = Plural.count(gone[obstacle.record] ?? 0, "slot")
        return ("removed since", "\(named(obstacle.record)), \(slots)\(by)")
      case .gone:
        return (
          "removed since",
          "\(obstacle.slotName): was \(Self.text(obstacle.then, obstacle.slot))\(by)"
        )
      }
    }
  }

  /// Whether the whole record went, as the commit that removed it is the same for all of it.
  private static func isOfRemovedRecord(_ obstacle: UndoObstacle) -> Bool {
    obstacle.reason == .gone && obstacle.slot.other == nil && obstacle.now != .nothing
      || obstacle.reason == .gone && obstacle.slot == .existence
  }

  private static func by(_ obstacle: UndoObstacle) -> String {
    guard let commit = obstacle.by else { return "" }
    return "; by \(commit.header.author) through \(commit.header.program) in commit"
      + " \(commit.number), \(TimeView.local(commit.header.time))"
  }

  /// What stands in the way.
  static func json(_ obstacle: UndoObstacle) -> JSON {
    let header = obstacle.by?.header
    return .fields([
      "slot": .string(obstacle.slotName), "reason": .string(obstacle.reason.rawValue),
      "undoing": obstacle.undoing == 0 ? nil : .number(obstacle.undoing),
      "then": json(obstacle.then, obstacle.slot), "now": json(obstacle.now, obstacle.slot),
      "commit": header.map { .number($0.number) }, "time": header.map { TimeView.json($0.time) },
      "author": header.map { .string($0.author) }, "program": header.map { .string($0.program) },
      "left": .bool(obstacle.isLeft),
    ])
  }
}
