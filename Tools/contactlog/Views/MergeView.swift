import CommandLineTool
import ContactLog
import ContactModel

/// What a merge or an un-merge did, or would do.
struct MergeView {
  private let context: Context
  private let mode: UndoView.Mode

  init(_ context: Context, _ mode: UndoView.Mode) {
    self.context = context
    self.mode = mode
  }

  // MARK: - Merge

  func write(_ report: MergeReport) throws {
    let clashes = report.clashes.map { clash -> (label: String, value: String) in
      let values = [clash.kept, clash.other].map { ContentView.text($0, of: clash.property) }
      let choice = clash.choice.map { ": \($0.rawValue)" } ?? ""
      let about = clash.person.map { " with \($0)" } ?? ""
      return (
        clash.choice == nil ? "choose" : "differ",
        "\(clash.property.name)\(about): keep '\(values[0])', other '\(values[1])'\(choice)"
      )
    }
    try write(
      report.commit, report.events, report.changes,
      [("kept", "\(report.kept)"), ("merged", "\(report.absorbed)")], clashes,
      json: [
        JSON.Field("kept", .number(report.kept.number)),
        JSON.Field("merged", .number(report.absorbed.number)),
        JSON.Field("clashes", .array(report.clashes.map(Self.json))),
      ])
  }

  private static func json(_ clash: MergeClash) -> JSON {
    .fields([
      "property": .string(clash.property.name), "person": clash.person.map { .number($0.number) },
      "kept": ContentView.json(clash.kept, of: clash.property),
      "other": ContentView.json(clash.other, of: clash.property),
      "choice": clash.choice.map { .string($0.rawValue) },
    ])
  }

  // MARK: - Un-merge

  func write(_ report: UnmergeReport) throws {
    let questions = report.questions.map { question -> (label: String, value: String) in
      let (then, now) = (
        UndoView.text(question.then, question.slot), UndoView.text(question.now, question.slot)
      )
      let why = question.reason == .new ? "new since" : "both had it"
      let answer = question.answer.map { ": \($0.rawValue)" } ?? ""
      return (
        question.answer == nil ? "whose is" : "changed since",
        "\(question.slotName) (\(why)): was \(then), is \(now)\(answer)"
      )
    }
    let obstacles = report.obstacles.map { ("stays away", $0.slotName) }
    try write(
      report.commit, report.events, report.changes,
      [
        ("kept", "\(report.kept)"), ("taken out", "\(report.absorbed)"),
        ("merged by", "commit \(report.merge)"),
      ], questions + obstacles,
      json: [
        JSON.Field("kept", .number(report.kept.number)),
        JSON.Field("takenOut", .number(report.absorbed.number)),
        JSON.Field("merge", .number(report.merge)),
        JSON.Field("questions", .array(report.questions.map(Self.json))),
        JSON.Field("obstacles", .array(report.obstacles.map(UndoView.json))),
      ])
  }

  private static func json(_ question: UnmergeQuestion) -> JSON {
    .fields([
      "slot": .string(question.slotName), "reason": .string(question.reason.rawValue),
      "then": ContentView.json(question.then, of: question.slot.property),
      "now": ContentView.json(question.now, of: question.slot.property),
      "answer": question.answer.map { .string($0.rawValue) },
    ])
  }

  // MARK: - Both

  private static func text(_ change: UndoChange) -> String {
    guard change.slot == .existence else { return UndoView.text(change) }
    return "\(change.record) " + (change.to == .exists ? "comes back" : "goes")
  }

  private func write(
    _ commit: Commit?, _ events: Int, _ changes: [UndoChange],
    _ heads: [(label: String, value: String)], _ open: [(label: String, value: String)],
    json: [JSON.Field]
  ) throws {
    let undo = commit.map { context.undoCommand(String($0.number)) }
    let count = Plural.count(events, "event")
    var lines: [(label: String, value: String)] = []
    if let commit {
      lines.append(("commit", "\(commit.number) (\(count))"))
    } else {
      lines.append(
        ("commit", "none: " + (mode == .dryRun ? "a dry run of \(count)" : "nothing was done")))
    }
    lines += heads
    let label = mode == .done ? "changed" : mode == .dryRun ? "would change" : "could change"
    lines += changes.map { (label, Self.text($0)) }
    lines += open
    if let undo { lines.append(("undo with", undo)) }
    var fields = [
      JSON.Field("commit", commit.map { .number($0.number) } ?? .null),
      JSON.Field("events", .number(events)),
    ]
    if let undo { fields.append(JSON.Field("undo", .string(undo))) }
    fields += json
    fields.append(JSON.Field("changes", .array(changes.map { UndoView.json($0) })))
    if mode == .dryRun { fields.append(JSON.Field("dryRun", true)) }
    try context.output.object(.object(fields), lines: lines)
  }
}
