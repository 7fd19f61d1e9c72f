import CommandLineTool
import ContactLog
import ContactModel

/// The command `log`.
enum LogCommand: Command {
  static let spec = CommandSpec(
    "log", "List commits, the newest first, or show one with all its changes",
    text: """
      A number shows that commit with the old and new value of every slot it changed; a range such as \
      10-20 lists these. Options that say which commits are joined: all must fit; an option that is \
      given more than once takes any of its values. A page ends after --limit commits; the next one \
      is asked for with --before and the last number shown.

      'records' counts those with a change of their own, 'undone by' names later commits that took \
      this one back. Times are those of the author's clock. 'log export' writes the log itself.
      """,
    arguments: [
      ArgumentSpec("COMMIT", "A number, or a range such as 10-20; all without", count: .optional)
    ],
    options: [
      OptionSpec("record", value: "RECORD", "Changed this record, its memberships or links"),
      OptionSpec(
        "property", value: "PROPERTY", "Changed this property; existence for the record itself",
        isRepeatable: true),
      OptionSpec("author", value: "NAME", "Made by this author", isRepeatable: true),
      OptionSpec("program", value: "NAME", "Made through this program", isRepeatable: true),
      OptionSpec(
        "kind", value: "KIND", "Of this kind",
        completion: .words(CommitKind.allCases.map(\.name)), isRepeatable: true),
      OptionSpec("since", value: "TIME", "Made at or after it (see 'contactlog help times')"),
      OptionSpec("until", value: "TIME", "Made at or before it"),
      OptionSpec("limit", value: "N", "At most so many"),
      OptionSpec("before", value: "COMMIT", "Only commits with smaller numbers: the next page"),
      OptionSpec("changes", "In JSON, with every change of each commit"), BookReading.option,
    ],
    examples: [
      .init("log --limit 10", "lists the last ten commits"),
      .init("log 12", "shows everything that commit 12 changed"),
      .init("log --record 12 --property jobTitle", "lists who changed a job title, and when"),
      .init("log --since yesterday --author Grace", "lists what Grace did since yesterday"),
      .init("log --json --changes", "writes all there is to know, for an audit"),
    ])

  static let subcommands: [any Command.Type] = [ExportLogCommand.self]

  /// Commits in each snapshot: a slow reader of the output must not hold one.
  private static let pageSize = 200

  static func run(_ context: Context) throws -> ExitCode {
    if let word = context.line.argument("COMMIT"), let number = UInt64(word) {
      return try show(number, context)
    }
    var filter = try filter(context)
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    var place = CommitCursor(
      before: try context.number("before", in: 1...Int.max).map { UInt64($0) } ?? .max)
    let book = try context.openReading()
    if let word = context.line.option("record") {
      var lookup = RecordLookup.reading
      lookup.takesRemoved = true
      filter.record = try book.read { try lookup.find(word, in: $0) }
    }
    let isForPeople = context.output.mode == .table
    let rows = context.output.rows(isForPeople ? CommitView.columns : CommitView.fullColumns)
    let hasChanges = context.line.flag("changes") && context.output.mode == .json
    while rows.count < limit {
      let size = min(hasChanges ? 10 : pageSize, limit - rows.count)
      let (page, next) = try book.read { snapshot in
        var page: [CommitView] = []
        let found = try snapshot.commits(filter, after: place, limit: size)
        for summary in found.commits {
          let changes = hasChanges ? try ChangeRows(of: summary.commit.number, snapshot) : nil
          page.append(CommitView(summary, changes: changes))
        }
        return (page, found.next)
      }
      for view in page {
        try rows.add(isForPeople ? view.cells : view.fullCells, json: view.json)
      }
      guard let next else { break }
      place = next
    }
    try rows.finish()
    return rows.count == 0 && filter != CommitFilter() ? .nothingFound : .ok
  }

  /// One commit with all its changes.
  private static func show(_ number: UInt64, _ context: Context) throws -> ExitCode {
    let book = try context.openReading()
    let view = try book.read { snapshot in
      guard let summary = try snapshot.summary(of: number) else {
        throw Failure(
          .nothingFound,
          "there is no commit \(number); the last one is commit \(snapshot.commit)")
      }
      return CommitView(summary, changes: try ChangeRows(of: number, snapshot))
    }
    if context.output.mode != .tsv {
      try context.output.object(view.json, lines: view.lines)
    }
    if context.output.mode == .json { return .ok }
    if context.output.mode == .table { try context.output.raw("\n") }
    try view.changes?.write(context.output)
    return .ok
  }

  // MARK: - Which

  private static func filter(_ context: Context) throws -> CommitFilter {
    var filter = CommitFilter()
    let line = context.line
    filter.authors = Set(line.allOptions("author"))
    filter.programs = Set(line.allOptions("program"))
    let kinds = line.allOptions("kind")
    filter.kinds = Set(CommitKind.allCases.filter { kinds.contains($0.name) })
    filter.properties = Set(try line.allOptions("property").map { try PropertyName.parse($0) })
    filter.since = try line.option("since").map { try context.time($0).start }
    filter.until = try line.option("until").map { try context.time($0).end }
    if let word = line.argument("COMMIT") { filter.numbers = try range(word) }
    return filter
  }

  private static func range(_ word: String) throws(Failure) -> ClosedRange<UInt64> {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
      first > 0, first <= last
    else {
      throw Failure(.usage, "'\(word)' is no commit; write a number, or a range such as 10-20")
    }
    return first...last
  }
}
