import CommandLineTool
import ContactLog
import ContactModel

/// The command `remove`.
enum RemoveCommand: Command {
  static let spec = CommandSpec(
    "remove", "Remove entries of lists, or memberships",
    text: "A whole person or group is removed with 'contactlog delete'.",
    arguments: [
      ArgumentSpec("SLOT", "Such as 12/phones/3 or group:3/members/12", count: .oneOrMore)
    ],
    options: Edit.options,
    examples: [.init("remove 12/phones/3", "removes a number")])

  static func run(_ context: Context) throws -> ExitCode {
    let slots = try context.line.allArguments("SLOT").map { text in
      guard let slot = SlotName(text) else {
        throw Failure(
          .usage,
          "'\(text)' names no entry, such as 12/phones/3; a whole person or group is removed with"
            + " 'contactlog delete'")
      }
      return slot
    }
    return try Edit.run(context) { edit in
      var changed: [RecordID] = []
      for slot in slots {
        switch slot.path {
        case .entry(let property, let number):
          let id = try edit.record(slot.record)
          try edit.session.removeEntry(property, entry: number, of: id)
          changed.append(id)
        case .member(let name):
          let group = try edit.record(slot.record, .group)
          try edit.session.removeMember(edit.record(name), from: group)
          changed.append(group)
        case .value, .list, .label:
          throw Failure(.usage, "\(slot.path.text) is no entry; use 'contactlog clear'")
        }
      }
      return changed
    }
  }
}
