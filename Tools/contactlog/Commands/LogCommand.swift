import CommandLineTool
import ContactLog
import ContactModel

/// The command `log`.
enum LogCommand: Command {
  static let spec = CommandSpec(
    "log", "List commits, the newest first",
    options: [
      OptionSpec("limit", value: "N", "At most so many"),
      OptionSpec("from", value: "COMMIT", "Begin with this commit and go back in time"),
    ],
    examples: [
      .init("log --limit 10", "lists the last ten commits"),
      .init("log --json", "writes all commits, with their hashes, for programs"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openStore()
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    var from = try context.number("from", in: 1...Int.max).map { UInt64($0) } ?? .max
    let isForPeople = context.output.mode == .table
    let rows = context.output.rows(isForPeople ? CommitView.columns : CommitView.fullColumns)
    while rows.count < limit {
      // Some commits in each snapshot: a slow reader of the output must not hold one.
      let page = try store.read { snapshot in
        var page: [Commit] = []
        try snapshot.forEachCommit(from: from) {
          page.append($0)
          return page.count < min(500, limit - rows.count)
        }
        return page
      }
      for commit in page {
        let view = CommitView(commit)
        try rows.add(isForPeople ? view.cells : view.fullCells, json: view.json)
      }
      guard let last = page.last, last.number > 1 else { break }
      from = last.number - 1
    }
    try rows.finish()
    return .ok
  }
}
