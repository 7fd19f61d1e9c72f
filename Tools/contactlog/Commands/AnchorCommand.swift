import CommandLineTool
import ContactLog
import ContactModel

/// The command `anchor`.
enum AnchorCommand: Command {
  static let spec = CommandSpec(
    "anchor", "Print a line to keep elsewhere and compare later",
    text: """
      The line is contactlog:BOOK:COMMIT:HASH. Keep it where whoever can change the store cannot change \
      it: on another machine, on paper, in a signed mail. 'verify --anchor LINE' shows later that the log \
      still has this commit, and with it all that came before, unchanged. It says nothing about what was \
      saved afterwards.
      """,
    examples: [
      .init("anchor", "prints the line"),
      .init("anchor | mail -s anchor me@example.org", "keeps it in the mail"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let anchor = try context.openStore().anchor()
    guard context.output.mode == .table else {
      try context.output.object(
        .fields([
          "anchor": .string("\(anchor)"), "book": .string(Hex.string(anchor.book)),
          "commit": .number(anchor.commit), "hash": .string(anchor.hash.hex),
        ]), lines: [("anchor", "\(anchor)")])
      return .ok
    }
    try context.output.note("\(anchor)")
    return .ok
  }
}
