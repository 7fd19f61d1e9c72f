import CommandLineTool
import ContactLog
import ContactModel
import Terminal
import VCard

/// The command `import`.
enum ImportCommand: Command {
  static let spec = CommandSpec(
    "import", "Bring contact cards into the store",
    text: """
      Reads vCard 2.1, 3.0 and 4.0, jCard, and tables (CSV) as Google and Outlook write them, told by \
      their content. Every card is added, or found to be the same as last imported, or \
      merged into its record field by field without touching what was edited since, or refused and \
      named in the report with line and reason. The same file twice makes no second commit.

      A card is recognised by its UID, else by its text. One that is recognised by neither but has \
      the name and a phone number or e-mail address of somebody who is there, is the same where it \
      says nothing else. Where it says more it comes in as a new person and the report names both: \
      nobody is merged unasked. '--duplicates skip' leaves such cards out; '--duplicates update' adds \
      what they say to the one record they may be of, and removes nothing.

      An import is one or more commits of up to 10,000 cards; 'contactlog undo --import ID' \
      takes them all back. Ctrl-C ends the import after the last commit that is whole.

      An import that would empty more of the book than the settings allow is held (exit code 7; see \
      'contactlog help settings'). Commits saved before that was known stay: the report names them and \
      the command that takes them back. --dry-run says beforehand whether it would be held.

      Where a card was refused, or a file holds other things than cards, the exit code is 65; the \
      others are in. '--rejects FILE' writes the \
      refused cards to a file as they came: mended and imported, it finishes the work. Refused \
      cards that cannot stand in one file, such as rows of two tables, go to FILE, FILE.2 and so on.
      """,
    arguments: [
      ArgumentSpec(
        "FILE", "A card file, or - for standard input", count: .oneOrMore,
        completion: .files)
    ],
    options: [
      OptionSpec("dry-run", "Only say what would happen, card by card"),
      OptionSpec("verbose", "Say what became of each card, and all warnings"),
      OptionSpec(
        "duplicates", value: "RULE",
        "What to do with likely duplicates: add (the default), skip, update",
        completion: .words(["add", "skip", "update"])),
      OptionSpec(
        "rejects", value: "FILE", "Write the refused cards to a file", completion: .files),
      OptionSpec("force", "Replace the file of refused cards if there is one"),
      ImportLimits.option, Edit.noteOption, Edit.confirmOption,
    ],
    examples: [
      .init("import friends.vcf", "imports a file"),
      .init("import - --note 'from the old phone' < cards.vcf", "imports standard input"),
      .init("import *.vcf --dry-run", "says what an import would do"),
      .init(
        "import outlook.csv --duplicates update", "adds what the table says to people who are there"
      ),
      .init("import old.vcf --rejects bad.vcf", "keeps the cards that could not be read"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let files = context.line.allArguments("FILE")
    let limits = try ImportLimits.of(context.line)
    // A file that is missing is noticed before anything is written.
    for file in files where file != "-" { _ = try FileImport.open(file) }
    let store = try context.openStore()
    let isVerbose = context.line.flag("verbose") || context.line.flag("dry-run")
    let warnings = ImportWarnings(context.diagnostics, tellsAll: context.line.flag("verbose"))
    let cards = ImportedCards(context.output)
    let importer = importer(
      store, context, limits, warnings, onCard: isVerbose ? cards.add : nil)
    let rejects = try context.line.option("rejects").map { path throws(Failure) in
      try RejectsFile(path: path, replacing: context.line.flag("force"))
    }
    Interrupt.watch()
    var input = FileImport(
      importer: importer, parser: VCardParser(limits: limits), warnings: warnings,
      rejects: rejects)
    let report: ImportReport
    do {
      report = try input.run(files)
      try rejects?.finish()
    } catch {
      // What was saved before stands; it is told before the error is.
      try cards.finish()
      try ImportView(importer.stop(), context, warnings: warnings.count, rejects: []).write()
      throw error
    }
    try cards.finish()
    try ImportView(
      report, context, warnings: warnings.count, rejects: rejects?.paths ?? []
    ).write()
    if Interrupt.isRequested {
      context.diagnostics.report("interrupted; what the report says stands")
      return .interrupted
    }
    if let held = report.held {
      throw Failure(
        .held,
        "this import would be held: it would empty \(held.emptied) of \(held.records) records;"
          + " --confirm-mass-change imports it all the same")
    }
    guard report.failed == 0 else {
      let cards = Plural.count(report.failed, "card")
      throw Failure(.badData, "\(cards) could not be read; the report names each")
    }
    guard input.foreignFiles == 0 else {
      let files = Plural.count(input.foreignFiles, "file")
      throw Failure(.badData, "\(files) with something else than cards; nothing of it is in")
    }
    return .ok
  }

  private static func importer(
    _ store: Store, _ context: Context, _ limits: CardLimits, _ warnings: ImportWarnings,
    onCard: ((CardOutcome) -> Void)?
  ) -> Importer {
    var options = Importer.Options()
    options.dryRun = context.line.flag("dry-run")
    options.guardsMassChange = !context.line.flag(Edit.confirmOption.name)
    options.cards = limits.cards
    switch context.line.option("duplicates") {
    case "skip": options.duplicates = .skip
    case "update": options.duplicates = .update
    default: options.duplicates = .add
    }
    let parser = VCardParser(limits: limits)
    let keptParser = VCardParser(limits: .none)
    return store.importer(
      author: context.author, program: Context.program, note: context.line.option("note"),
      options: options,
      parseKept: { Importer.Parsed(keptParser.parse($0, firstLine: $1), $0) }, onCard: onCard
    ) { bytes, line in
      let parsed = parser.parse(bytes, firstLine: line)
      warnings.note(parsed.warnings)
      return Importer.Parsed(parsed, bytes)
    }
  }
}

extension Importer.Parsed {
  /// What the importer wants to know of a card that was read.
  init(_ parsed: ParsedCard, _ bytes: Span<UInt8>) {
    if let card = parsed.card {
      self = .card(card)
    } else {
      var start: [UInt8] = []
      for index in 0..<min(bytes.count, 1 << 16) { start.append(bytes[index]) }
      let item = CardSource.Item(bytes: start, source: [], line: 1, number: 0)
      self = .failure(
        line: parsed.failure?.line ?? 1, property: parsed.failure?.property ?? "",
        reason: parsed.failure?.reason ?? "the card cannot be read", name: item.guessedName)
    }
  }
}
