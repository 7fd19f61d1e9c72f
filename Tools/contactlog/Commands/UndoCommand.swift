import CommandLineTool
import ContactLog
import ContactModel

/// The command `undo`.
enum UndoCommand: Command {
  static let spec = CommandSpec(
    "undo", "Take commits back by a new commit",
    text: """
      Nothing is erased: the new commit names those it undoes, and can be undone itself, which is how \
      one redoes. Later changes of other values stay. Where a later commit changed the same value, or \
      removed the record, nothing is done and every such value is listed with what the commit left \
      there, what is there now, and by whom (exit code 5). --skip leaves these values and takes back \
      the others; --force takes them back too, but for memberships that would make a group contain \
      itself. A record that was removed since stays removed: \
      'contactlog undelete' brings it back.

      A record that the commits created goes whole, with all it holds, or stays whole.

      Commits that were undone already are not undone twice (exit code 6); undo the undo to bring them \
      back. --dry-run prints the report of what would change and of what stands in the way, and ends \
      with the exit code that the undo would have.
      """,
    arguments: [ArgumentSpec("COMMIT", "A number, or a range such as 12..14", count: .any)],
    options: [
      OptionSpec("import", value: "ID", "All commits of an import"),
      OptionSpec(
        "only", value: "RECORD|SLOT", "Take back only what concerns this record or slot",
        isRepeatable: true),
      OptionSpec("skip", "Leave values that were changed since as they are"),
      OptionSpec("force", "Take back values that were changed since, too"),
      OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption,
    ],
    examples: [
      .init("undo 14", "takes commit 14 back"),
      .init("undo 12..14 --dry-run", "says what taking back three commits would do"),
      .init("undo 14 --only 12/jobTitle", "takes back one value of what the commit changed"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let (skips, forces) = (context.line.flag("skip"), context.line.flag("force"))
    guard !(skips && forces) else {
      throw Failure(.usage, "--skip and --force exclude each other; choose one")
    }
    let policy: UndoPolicy = skips ? .skip : forces ? .force : .strict
    let numbers = try context.line.allArguments("COMMIT").flatMap { try range($0) }
    let store = try context.openStore()
    let commits = numbers + (try imported(context, store))
    guard !commits.isEmpty else {
      throw Failure(.usage, "COMMIT is missing: a number of 'contactlog log', or --import ID")
    }
    let only = try store.read { snapshot in
      var parts: [RecordPart] = []
      for word in context.line.allOptions("only") {
        parts.append(try PartInput.find(word, in: snapshot))
      }
      return parts
    }
    func undo(dryRun: Bool) throws -> UndoReport {
      try store.undo(
        commits, only: only, author: context.author, program: Context.program,
        note: context.line.option("note"), policy: policy, dryRun: dryRun)
    }
    let isDryRun = context.line.flag("dry-run")
    do {
      let report = try undo(dryRun: isDryRun)
      try UndoView(report, context, store, isDryRun ? .dryRun : .done).write()
      return isDryRun && policy == .strict && !report.obstacles.isEmpty ? .blocked : .ok
    } catch let error as StoreError where error.code == .superseded {
      // What stands in the way holds personal data, so it goes where answers go.
      try UndoView(try undo(dryRun: true), context, store, .refused).write()
      throw Failure(.blocked, refusal(error.obstacles))
    }
  }

  /// Why nothing was undone and what to do, on one line.
  private static func refusal(_ obstacles: [UndoObstacle]) -> String {
    func count(_ reason: UndoObstacle.Reason) -> Int { obstacles.count { $0.reason == reason } }
    var parts: [String] = []
    if count(.superseded) > 0 {
      parts.append("\(Plural.count(count(.superseded), "value")) changed since")
    }
    if count(.gone) > 0 {
      let records = Set(obstacles.lazy.filter { $0.reason == .gone }.compactMap { $0.by?.number })
      let commits = records.sorted().prefix(5).map { "\($0)" }.joined(separator: ", ")
      parts.append("\(Plural.count(count(.gone), "value")) of what commit \(commits) removed")
    }
    if count(.circular) > 0 {
      parts.append("\(Plural.count(count(.circular), "group")) that would contain itself")
    }
    if let undone = obstacles.first(where: { $0.reason == .undone }) {
      parts.append("commit \(undone.undoing) undone already by commit \(undone.commit)")
    }
    return "nothing was undone: " + parts.joined(separator: ", ")
      + "; --skip leaves these and takes back the others, --force takes these back too"
      + (count(.gone) > 0 ? "; 'contactlog undelete' brings back what was removed" : "")
  }

  private static func range(_ word: String) throws(Failure) -> [UInt64] {
    let separator = word.contains("..") ? ".." : "-"
    let parts = word.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt64($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), numbers[0] > 0,
      let last = numbers.last, last >= numbers[0], last - numbers[0] < 100_000
    else {
      throw Failure(.usage, "'\(word)' is no commit; write a number, or a range such as 12..14")
    }
    return Array(numbers[0]...last)
  }

  private static func imported(_ context: Context, _ store: Store) throws -> [UInt64] {
    guard let text = context.line.option("import") else { return [] }
    guard let id = Hex.bytes(text), id.count == 16 else {
      throw Failure(.usage, "'\(text)' is no import id; it has 32 hexadecimal digits")
    }
    let commits = try store.commits(ofImport: id)
    guard !commits.isEmpty else {
      throw Failure(.nothingFound, "no commit belongs to the import '\(text)'")
    }
    return commits
  }
}
