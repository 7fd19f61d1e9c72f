import CommandLineTool
import ContactLog
import ContactModel

/// The command `list`.
enum ListCommand: Command {
  static let spec = CommandSpec(
    "list", "List people, or groups, in order of name",
    options: [
      OptionSpec(
        "kind", value: "KIND", "person (the default), group or source",
        completion: .words(["person", "group", "source"])),
      OptionSpec(
        "order", value: "ORDER", "lastName or firstName; else as the settings say",
        completion: .words(["lastName", "firstName"])),
      OptionSpec("locale", value: "LOCALE", "A locale of the settings; else their first one"),
      OptionSpec("limit", value: "N", "At most so many"), BookReading.option,
    ],
    examples: [
      .init("list", "lists everybody"),
      .init("list --order firstName --limit 20", "lists the first twenty by given name"),
      .init("list --json", "writes one object a line for programs"),
      .init("list --as-of 2026-06-30", "lists who was there at the end of that day"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let store = try context.openReading()
    let settings = try store.settings()
    let rows = RecordRows(context.output, lastNameFirst: settings.lastNameFirst)
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    switch context.line.option("kind") {
    case "source": try sources(store, rows, limit)
    case "group": try list(.group, context, store, settings, rows, limit)
    default: try list(.person, context, store, settings, rows, limit)
    }
    try rows.finish()
    return .ok
  }

  private static func list(
    _ kind: RecordKind, _ context: Context, _ store: BookReading, _ settings: Settings,
    _ rows: RecordRows, _ limit: Int
  ) throws {
    let order: NameOrder =
      switch context.line.option("order") {
      case "lastName": .lastName
      case "firstName": .firstName
      default: settings.nameOrder
      }
    let locale = context.line.option("locale") ?? settings.locales.first ?? "root"
    var cursor: ListCursor?
    while rows.count < limit {
      let size = min(500, limit - rows.count)
      let page = try store.read { snapshot in
        let page = try snapshot.list(
          kind, order: order, locale: locale, after: cursor, limit: size)
        var records: [Record] = []
        for id in page.records {
          if let record = try snapshot.record(id) { records.append(record) }
        }
        return (records: records, next: page.next)
      }
      for record in page.records { try rows.add(record) }
      guard let next = page.next else { break }
      cursor = next
    }
  }

  private static func sources(_ store: BookReading, _ rows: RecordRows, _ limit: Int) throws {
    let sources = try store.read { snapshot in
      var sources: [Record] = []
      try snapshot.forEachRecord(.source) {
        sources.append($0)
        return sources.count < limit
      }
      return sources
    }
    for source in sources { try rows.add(source) }
  }
}
