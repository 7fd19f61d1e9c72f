import CommandLineTool
import ContactLog
import ContactModel

/// The command `new`.
enum NewCommand: Command {
  static let spec = CommandSpec(
    "new", "Add a person",
    text: """
      Values are given as PROPERTY=VALUE; a list may be given more than once, and with a label as \
      PROPERTY:LABEL=VALUE. 'contactlog help properties' lists the properties. Addresses and accounts \
      have parts; add them with 'contactlog add'.
      """,
    arguments: [
      ArgumentSpec("VALUE", "PROPERTY=VALUE or PROPERTY:LABEL=VALUE", count: .oneOrMore)
    ],
    options: Edit.options + [OptionSpec("uid", value: "UID", "The uid; else a new UUID")],
    examples: [
      .init(
        "new firstName=Ada lastName=Lovelace phones:mobile='+44 20 7946 0018'",
        "adds Ada with a mobile number"),
      .init("new kind=organization organization='Mill Bakery'", "adds an organization"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let values = try context.line.allArguments("VALUE").map { try parse($0) }
    return try Edit.run(context) { edit in
      let uid = context.line.option("uid")
      if let uid {
        let known = try edit.store.read { try $0.records(uid: uid) }
        guard known.isEmpty else {
          throw Failure(.badData, "\(known[0]) has the uid '\(uid)' already")
        }
      }
      let person = try edit.session.createPerson(uid: uid)
      for value in values {
        if value.property.shape == .multi {
          try edit.session.add(value.property, to: person, value.value, label: value.label)
        } else {
          try edit.session.set(value.property, of: person, to: value.value)
        }
      }
      return [person]
    }
  }

  private static func parse(
    _ word: String
  ) throws -> (property: Property, label: Label?, value: Value) {
    let (name, text) = try ValueInput.assignment(word)
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let property = try PropertyName.parse(parts[0])
    let label = parts.count == 2 && !parts[1].isEmpty ? Label(String(parts[1])) : nil
    if label != nil, property.shape != .multi {
      throw Failure(.usage, "\(property.name) has no label; write \(property.name)=VALUE")
    }
    guard property != .name else {
      throw Failure(.usage, "a person's name is firstName and lastName")
    }
    return (property, label, try ValueInput.value([text], for: property))
  }
}
