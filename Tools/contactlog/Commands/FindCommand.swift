import CommandLineTool
import ContactLog
import ContactModel

/// The command `find`.
enum FindCommand: Command {
  static let spec = CommandSpec(
    "find", "Find people and groups by name, phone number or e-mail address",
    text: """
      Names are found by the beginnings of their words, whatever capitals and accents. A query with \
      an @ is an e-mail address; one of digits only is a phone number, with or without country code. \
      Finding nothing is exit code 1.
      """,
    arguments: [
      ArgumentSpec("QUERY", "Words of a name, a number or an address", count: .oneOrMore)
    ],
    options: [
      OptionSpec(
        "in", value: "WHAT", "name, phone or email; else by the look of the query",
        completion: .words(["name", "phone", "email"])),
      OptionSpec("limit", value: "N", "At most so many"), BookReading.option,
    ],
    examples: [
      .init("find zoe", "finds Zoë and everybody whose name begins so"),
      .init("find +44 20 7946 0018", "finds whose number this is"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let query = context.line.allArguments("QUERY").joined(separator: " ")
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    let store = try context.openReading()
    let ids = try store.read { snapshot in
      switch context.line.option("in") ?? guess(query) {
      case "email": try snapshot.find(email: query)
      case "phone": try snapshot.find(phone: query).map(\.record)
      default: try snapshot.find(name: query, limit: limit)
      }
    }
    let rows = RecordRows(context.output)
    try rows.add(Array(ids.prefix(limit)), from: store)
    try rows.finish()
    guard rows.count > 0 else {
      throw Failure(.nothingFound, "nobody fits '\(query)'")
    }
    return .ok
  }

  private static func guess(_ query: String) -> String {
    if query.contains("@") { return "email" }
    let digits = query.count { $0.isNumber }
    let isNumber = query.allSatisfy { $0.isNumber || "+-()./ ".contains($0) }
    return digits >= 3 && isNumber ? "phone" : "name"
  }
}
