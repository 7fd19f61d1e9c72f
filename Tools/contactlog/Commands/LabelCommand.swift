import CommandLineTool
import ContactLog
import ContactModel

/// The command `label`.
enum LabelCommand: Command {
  static let spec = CommandSpec(
    "label", "Change the label of an entry",
    arguments: [
      ArgumentSpec("SLOT", "The entry, such as 12/phones/3"),
      ArgumentSpec("LABEL", "home, work, mobile, ..., your own words, or '' for none"),
    ],
    options: Edit.options,
    examples: [.init("label 12/phones/3 'boat house'", "gives a number a label of your own")])

  static func run(_ context: Context) throws -> ExitCode {
    let slot = try SlotName.parse(context.argument("SLOT"))
    let label = context.argument("LABEL")
    return try Edit.run(context) { edit in
      let id = try edit.record(slot.record)
      switch slot.path {
      case .entry(let property, let number), .label(let property, let number):
        try edit.session.setLabel(
          property, entry: number, of: id, to: label.isEmpty ? nil : Label(label))
      default: throw Failure(.usage, "\(slot.path.text) has no label; entries of lists have one")
      }
      return [id]
    }
  }
}
