import CommandLineTool
import ContactLog
import ContactModel

/// The command `list`.
enum ListCommand: Command {
  static let spec = CommandSpec(
    "list", "List people, or groups, in order of name",
    text: """
      The order of a locale that is not among the settings is built in the store when it is first \
      asked for, beside the others.
      """,
    options: [
      OptionSpec(
        "kind", value: "KIND", "person (the default), group or source",
        completion: .words(["person", "group", "source"])),
      OptionSpec(
        "order", value: "ORDER", "lastName or firstName; else as the settings say",
        completion: .words(["lastName", "firstName"])),
      OptionSpec("locale", value: "LOCALE", "Sort as this language does; else the settings' first"),
      OptionSpec("limit", value: "N", "At most so many"), BookReading.option,
      OptionSpec("after", value: "WHO", "Begin behind this person or group"),
      OptionSpec("from", value: "N", "Begin with the N-th, counted from 1"),
      OptionSpec("sections", "Show the letters and how many names stand under each instead"),
      OptionSpec("position", value: "WHO", "Show where this person or group stands instead"),
    ],
    examples: [
      .init("list", "lists everybody"),
      .init("list --order firstName --limit 20", "lists the first twenty by given name"),
      .init("list --after 12 --limit 20", "lists the twenty behind person 12"),
      .init("list --sections --locale sv", "counts the names under each Swedish letter"),
      .init("list --as-of 2026-06-30", "lists who was there at the end of that day"),
      .init("list --json", "writes one object a line for programs"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let ways = ["sections", "position"].filter {
      context.line.flag($0) || context.line.option($0) != nil
    }
    if ways.count > 1 { throw Failure(.usage, "--sections and --position exclude each other") }
    if context.line.option("after") != nil, context.line.option("from") != nil {
      throw Failure(.usage, "--after and --from exclude each other")
    }
    let store = try context.openReading()
    let list = try List(context, store)
    if context.line.flag("sections") { return try list.sections() }
    if let word = context.line.option("position") { return try list.position(of: word) }
    return try list.people()
  }
}

/// One list that was asked for.
private struct List {
  let context: Context
  let store: BookReading
  let settings: Settings
  let kind: RecordKind
  let order: NameOrder
  let locale: String

  init(_ context: Context, _ store: BookReading) throws {
    self.context = context
    self.store = store
    settings = try store.settings()
    kind =
      switch context.line.option("kind") {
      case "source": .source
      case "group": .group
      default: .person
      }
    order =
      switch context.line.option("order") {
      case "lastName": .lastName
      case "firstName": .firstName
      default: settings.nameOrder
      }
    locale = context.line.option("locale") ?? settings.locales.first ?? "root"
    guard Settings.isLocale(locale) else {
      throw Failure(.badData, "there is no locale '\(locale)'; write such as de, pt-BR or zh-Hant")
    }
    do {
      if kind != .source, store.commit == nil { try store.store.prepareOrder(for: locale) }
    } catch let error as StoreError where Self.canDoWithout.contains(error.code) {
      // Without the stored order names are sorted in memory.
    }
  }

  private static let canDoWithout: Set<StoreError.Code> = [.busy, .full, .permission, .io]

  // MARK: - People

  func people() throws -> ExitCode {
    let rows = RecordRows(context.output, lastNameFirst: settings.lastNameFirst)
    let limit = try context.number("limit", in: 1...Int(Int32.max)) ?? .max
    if kind == .source {
      try sources(rows, limit)
    } else {
      var (cursor, isAtEnd) = try start()
      while rows.count < limit, !isAtEnd {
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
        cursor = page.next
        isAtEnd = cursor == nil
      }
    }
    try rows.finish()
    return .ok
  }

  /// Where the list begins.
  private func start() throws -> (cursor: ListCursor?, isAtEnd: Bool) {
    var first = try context.number("from", in: 1...Int(Int32.max)) ?? 1
    if let word = context.line.option("after") { first = try place(of: word) + 2 }
    if first == 1 { return (nil, false) }
    let cursor = try store.read {
      try $0.cursor(kind, before: first - 1, order: order, locale: locale)
    }
    return (cursor, cursor == nil)
  }

  private func sources(_ rows: RecordRows, _ limit: Int) throws {
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

  // MARK: - Sections and positions

  func sections() throws -> ExitCode {
    let sections = try store.read { try $0.sections(kind, order: order, locale: locale) }
    let rows = context.output.rows([
      Column("section"), Column("from", alignsRight: true), Column("count", alignsRight: true),
    ])
    for section in sections {
      try rows.add(
        [section.label, "\(section.position + 1)", "\(section.count)"],
        json: .fields([
          "section": .string(section.label), "from": .number(section.position + 1),
          "count": .number(section.count),
        ]))
    }
    try rows.finish()
    return .ok
  }

  func position(of word: String) throws -> ExitCode {
    let place = try place(of: word)
    let (count, section) = try store.read { snapshot in
      (
        try snapshot.count(kind),
        try snapshot.sections(kind, order: order, locale: locale).last { $0.position <= place }
      )
    }
    let label = section?.label ?? ""
    try context.output.object(
      .object([
        .init("position", .number(place + 1)), .init("count", .number(count)),
        .init("section", .string(label)),
      ]),
      lines: [("position", "\(place + 1)"), ("count", "\(count)"), ("section", label)])
    return .ok
  }

  /// Where a person or group stands, counted from 0.
  private func place(of word: String) throws -> Int {
    let id = try store.read {
      try RecordLookup(takesBeginnings: true, kind: kind).find(word, in: $0)
    }
    let place = try store.read { try $0.position(of: id, order: order, locale: locale) }
    guard let place else { throw Failure(.nothingFound, "\(id) is in no list") }
    return place
  }
}
