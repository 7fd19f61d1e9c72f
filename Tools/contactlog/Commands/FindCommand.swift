import CommandLineTool
import ContactLog
import ContactModel

/// The command `find`.
enum FindCommand: Command {
  static let spec = CommandSpec(
    "find", "Find people and groups by what is known of them",
    text: """
      Words find names by their beginnings, whatever capitals and accents; of names in Chinese \
      characters, kana or Hangul any part. An address with an @ is looked up as an e-mail address, a \
      number as a phone number, with or without country code. Fields say more: name:, text: (all \
      text), phone:, email:, org:, group:, has:photo, changed-since:2026-05-01, created-by:; a - in \
      front of a term turns it round, quotation marks keep words together. 'contactlog help queries' \
      tells all.

      The best matches come first. Finding nothing is exit code 1; a query that cannot be understood \
      is 64, and the message says at which character.
      """,
    arguments: [
      ArgumentSpec("QUERY", "Words of a name, a number, an address, or fields", count: .oneOrMore)
    ],
    options: [
      OptionSpec(
        "in", value: "WHAT", "Take the whole query as a name, phone or email, without fields",
        completion: .words(["name", "phone", "email"])),
      OptionSpec("limit", value: "N", "At most so many"), BookReading.option,
      Context.regionOption,
      OptionSpec("mutt", "Write addresses as mutt's query_command reads them"),
    ],
    examples: [
      .init("find zoe", "finds Zoë and everybody whose name begins so"),
      .init("find +44 20 7946 0018", "finds whose number this is"),
      .init("find 'phone:\"030 1234\"' --region DE", "finds it as it is dialled in Germany"),
      .init("find 'org:acme -has:phone'", "finds who of Acme has no number"),
      .init("find --mutt zoe", "writes address, name and organisation, for mutt"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.line.allArguments("QUERY").joined(separator: " ")
    let query = try query(words, context)
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    if context.line.flag("mutt"), context.output.mode != .table {
      throw Failure(.usage, "--mutt excludes --json and --tsv; choose one")
    }
    let store = try context.openReading()
    var options = SearchOptions()
    options.region = try context.phoneRegion(store)
    options.phones = Context.phoneComparison
    let matches = try store.read { try $0.search(query, options: options, limit: limit) }
    if context.line.flag("mutt") {
      return try MuttRows(context.output).write(matches.map(\.record), from: store)
    }
    let isForPhones = query.terms.contains {
      if case .phone = $0.condition { !$0.isNegated } else { false }
    }
    let rows = RecordRows(context.output, matches: isForPhones ? .shown : .forPrograms)
    try rows.add(matches, from: store)
    try rows.finish()
    guard rows.count > 0 else { throw Failure(.nothingFound, "nobody fits '\(words)'") }
    return .ok
  }

  private static func query(_ words: String, _ context: Context) throws -> Query {
    switch context.line.option("in") {
    case "name": return Query([.init(.name(words))])
    case "phone": return Query([.init(.phone(words))])
    case "email": return Query([.init(.email(words))])
    default:
      do {
        return try Query(parsing: words)
      } catch {
        throw Failure(
          .usage, "the query cannot be understood \(error) (see 'contactlog help queries')")
      }
    }
  }
}

/// Addresses as mutt's `query_command` reads them: a line for people, then address, name and more
/// between tabs.
private struct MuttRows {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func write(_ ids: [RecordID], from store: BookReading) throws -> ExitCode {
    var lines: [String] = []
    for start in stride(from: 0, to: ids.count, by: 500) {
      lines += try store.read { snapshot in
        var lines: [String] = []
        for id in ids[start..<min(start + 500, ids.count)] {
          guard let record = try snapshot.record(id) else { continue }
          let more = record.isOrganization ? "" : record.text(.organization) ?? ""
          for entry in record.entries(.emails) {
            guard let address = entry.value.text, !address.isEmpty else { continue }
            let cells = [address, record.compositeName(), more].map(Self.cell)
            lines.append(cells.joined(separator: "\t") + "\n")
          }
        }
        return lines
      }
    }
    try output.raw(
      lines.isEmpty
        ? "no address found\n" : "\(Plural.count(lines.count, "address", "addresses"))\n")
    for line in lines { try output.raw(line) }
    return lines.isEmpty ? .nothingFound : .ok
  }

  /// One cell: what would steer the terminal or end it is a space.
  private static func cell(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { Sanitizer.isDangerous($0) ? " " : $0 }))
  }
}
