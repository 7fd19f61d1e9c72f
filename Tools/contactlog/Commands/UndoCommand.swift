import CommandLineTool
import ContactLog
import ContactModel

/// The command `undo`.
enum UndoCommand: Command {
  static let spec = CommandSpec(
    "undo", "Take commits back by a new commit",
    text: """
      Nothing is erased: the new commit names those it undoes, and can be undone itself. Later changes \
      of other values stay. Where a later commit changed the same value, nothing is done and the \
      values are listed (exit code 5), unless --skip leaves them or --force takes them back too.
      """,
    arguments: [ArgumentSpec("COMMIT", "A number, or a range such as 12-14", count: .any)],
    options: [
      OptionSpec("import", value: "ID", "All commits of an import"),
      OptionSpec("skip", "Leave values that were changed since as they are"),
      OptionSpec("force", "Take back values that were changed since, too"),
      OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption,
    ],
    examples: [
      .init("undo 14", "takes commit 14 back"),
      .init("undo 12-14 --dry-run", "says what taking back three commits would do"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let (skips, forces) = (context.line.flag("skip"), context.line.flag("force"))
    guard !(skips && forces) else {
      throw Failure(.usage, "--skip and --force exclude each other; choose one")
    }
    let numbers = try context.line.allArguments("COMMIT").flatMap { try range($0) }
    let store = try context.openStore()
    let commits = numbers + (try imported(context, store))
    guard !commits.isEmpty else {
      throw Failure(.usage, "COMMIT is missing: a number of 'contactlog log', or --import ID")
    }
    let isDryRun = context.line.flag("dry-run")
    do {
      let report = try store.undo(
        commits, author: context.author, program: Context.program,
        note: context.line.option("note"), policy: skips ? .skip : forces ? .force : .strict,
        dryRun: isDryRun)
      try UndoView(report, context, isDryRun: isDryRun).write()
      return .ok
    } catch let error as StoreError where error.code == .superseded {
      if let (number, later) = try undone(commits, store) {
        throw Failure(
          .blocked,
          "commit \(number) was undone by commit \(later) already; undo \(later) to bring it back")
      }
      throw Failure(.blocked, UndoView.refusal(error.obstacles))
    }
  }

  /// A commit of these that another one has undone, and that one, if it still stands.
  private static func undone(
    _ commits: [UInt64], _ store: Store
  ) throws -> (number: UInt64, by: UInt64)? {
    let wanted = Set(commits)
    let first = commits.min() ?? 0
    return try store.read { snapshot in
      var takenBack: Set<UInt64> = []
      var found: (number: UInt64, by: UInt64)?
      try snapshot.forEachCommit { commit in
        if !takenBack.contains(commit.number) {
          if let number = commit.header.undoes.first(where: wanted.contains) {
            found = (number, commit.number)
          }
          takenBack.formUnion(commit.header.undoes)
        }
        return found == nil && commit.number > first
      }
      return found
    }
  }

  private static func range(_ word: String) throws(Failure) -> [UInt64] {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt64($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), numbers[0] > 0,
      let last = numbers.last, last >= numbers[0], last - numbers[0] < 100_000
    else {
      throw Failure(.usage, "'\(word)' is no commit; write a number, or a range such as 12-14")
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
