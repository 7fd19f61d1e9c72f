import CommandLineTool
import ContactLog
import ContactModel

/// The command `blame`.
enum BlameCommand: Command {
  static let spec = CommandSpec(
    "blame", "Show who set each value of a person or group, and when",
    text: """
      Names the commit whose effect stands: after an undo that is the one which set the value first. \
      The commit that wrote the slot last is shown as well where it is another one.

      With --all, what each slot held before follows, the latest first, also of slots that hold \
      nothing any more.
      """,
    arguments: [ArgumentSpec("RECORD", "A record, or a slot such as 12/jobTitle")],
    options: [OptionSpec("all", "With all earlier values"), BookReading.option],
    examples: [
      .init("blame 12", "shows where every value of person 12 comes from"),
      .init("blame 12/phones/0 --all", "shows every number that entry ever held"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let word = context.argument("RECORD")
    let slot = SlotName(word)
    let store = try context.openReading()
    let hasEarlier = context.line.flag("all")
    let view = try store.read { snapshot in
      let id = try RecordLookup.reading.find(slot?.record ?? word, in: snapshot)
      var name: String?
      if let slot {
        name = "\(id)/\(slot.path.text)"
        if case .member(let member) = slot.path {
          name = "\(id)/members/\(try RecordLookup.reading.find(member, in: snapshot))"
        }
      }
      return try BlameView(of: id, slot: name, hasEarlier: hasEarlier, in: snapshot)
    }
    try view.write(context.output)
    return view.isEmpty ? .nothingFound : .ok
  }
}
