import CommandLineTool
import ContactLog
import ContactModel

/// What a slot held, as JSON and as text for people.
enum ContentView {
  /// The content as programs get it; nil where the slot held nothing.
  static func json(_ content: SlotContent, of property: Property?) -> JSON? {
    switch content {
    case .nothing: nil
    case .value(let value): ValueView.json(value, of: property)
    case .label(let label): .text(label?.word)
    case .entry(let identifier, let label, let value):
      .fields([
        "id": .number(identifier), "label": .text(label?.word),
        "value": ValueView.json(value, of: property),
      ])
    case .place(let after): .fields(["after": after.map { .number($0) } ?? .null])
    case .exists, .joined: true
    case .apart: "apart"
    }
  }

  /// The content for people; empty where the slot held nothing.
  static func text(_ content: SlotContent, of property: Property?) -> String {
    switch content {
    case .nothing: ""
    case .value(let value): ValueView.text(value, of: property)
    case .label(let label): label?.word ?? ""
    case .entry(_, let label, let value):
      ValueView.text(value, of: property) + (label.map { " (\($0.word))" } ?? "")
    case .place(let after): after.map { "after \($0)" } ?? "first"
    case .exists: "exists"
    case .joined: "yes"
    case .apart: "kept apart"
    }
  }
}
