import CommandLineTool
import ContactLog
import ContactModel

/// The command `show`.
enum ShowCommand: Command {
  static let spec = CommandSpec(
    "show", "Show everything about a person or group",
    text: "Entries of lists are shown with the names by which they are edited, such as phones/3.",
    arguments: [
      ArgumentSpec("RECORD", "A number, uid or unique name", count: .oneOrMore)
    ],
    options: [BookReading.option],
    examples: [
      .init("show 12", "shows person 12"),
      .init("show 'ada lovelace' --json", "writes her as an object for programs"),
      .init("show group:3", "shows a group with its members"),
      .init("show 12 --as-of '3 days ago'", "shows person 12 as it was then"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openReading()
    let words = context.line.allArguments("RECORD")
    let views = try store.read { snapshot in
      var views: [RecordView] = []
      for word in words {
        let id = try RecordLookup.reading.find(word, in: snapshot)
        if let view = try RecordView(id, in: snapshot) { views.append(view) }
      }
      return views
    }
    for (index, view) in views.enumerated() {
      if index > 0, context.output.mode == .table { try context.output.raw("\n") }
      try context.output.object(view.json, lines: view.lines)
    }
    return views.isEmpty ? .nothingFound : .ok
  }
}
