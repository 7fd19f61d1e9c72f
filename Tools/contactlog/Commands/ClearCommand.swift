import CommandLineTool
import ContactLog
import ContactModel

/// The command `clear`.
enum ClearCommand: Command {
  static let spec = CommandSpec(
    "clear", "Clear single values, labels or whole lists",
    arguments: [
      ArgumentSpec("SLOT", "Such as 12/note, 12/phones/3/label or 12/phones", count: .oneOrMore)
    ],
    options: Edit.options,
    examples: [.init("clear 12/note 12/nickname", "clears two values as one commit")])

  static func run(_ context: Context) throws -> ExitCode {
    let slots = try context.line.allArguments("SLOT").map { try SlotName.parse($0) }
    return try Edit.run(context) { edit in
      var changed: [RecordID] = []
      for slot in slots {
        let id = try edit.record(slot.record)
        switch slot.path {
        case .value(let property): try edit.session.set(property, of: id, to: nil)
        case .label(let property, let number):
          try edit.session.setLabel(property, entry: number, of: id, to: nil)
        case .list(let property):
          for entry in try edit.session.record(id)?.entries(property) ?? [] {
            try edit.session.removeEntry(property, entry: entry.identifier, of: id)
          }
        case .entry, .member:
          throw Failure(.usage, "\(slot.path.text) is removed with 'contactlog remove'")
        }
        changed.append(id)
      }
      return changed
    }
  }
}
