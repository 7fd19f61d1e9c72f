import CommandLineTool
import ContactLog
import ContactModel

/// The command `add`.
enum AddCommand: Command {
  static let spec = CommandSpec(
    "add", "Add an entry to a list of a person",
    text: """
      Lists: phones, emails, addresses, dates, instantMessages, urls, relatedNames, socialProfiles. \
      Addresses and accounts are given in parts, see 'contactlog help properties'.
      """,
    arguments: [
      ArgumentSpec("RECORD", "The person"), ArgumentSpec("LIST", "The list, such as phones"),
      ArgumentSpec("VALUE", "The value, or PART=VALUE for each part", count: .oneOrMore),
    ],
    options: [
      OptionSpec("label", short: "l", value: "LABEL", "home, work, mobile, ..., or your own words")
    ] + Edit.options,
    examples: [
      .init("add 12 phones '+44 20 7946 0018' --label mobile", "adds a mobile number"),
      .init("add 12 addresses street='12 Mill Lane' city=Ely", "adds an address"),
      .init("add 12 dates 2009-06-13 --label anniversary", "adds a date"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let property = try PropertyName.parse(context.argument("LIST"))
    guard property.shape == .multi, property != .extra else {
      throw Failure(.usage, "\(property.name) is no list; use 'contactlog set'")
    }
    let value = try ValueInput.value(context.line.allArguments("VALUE"), for: property)
    let label = context.line.option("label").flatMap { $0.isEmpty ? nil : Label($0) }
    return try Edit.run(context) { edit in
      let id = try edit.record(context.argument("RECORD"))
      guard id.kind == .person else {
        throw Failure(.usage, "a \(id.kind.name) has no \(property.name)")
      }
      try edit.session.add(property, to: id, value, label: label)
      return [id]
    }
  }
}
