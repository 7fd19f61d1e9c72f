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

      A card is recognised by its UID, else by its text: one without a UID that was edited elsewhere \
      comes in as a new person.

      An import is one or more commits of up to 10,000 cards; 'contactlog undo --import ID' \
      takes them all back. Ctrl-C ends the import after the last commit that is whole.

      Where a card was refused, the exit code is 65; the others are in.
      """,
    arguments: [
      ArgumentSpec(
        "FILE", "A card file, or - for standard input", count: .oneOrMore,
        completion: .files)
    ],
    options: [
      OptionSpec("dry-run", "Only say what would happen"), Edit.noteOption,
    ],
    examples: [
      .init("import friends.vcf", "imports a file"),
      .init("import - --note 'from the old phone' < cards.vcf", "imports standard input"),
      .init("import *.vcf --dry-run", "says what an import would do"),
    ])

  static func run(_ context: Context) throws -> ExitCode {
    let files = context.line.allArguments("FILE")
    // A file that is missing is noticed before anything is written.
    for file in files where file != "-" { _ = try open(file) }
    let store = try context.openStore()
    var options = Importer.Options()
    options.dryRun = context.line.flag("dry-run")
    let parser = VCardParser()
    let warnings = ImportWarnings(context.diagnostics)
    let importer = store.importer(
      author: context.author, program: Context.program, note: context.line.option("note"),
      options: options
    ) { bytes, line in
      let parsed = parser.parse(bytes, firstLine: line)
      warnings.note(parsed.warnings)
      return Importer.Parsed(parsed)
    }
    Interrupt.watch()
    let report: ImportReport
    do {
      report = try read(files, into: importer, parser, Progress(), warnings)
    } catch {
      // What was saved before stands; it is told before the error is.
      try ImportView(importer.stop(), context, isDryRun: options.dryRun).write()
      throw error
    }
    try ImportView(report, context, isDryRun: options.dryRun).write()
    if Interrupt.isRequested {
      context.diagnostics.report("interrupted; what the report says stands")
      return .interrupted
    }
    guard report.failed == 0 else {
      let cards = Plural.count(report.failed, "card")
      throw Failure(.badData, "\(cards) could not be read; the report names each")
    }
    return .ok
  }

  private static func read(
    _ files: [String], into importer: Importer, _ parser: VCardParser, _ progress: Progress,
    _ warnings: ImportWarnings
  ) throws -> ImportReport {
    defer { progress.finish() }
    var count = 0
    for file in files {
      let input = try open(file)
      var source: CardSource?
      var (isAtEnd, isEmpty) = (false, true)
      while !isAtEnd, !Interrupt.isRequested {
        let bytes = try chunk(of: input, file)
        isAtEnd = bytes.isEmpty
        if source == nil { source = CardSource(startOfFile: bytes, limits: parser.limits) }
        source?.feed(bytes)
        while !Interrupt.isRequested, let card = source?.next(parser) {
          warnings.expect(file)
          try add(card, from: file, to: importer)
          count += 1
          isEmpty = false
          progress.update("\(Plural.count(count, "card")) read")
        }
      }
      if let unknown = source?.unknownHeadings, !unknown.isEmpty {
        warnings.report(
          "\(file): columns not known, kept as they are: \(unknown.joined(separator: ", "))")
      }
      if isEmpty, !Interrupt.isRequested { warnings.report("\(file): there is no card in it") }
    }
    warnings.finish()
    return Interrupt.isRequested ? importer.stop() : try importer.finish()
  }

  private static func add(
    _ card: CardSource.Item, from file: String, to importer: Importer
  ) throws {
    if let failure = card.failure {
      importer.refuse(file: file, line: failure.line, reason: failure.reason)
    } else {
      try importer.add(card.bytes, file: file, line: card.line)
    }
  }

  private static func open(_ file: String) throws(Failure) -> InputFile {
    if file == "-" { return InputFile(.input) }
    do throws(SystemError) {
      return try InputFile(path: file)
    } catch {
      throw Failure(error, reading: file)
    }
  }

  private static func chunk(of input: InputFile, _ file: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try input.read(upTo: 1 << 18)
    } catch {
      throw Failure(error, reading: file)
    }
  }
}

extension Importer.Parsed {
  /// What the importer wants to know of a card that was read.
  init(_ parsed: ParsedCard) {
    if let card = parsed.card {
      self = .card(card)
    } else {
      self = .failure(
        line: parsed.failure?.line ?? 1,
        reason: parsed.failure?.reason ?? "the card cannot be read")
    }
  }
}
