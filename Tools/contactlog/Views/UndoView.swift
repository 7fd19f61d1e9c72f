import CommandLineTool
import ContactLog
import ContactModel

/// What an undo did, or would do.
struct UndoView {
  private let report: UndoReport
  private let context: Context
  private let isDryRun: Bool

  init(_ report: UndoReport, _ context: Context, isDryRun: Bool) {
    self.report = report
    self.context = context
    self.isDryRun = isDryRun
  }

  func write() throws {
    let undo = report.commit.map { context.undoCommand(String($0.number)) }
    try context.output.object(
      .fields([
        "commit": report.commit.map { .number($0.number) } ?? .null, "undo": .text(undo),
        "undoes": .list((report.commit?.header.undoes ?? []).map { .number($0) }),
        "events": .number(report.events), "obstacles": .array(report.obstacles.map(Self.json)),
        "dryRun": isDryRun ? true : nil,
      ]),
      lines: lines(undo))
  }

  private func lines(_ undo: String?) -> [(label: String, value: String)] {
    let events = Plural.count(report.events, "event")
    var lines: [(label: String, value: String)] = []
    if let commit = report.commit {
      lines.append(("commit", "\(commit.number) (\(events))"))
    } else {
      lines.append(
        (
          "commit",
          isDryRun ? "none: a dry run of \(events)" : "none: nothing was left to take back"
        ))
    }
    for obstacle in report.obstacles {
      lines.append(("changed since", Self.text(obstacle)))
    }
    if let undo { lines.append(("undo with", undo)) }
    return lines
  }

  /// Why nothing was undone, on one line.
  static func refusal(_ obstacles: [UndoObstacle]) -> String {
    var slots = obstacles.prefix(10).map(text)
    if obstacles.count > 10 { slots.append("and \(obstacles.count - 10) more") }
    return "\(Plural.count(obstacles.count, "value")) changed since, nothing was undone: "
      + slots.joined(separator: ", ") + "; --skip leaves them, --force takes them back too"
  }

  private static func text(_ obstacle: UndoObstacle) -> String {
    let commit = obstacle.commit == 0 ? "" : " in commit \(obstacle.commit)"
    return obstacle.slotName
      + (obstacle.reason == .gone ? " (the record was removed)" : commit)
  }

  private static func json(_ obstacle: UndoObstacle) -> JSON {
    let property = obstacle.slot.property
    return .fields([
      "slot": .string(obstacle.slotName), "reason": .string(obstacle.reason.rawValue),
      "then": obstacle.then.map { ValueView.json($0, of: property) },
      "now": obstacle.now.map { ValueView.json($0, of: property) },
      "commit": obstacle.commit == 0 ? nil : .number(obstacle.commit),
    ])
  }
}
